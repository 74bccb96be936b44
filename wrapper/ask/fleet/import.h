// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "ask/fleet/found.h"
#include "base/bytes/byte_source.h"

namespace cudacompat {

/// A format in which another tool describes machines: a row of kFleetFormats
/// (readers.h). A text is of the first row that recognizes its first bytes.
struct FleetFormat {
  using Marks = std::array<std::string_view, 4>;  // any of them; "" is none

  std::string_view name;   // "nvidia-smi"
  std::string_view input;  // what writes such a text

  // How it is recognized, in the order in which all rows are asked.
  std::string_view object = {};  // JSON, YAML: "kind" of an object, as Node
  Marks json_marks = {};         // JSON: parts of the text
  Marks yaml_roots = {};         // YAML: keys of the root
  Marks marks = {};              // other texts: parts of the text
  Marks weak_marks = {};         // the same, which other formats may quote
  bool (*looks_like)(std::string_view head) = nullptr;  // or by this

  /// Adds the machines of a source. An error where the text is not of that
  /// format, is cut off, or describes no machine; what single machines lack
  /// goes to the fleet's remarks.
  Result<void> (*read)(ByteSource& source, Fleet& fleet) = nullptr;
};

std::span<const FleetFormat> fleet_formats();
/// Null: there is none of that name.
const FleetFormat* find_fleet_format(std::string_view name);
/// By the source's first bytes. The error says what was looked for.
Result<const FleetFormat*> detect_fleet_format(ByteSource& source);

}  // namespace cudacompat
