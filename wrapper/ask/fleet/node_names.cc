// SPDX-License-Identifier: Apache-2.0
#include "ask/fleet/node_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <tuple>

namespace cudacompat {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t digits(std::uint64_t number) {
  return std::to_string(number).size();
}

std::string escaped(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (std::string_view(" ,[]").find(c) == std::string_view::npos) {
      out += c;
    } else {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

}  // namespace

void NodeNames::add(std::string_view name) {
  const std::string text = escaped(name);
  std::size_t end = std::min(text.find('.'), text.size());
  while (end > 0 && !is_digit(text[end - 1])) --end;
  std::size_t start = end;
  constexpr std::size_t kMostDigits = 18;  // of a number of 64 bits
  while (start > 0 && end - start < kMostDigits && is_digit(text[start - 1])) {
    --start;
  }
  Run run = {0, 0, end - start};
  if (run.width == 0) start = end = text.size();
  std::from_chars(text.data() + start, text.data() + end, run.low);
  run.high = run.low;
  std::vector<Run>& runs = runs_[{text.substr(0, start), text.substr(end)}];
  if (!runs.empty() && runs.back().width == run.width &&
      runs.back().high + 1 == run.low) {
    runs.back().high = run.low;
  } else {
    runs.push_back(run);
  }
}

/// Runs that one range can name: 1 to 9 and 10 to 99, 01 to 09 and 10 to 99.
std::vector<NodeNames::Run> NodeNames::joined(std::vector<Run> runs) {
  std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) {
    return std::tie(a.low, a.width) < std::tie(b.low, b.width);
  });
  std::vector<Run> out;
  for (const Run& run : runs) {
    const bool same = !out.empty() && out.back().width == run.width;
    if (same && run.low <= out.back().high) {
      out.back().high = std::max(out.back().high, run.high);
    } else if (!out.empty() && out.back().high + 1 == run.low &&
               (same || (run.width > out.back().width &&
                         digits(run.low) == run.width))) {
      out.back().high = run.high;
    } else {
      out.push_back(run);
    }
  }
  return out;
}

std::string NodeNames::run_text(const Run& run) {
  if (run.width == 0) return {};
  if (run.low == run.high) return fmt::format("{:0{}}", run.low, run.width);
  return fmt::format("{:0{}}-{:0{}}", run.low, run.width, run.high, run.width);
}

std::string NodeNames::text() const {
  std::string out;
  for (const auto& [around, all] : runs_) {
    const std::vector<Run> runs = joined(all);
    if (!out.empty()) out += ',';
    out += around.first;
    const bool one = runs.size() == 1 && runs[0].low == runs[0].high;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      out += (one ? "" : i == 0 ? "[" : ",") + run_text(runs[i]);
    }
    out += (one ? "" : "]") + around.second;
  }
  return out;
}

}  // namespace cudacompat
