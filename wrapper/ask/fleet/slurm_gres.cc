// SPDX-License-Identifier: Apache-2.0
#include "ask/fleet/slurm_gres.h"

#include <algorithm>
#include <charconv>

#include "base/text/message_text.h"
#include "base/text/split.h"

namespace cudacompat {
namespace {

/// The parts of a list that lie outside brackets or parentheses.
std::vector<std::string_view> split_outside(std::string_view text,
                                            std::string_view brackets) {
  std::vector<std::string_view> parts;
  std::size_t depth = 0;
  std::size_t start = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (at == text.size() || (text[at] == ',' && depth == 0)) {
      if (at > start) parts.push_back(text.substr(start, at - start));
      start = at + 1;
    } else if (text[at] == brackets[0]) {
      ++depth;
    } else if (text[at] == brackets[1] && depth > 0) {
      --depth;
    }
  }
  return parts;
}

/// "4", "4K": a count of a Gres.
bool is_count(std::string_view text) {
  if (!text.empty() &&
      std::string_view("KMGTP").find(text.back()) != std::string_view::npos) {
    text.remove_suffix(1);
  }
  return is_number(text);
}

/// Appends what one part of a host list stands for, after `head`.
Result<void> expand_from(const std::string& head, std::string_view rest,
                         std::vector<std::string>& out) {
  if (out.size() > kMaxHosts) {
    return fail(Error::kNoOffset, "a host list has over {} names", kMaxHosts);
  }
  const std::size_t open = rest.find('[');
  if (open == std::string_view::npos) {
    out.push_back(head + std::string(rest));
    constexpr std::size_t kLongest = 255;
    if (out.back().size() <= kLongest) return {};
    return fail(Error::kNoOffset, "{} in a host list is too long for a name",
                quote(out.back()));
  }
  const std::size_t close = rest.find(']', open);
  if (close == std::string_view::npos) {
    return fail(Error::kNoOffset, "the host list {} has no ]", quote(rest));
  }
  const std::string before = head + std::string(rest.substr(0, open));
  const std::string_view after = rest.substr(close + 1);
  for (const std::string_view range :
       split(rest.substr(open + 1, close - open - 1), ',')) {
    const std::size_t dash = range.find('-');
    const std::string_view low = range.substr(0, dash);
    const std::string_view high =
        dash == std::string_view::npos ? low : range.substr(dash + 1);
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    constexpr std::size_t kMostDigits = 18;
    if (!is_number(low) || !is_number(high) || high.size() > kMostDigits ||
        low.size() > kMostDigits) {
      return fail(Error::kNoOffset, "{} in a host list is not a range",
                  quote(range));
    }
    std::from_chars(low.data(), low.data() + low.size(), from);
    std::from_chars(high.data(), high.data() + high.size(), to);
    if (to < from || to - from >= kMaxHosts) {
      return fail(Error::kNoOffset,
                  "{} in a host list is not a range of at most "
                  "{} names",
                  quote(range), kMaxHosts);
    }
    for (std::uint64_t n = from; n <= to; ++n) {
      auto expanded = expand_from(
          fmt::format("{}{:0{}}", before, n, low.size()), after, out);
      if (!expanded) return expanded;
    }
  }
  return {};
}

}  // namespace

std::vector<std::string> gres_gpu_types(std::string_view gres) {
  std::vector<std::string> types;
  for (std::string_view part : split_outside(trimmed(gres), "()")) {
    std::string text(part);
    constexpr std::string_view kNull = "(null)";  // a type that is not set
    if (const std::size_t at = text.find(kNull); at != std::string::npos) {
      text.erase(at, kNull.size());
    }
    text.resize(std::min(text.find('('), text.size()));  // sockets or indexes
    std::vector<std::string_view> fields = split(text, ':');
    if (fields.front() != "gpu") continue;
    const bool counted = fields.size() > 1 && is_count(fields.back());
    if (counted && fields.back() == "0") continue;
    if (counted) fields.pop_back();
    const std::string_view type = fields.size() > 1 ? fields[1] : "";
    if (types.size() <= kMostGpus &&
        std::find(types.begin(), types.end(), type) == types.end()) {
      types.emplace_back(type);
    }
  }
  return types;
}

Result<std::vector<std::string>> expand_hosts(std::string_view list) {
  std::vector<std::string> out;
  for (const std::string_view part : split_outside(list, "[]")) {
    constexpr auto kMostRanges = 8;
    if (std::count(part.begin(), part.end(), '[') > kMostRanges) {
      return fail(Error::kNoOffset,
                  "{} in a host list has more than {} brackets", quote(part),
                  kMostRanges);
    }
    if (auto expanded = expand_from("", part, out); !expanded) {
      return tl::unexpected(expanded.error());
    }
  }
  return out;
}

void add_slurm_node(FoundMachine machine, const std::vector<std::string>& types,
                    Fleet& fleet) {
  if (types.empty()) {
    fleet.remark(Remark::Kind::passed_over, "no GPU in their Gres",
                 machine.node, machine.count);
    return;
  }
  for (const std::string& type : types) add_gpu(machine, {type, {}});
  fleet.add(std::move(machine));
}

}  // namespace cudacompat
