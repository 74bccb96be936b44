// SPDX-License-Identifier: Apache-2.0
#include "ask/fleet/import.h"

#include <algorithm>
#include <string>

#include "ask/fleet/readers.h"
#include "base/text/line_reader.h"
#include "base/text/message_text.h"
#include "base/text/split.h"

namespace cudacompat {
namespace {

using Marks = FleetFormat::Marks;

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool has_any(std::string_view text, const Marks& marks) {
  return std::any_of(marks.begin(), marks.end(), [&](std::string_view mark) {
    return !mark.empty() && has(text, mark);
  });
}

/// The first format that is recognized so; null: none.
template <typename Test>
const FleetFormat* first_format(Test&& recognized) {
  const auto at =
      std::find_if(std::begin(kFleetFormats), std::end(kFleetFormats),
                   std::forward<Test>(recognized));
  return at == std::end(kFleetFormats) ? nullptr : at;
}

/// Node, NodeList, ...; a bare List says nothing.
const FleetFormat* format_of_object(std::string_view kind) {
  if (kind.ends_with("List")) kind.remove_suffix(4);
  if (kind.empty()) return nullptr;
  return first_format(
      [&](const FleetFormat& format) { return format.object == kind; });
}

/// By the first "kind" of an object of Kubernetes that is not a bare List.
const FleetFormat* json_object_format(std::string_view head) {
  constexpr std::string_view kKey = "\"kind\"";
  for (std::size_t at = head.find(kKey); at != std::string_view::npos;
       at = head.find(kKey, at + 1)) {
    std::string_view rest = trimmed(head.substr(at + kKey.size()));
    if (!take_prefix(rest, ":")) continue;
    rest = trimmed(rest);
    if (!take_prefix(rest, "\"")) continue;
    if (const auto* format = format_of_object(rest.substr(0, rest.find('"')))) {
      return format;
    }
  }
  return nullptr;
}

const FleetFormat* json_format(std::string_view head) {
  if (const auto* format = json_object_format(head)) return format;
  return first_format([&](const FleetFormat& format) {
    return has_any(head, format.json_marks);
  });
}

const FleetFormat* yaml_object_format(std::string_view head) {
  for (std::string_view line : split(head, '\n')) {
    take_prefix(line, "- ");
    if (!take_prefix(line, "kind:")) continue;
    line = trimmed(line);
    if (line.starts_with('"') && line.ends_with('"') && line.size() > 1) {
      line = line.substr(1, line.size() - 2);
    }
    if (const auto* format = format_of_object(line)) return format;
  }
  return nullptr;
}

const FleetFormat* text_format(std::string_view head) {
  if (const auto* format = yaml_object_format(head)) return format;
  constexpr bool (*kTests[])(const FleetFormat&, std::string_view) = {
      [](const FleetFormat& format, std::string_view text) {
        return has_yaml_root(text, format.yaml_roots);
      },
      [](const FleetFormat& format, std::string_view text) {
        return has_any(text, format.marks);
      },
      [](const FleetFormat& format, std::string_view text) {
        return has_any(text, format.weak_marks);
      },
      [](const FleetFormat& format, std::string_view text) {
        return format.looks_like != nullptr && format.looks_like(text);
      },
  };
  for (const auto& test : kTests) {
    if (const auto* found = first_format(
            [&](const FleetFormat& format) { return test(format, head); })) {
      return found;
    }
  }
  return nullptr;
}

}  // namespace

bool has_yaml_root(std::string_view head, const Marks& keys) {
  for (std::size_t at = 0; at < head.size();) {
    const std::size_t end = std::min(head.find('\n', at), head.size());
    std::string_view line = head.substr(at, end - at);
    take_prefix(line, "!!str ");
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos && colon > 0 &&
        std::find(keys.begin(), keys.end(), line.substr(0, colon)) !=
            keys.end()) {
      return true;
    }
    at = end + 1;
  }
  return false;
}

std::span<const FleetFormat> fleet_formats() { return kFleetFormats; }

const FleetFormat* find_fleet_format(std::string_view name) {
  return first_format(
      [&](const FleetFormat& format) { return format.name == name; });
}

Result<const FleetFormat*> detect_fleet_format(ByteSource& source) {
  const auto head = head_of(source);
  if (!head) return tl::unexpected(head.error());
  if (trimmed(*head).empty()) return fail(0, "it is empty");
  const bool json = is_json(*head);
  if (const auto* format = json ? json_format(*head) : text_format(*head)) {
    return format;
  }
  if (json && has(*head, "\"schema_version\"") && has(*head, "\"targets\"")) {
    return fail(Error::kNoOffset,
                "it is a profile already; `cudacompat profile merge` joins "
                "profiles");
  }
  std::vector<std::string_view> names;
  for (const FleetFormat& format : kFleetFormats) names.push_back(format.name);
  return fail(Error::kNoOffset,
              "it is not a description of machines in a format that is "
              "recognized; name its format with --from: {}",
              one_of(names));
}

}  // namespace cudacompat
