// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/fleet/import.h"

namespace cudacompat::testing {

// What a user gives.
inline FoundDefaults given_gpu(Cc cc) {
  FoundDefaults out;
  out.cc = cc;
  return out;
}
inline FoundDefaults given_name(const std::string& name, Cc cc) {
  FoundDefaults out;
  out.cc_of_name[name] = cc;
  return out;
}
inline FoundDefaults given_driver(std::string_view range) {
  FoundDefaults out;
  out.driver = *parse_driver_range(range);
  return out;
}

/// What became of a text, in words that tests compare.
struct Imported {
  std::vector<std::string> targets;  // "8.9: NVIDIA L4@535.183.06 x2"
  std::vector<std::string> remarks;  // "left out 1 (n1): WHY"
  std::string error;                 // empty: it was read
  std::vector<TargetSpec> specs;
};

inline Imported import_text(std::string_view text, FoundDefaults defaults = {},
                            std::string_view name = {}) {
  Imported out;
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  ByteSource source = ByteSource::from_view(bytes, "input");
  const FleetFormat* format = find_fleet_format(name);
  if (format == nullptr) {
    const auto found = detect_fleet_format(source);
    if (!found) {
      out.error = found.error().message;
      return out;
    }
    format = *found;
  }
  Fleet fleet(std::move(defaults));
  const auto done = format->read(source, fleet);
  if (!done) out.error = done.error().message;
  out.specs = fleet.targets();
  for (const TargetSpec& target : out.specs) {
    std::string line;
    for (const GpuSpec& gpu : target.gpus) {
      line += (line.empty() ? "" : "+") + cc_to_string(gpu.cc);
    }
    out.targets.push_back(
        fmt::format("{}: {} x{}", line, target.name, target.count));
  }
  constexpr std::string_view kWords[] = {"note", "passed over", "doubt",
                                         "left out"};
  for (const Remark& remark : fleet.take_statistics().remarks) {
    std::string nodes;
    for (const std::string& node : remark.nodes) {
      nodes += (nodes.empty() ? "" : ",") + node;
    }
    out.remarks.push_back(fmt::format(
        "{} {} ({}): {}", kWords[static_cast<std::size_t>(remark.kind)],
        remark.count, nodes, remark.text));
  }
  return out;
}

}  // namespace cudacompat::testing
