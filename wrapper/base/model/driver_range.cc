// SPDX-License-Identifier: Apache-2.0
#include <compare>
#include <limits>
#include <optional>
#include <string>
#include <tuple>

#include "base/model/profile.h"
#include "base/text/message_text.h"

namespace cudacompat {
namespace {

// <range>   ::= <version> | <version> ".." <version> | <downgrade> [<upper>]
// <downgrade>   ::= ">=" <version>
// <upper>   ::= "<" <version> | "<=" <version>
// <version> ::= 535 | 535.183 | 535.183.06; blanks around it do not matter

constexpr std::string_view kAllowed =
    "write \"535\", \"535.183.06\", \">=535\", \">=535 <580\" or "
    "\"535.54.03..570.211.01\"";
constexpr std::uint16_t kLeastBranch = 100;  // below are CUDA and L4T releases

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// What a text that is not a driver version was probably meant to be.
std::string meant_version(std::string_view text) {
  if (text.starts_with('r') || text.starts_with('R')) text.remove_prefix(1);
  for (std::string_view any : {"+", ".x", ".X", ".*", ".xx"}) {
    if (!text.ends_with(any)) continue;
    const std::string_view branch = text.substr(0, text.size() - any.size());
    return std::string(any == "+" ? ">=" : "").append(branch);
  }
  // Windows shows 31.0.15.3713 where NVIDIA says 537.13: its last five digits.
  const std::size_t dot = text.rfind('.');
  if (dot != std::string_view::npos && dot > 0 && text.size() - dot == 5 &&
      text.find('.') != dot) {
    return fmt::format("{}{}.{}", text[dot - 1], text.substr(dot + 1, 2),
                       text.substr(dot + 3));
  }
  return std::string(text);
}

Result<DriverVersion> read_version(std::string_view text) {
  text = trimmed(text);
  const Result<DriverVersion> version = parse_driver_version(text);
  if (version && version->branch >= kLeastBranch) return *version;
  if (version && version->parts == 2) {
    return fail(Error::kNoOffset,
                "{} is not a driver version but looks like a CUDA release; "
                "give it as cuda, or write a driver as in \"535.183.06\"",
                quote(text));
  }
  if (version && version->parts == 3) {
    return fail(Error::kNoOffset,
                "{} is not a driver version but looks like an L4T release; "
                "give the CUDA release of that Jetson as cuda",
                quote(text));
  }
  const std::string meant = meant_version(text);
  std::string_view number = meant;
  take(number, ">=");
  const Result<DriverVersion> sensible = parse_driver_version(number);
  if (meant != text && sensible && sensible->branch >= kLeastBranch) {
    return fail(Error::kNoOffset,
                "{} is not a driver version; did you mean \"{}\"?", quote(text),
                meant);
  }
  return fail(Error::kNoOffset, "{} is not a driver version; {}", quote(text),
              kAllowed);
}

/// Where a version begins, or, with `last`, where the drivers end that it
/// names: "535" names all of its branch.
std::tuple<unsigned, unsigned, unsigned> edge(const DriverVersion& version,
                                              bool last) {
  const unsigned open = last ? std::numeric_limits<unsigned>::max() : 0;
  return {version.branch, version.parts > 1 ? version.minor : open,
          version.parts > 2 ? version.patch : open};
}

Result<DriverRange> checked(const DriverRange& range, std::string_view text) {
  if (!range.high) return range;
  const auto low = edge(range.low, false);
  const auto high = edge(*range.high, !range.high_excluded);
  if (range.high_excluded ? low < high : low <= high) return range;
  return fail(Error::kNoOffset,
              "{} holds no driver; the lower end must come first", quote(text));
}

}  // namespace

Result<DriverRange> parse_driver_range(std::string_view text) {
  std::string_view rest = trimmed(text);
  DriverRange range;
  if (take(rest, ">=")) {
    const std::size_t upper = rest.find('<');
    const Result<DriverVersion> low = read_version(rest.substr(0, upper));
    if (!low) return tl::unexpected<Error>(low.error());
    range.low = *low;
    if (upper == std::string_view::npos) return range;
    rest.remove_prefix(upper + 1);
    range.high_excluded = !take(rest, "=");
    const Result<DriverVersion> high = read_version(rest);
    if (!high) return tl::unexpected<Error>(high.error());
    range.high = *high;
    return checked(range, text);
  }
  if (rest.starts_with('<')) {
    return fail(Error::kNoOffset,
                "{} names no oldest driver, which is the one that decides; {}",
                quote(text), kAllowed);
  }
  const std::size_t dots = rest.find("..");
  const Result<DriverVersion> low = read_version(rest.substr(0, dots));
  if (!low) return tl::unexpected<Error>(low.error());
  range.low = *low;
  range.high = *low;
  if (dots == std::string_view::npos) return range;
  const Result<DriverVersion> high = read_version(rest.substr(dots + 2));
  if (!high) return tl::unexpected<Error>(high.error());
  range.high = *high;
  return checked(range, text);
}

std::string to_string(const DriverRange& range) {
  const std::string low = to_string(range.low);
  if (!range.high) return ">=" + low;
  if (range.high_excluded) return ">=" + low + " <" + to_string(*range.high);
  if (range.low == *range.high) return low;
  return low + ".." + to_string(*range.high);
}

}  // namespace cudacompat
