// SPDX-License-Identifier: Apache-2.0
#include "base/json/located_errors.h"

#include <algorithm>

#include "base/json/located_json.h"

namespace cudacompat {

std::vector<std::string> LocatedErrors::report(std::string_view text,
                                               const std::string& file) const {
  auto ordered = found_;
  std::stable_sort(
      ordered.begin(), ordered.end(),
      [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> lines;
  for (const auto& [offset, message] : ordered) {
    const LineColumn place = line_column(text, offset);
    lines.push_back(
        fmt::format("{}:{}:{}: {}", file, place.line, place.column, message));
  }
  if (count_ > found_.size()) {
    lines.push_back(
        fmt::format("{}: and {} more errors", file, count_ - found_.size()));
  }
  return lines;
}

}  // namespace cudacompat
