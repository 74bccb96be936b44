// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <string_view>

namespace cudacompat {

/// One line on stderr that is written over, where stderr is a terminal and
/// the work has taken over a second; else nothing.
class Progress {
 public:
  explicit Progress(bool wanted);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Work goes on with the `index`-th of `total` files. May be called often.
  void tick(std::size_t index, std::size_t total, std::string_view name);

 private:
  using Clock = std::chrono::steady_clock;
  bool wanted_;
  Clock::time_point next_;
};

/// Takes the line away, so that a message can be written.
void clear_progress_line();

}  // namespace cudacompat
