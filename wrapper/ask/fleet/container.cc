// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "ask/fleet/readers.h"
#include "base/model/target_values.h"
#include "base/text/message_text.h"
#include "base/text/split.h"

namespace cudacompat {
namespace {

/// The value of NAME=... or `ENV NAME value`, without quotes; Go writes < and >
/// in JSON as escapes.
std::optional<std::string> value_of(const Lines& lines, std::string_view name) {
  for (const std::string& line : lines) {
    const std::size_t at = line.find(name);
    if (at == std::string::npos) continue;
    std::string_view rest = std::string_view(line).substr(at + name.size());
    if (rest.empty() ||
        std::string_view("= \t").find(rest[0]) == std::string_view::npos) {
      continue;
    }
    rest = trimmed(rest.substr(1));
    // A quote before the name (JSON) or the value (shell) ends at the next.
    const bool quoted =
        take_prefix(rest, "\"") || (at > 0 && line[at - 1] == '"');
    if (quoted) rest = rest.substr(0, rest.find('"'));
    std::string value;
    while (!rest.empty()) {
      if (take_prefix(rest, "\\u003e")) {
        value += '>';
      } else if (take_prefix(rest, "\\u003c")) {
        value += '<';
      } else {
        value += rest.front();
        rest.remove_prefix(1);
      }
    }
    return value;
  }
  return std::nullopt;
}

struct Condition {
  std::string_view name, sign, value;
};

std::optional<Condition> parse_condition(std::string_view text) {
  const std::size_t sign = text.find_first_of("<>=!");
  if (sign == std::string_view::npos || sign == 0) return std::nullopt;
  const std::size_t value = text.find_first_not_of("<>=!", sign);
  if (value == std::string_view::npos) return std::nullopt;
  return Condition{text.substr(0, sign), text.substr(sign, value - sign),
                   text.substr(value)};
}

/// One alternative: conditions that all hold. False: it names no oldest driver
/// or CUDA release, or one that contradicts itself, so that nothing can be
/// judged.
bool read_alternative(std::string_view text, FoundMachine& machine) {
  std::string_view low;
  std::string high;
  for (const std::string_view part : split(text, ',')) {
    const auto condition = parse_condition(part);
    if (!condition) continue;
    const auto& [name, sign, value] = *condition;
    const bool least = sign == ">=" || sign == "=";
    if (name == "cuda" && least) {
      set_cuda(machine, value);
    } else if (const auto cc = found_cc(value);
               name == "arch" && sign == "=" && cc) {
      machine.gpus = {{"", cc}};
    } else if (name == "driver" && least) {
      low = value;
    } else if (name == "driver" && sign.starts_with('<')) {
      high = fmt::format(" {}{}", sign, value);
    }
  }
  if (low.empty()) return machine.cuda.has_value();
  const auto range = parse_driver_range(fmt::format(">={}{}", low, high));
  if (range) machine.driver = *range;
  return range.has_value();
}

}  // namespace

/// NVIDIA_REQUIRE_CUDA="cuda>=12.8 brand=tesla,driver>=470,driver<471": blanks
/// are "or", commas "and". The oldest that an alternative admits is judged.
Result<void> read_container(const Lines& lines, Fleet& fleet) {
  const auto require = value_of(lines, "NVIDIA_REQUIRE_CUDA");
  if (!require) {
    return fail(Error::kNoOffset, "it has no NVIDIA_REQUIRE_CUDA");
  }
  // cuda-compat-12-8, where the image says that it has one.
  std::optional<Version> compat;
  if (const auto package = value_of(lines, "NV_CUDA_COMPAT_PACKAGE")) {
    const std::vector<std::string_view> parts = split(*package, '-');
    constexpr std::size_t kParts = 4;
    if (parts.size() >= kParts) {
      const auto version = read_cuda(fmt::format(
          "{}.{}", parts[2], parts[3].substr(0, parts[3].find('='))));
      if (version) compat = *version;
    }
  }
  bool any = false;
  for (const std::string_view alternative : words_of(*require)) {
    FoundMachine machine;
    if (!read_alternative(alternative, machine)) {
      fleet.remark(Remark::Kind::left_out,
                   fmt::format("{} names no oldest driver or CUDA release",
                               quote(alternative)),
                   "");
      continue;
    }
    any = true;
    if (machine.driver && compat) {
      machine.cuda_compat = compat;
    } else if (machine.driver && !machine.cuda) {
      fleet.remark(Remark::Kind::note,
                   "whether the image holds a cuda-compat library is not said; "
                   "where it does, add \"cuda_compat\" to the target",
                   "");
    }
    if (auto added = add_single(std::move(machine), fleet); !added) {
      return added;
    }
  }
  if (any) return {};
  return fail(Error::kNoOffset,
              "NVIDIA_REQUIRE_CUDA is {}, which names no CUDA release and no "
              "driver",
              quote(*require));
}

}  // namespace cudacompat
