// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudacompat {

/// Collects what is wrong with a text, and where; hands it out in the text's
/// order as "FILE:LINE:COLUMN: message". After kMost errors it only counts.
class LocatedErrors {
 public:
  template <typename... Args>
  void add(std::uint64_t offset, fmt::format_string<Args...> text,
           Args&&... args) {
    if (!full()) {
      found_.emplace_back(offset,
                          fmt::format(text, std::forward<Args>(args)...));
    }
    ++count_;
  }
  bool empty() const { return count_ == 0; }
  bool full() const { return found_.size() == kMost; }
  std::vector<std::string> report(std::string_view text,
                                  const std::string& file) const;

  static constexpr std::size_t kMost = 100;

 private:
  std::vector<std::pair<std::uint64_t, std::string>> found_;
  std::uint64_t count_ = 0;
};

}  // namespace cudacompat
