// SPDX-License-Identifier: Apache-2.0
#include "programs/cudacompat/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <string>

#include "base/text/printable.h"

namespace cudacompat {

namespace {

bool line_shown = false;

void put(std::string_view text) {
  [[maybe_unused]] const auto written =
      ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

Progress::Progress(bool wanted)
    : wanted_(wanted && ::isatty(STDERR_FILENO) == 1),
      next_(Clock::now() + std::chrono::seconds(1)) {}

Progress::~Progress() { clear_progress_line(); }

void Progress::tick(std::size_t index, std::size_t total,
                    std::string_view name) {
  if (!wanted_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(200);
  std::string line = fmt::format("\r\x1b[K{}/{} {}", index + 1, total,
                                 printable(name.substr(0, 60)));
  put(line);
  line_shown = true;
}

void clear_progress_line() {
  if (!line_shown) return;
  put("\r\x1b[K");
  line_shown = false;
}

}  // namespace cudacompat
