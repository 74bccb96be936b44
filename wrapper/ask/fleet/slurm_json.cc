// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <unordered_set>

#include "ask/fleet/readers.h"
#include "ask/fleet/slurm_gres.h"
#include "ask/fleet/yaml_items.h"
#include "base/text/line_reader.h"
#include "base/text/split.h"

namespace cudacompat {
namespace {

std::string_view text_of(const JsonItem* object, std::string_view key) {
  return object == nullptr ? "" : json_text(*object, key).value_or("");
}

/// The names of a row's nodes, expanded: a list, or a host list.
Result<std::vector<std::string>> names_of(const JsonItem* nodes) {
  const JsonItem* list =
      nodes == nullptr ? nullptr : json_member(*nodes, "nodes");
  if (list == nullptr || !list->IsArray()) {
    return expand_hosts(text_of(nodes, "nodes"));
  }
  std::vector<std::string> names;
  for (const JsonItem& name : list->GetArray()) {
    if (name.IsString()) names.emplace_back(json_string(name));
  }
  return names;
}

/// Rows of `sinfo`: nodes of one partition, state and Gres.
class Rows {
 public:
  explicit Rows(Fleet& fleet) : fleet_(fleet) {}

  Result<void> read(const JsonItem& row) {
    const JsonItem* nodes = json_member(row, "nodes");
    const auto names = names_of(nodes);
    if (!names) return tl::unexpected(names.error());
    const std::uint64_t total = number_or(text_of(nodes, "total"), 0);
    if (names->size() < total) {
      fleet_.remark(Remark::Kind::left_out,
                    "the names of a row's nodes are missing, so that nodes "
                    "in several partitions cannot be counted once; import the "
                    "output of `scontrol show node --json`",
                    "", total - names->size());
    }
    const JsonItem* gres = json_member(row, "gres");
    const std::vector<std::string> types =
        gres_gpu_types(text_of(gres, "total"));
    // sinfo joins nodes by what is used of their Gres and shows the first
    // node's Gres for all.
    if (!types.empty() && names->size() > 1 && text_of(gres, "used").empty()) {
      fleet_.remark(Remark::Kind::doubt,
                    "the Gres of a row's first node stands for all of its "
                    "nodes; import the output of `scontrol show node --json`",
                    names->front(), names->size());
    }
    const std::string_view cluster = json_text(row, "cluster").value_or("");
    for (const std::string& name : *names) {
      if (!seen_.insert(fmt::format("{}/{}", cluster, name)).second) continue;
      if (seen_.size() > kMaxHosts) {
        return fail(Error::kNoOffset, "the text names over {} nodes",
                    kMaxHosts);
      }
      FoundMachine machine;
      machine.node = name;
      add_slurm_node(std::move(machine), types, fleet_);
    }
    return {};
  }

 private:
  Fleet& fleet_;
  std::unordered_set<std::string> seen_;  // a node may be in many partitions
};

/// `scontrol show node --json`, `sinfo --json` before Slurm 23.02: "nodes" with
/// "gres" as the text form has it, in all schema versions (openapi/v0.0.37 of
/// Slurm 21.08 to data_parser/v0.0.46 of 26.05, where some numbers are {"set",
/// "infinite", "number"} and some lists were texts).
Result<void> read_slurm_nodes(ByteSource& source, Fleet& fleet) {
  return each_item(source, "nodes", [&](const JsonItem& node) {
    FoundMachine machine;
    machine.node = json_text(node, "name").value_or("");
    const auto gres = json_text(node, "gres");
    if (!gres) {
      fleet.remark(Remark::Kind::left_out,
                   "no \"gres\" of a node; import the output of `scontrol show "
                   "node --json`",
                   machine.node);
      return;
    }
    machine.os =
        found_os("linux", json_text(node, "architecture").value_or(""));
    add_slurm_node(std::move(machine), gres_gpu_types(*gres), fleet);
  });
}

/// `sinfo --json` of Slurm 23.02 and later (SINFO_DATA of data_parser/v0.0.39
/// to v0.0.46): "sinfo" with "nodes" {"total", "nodes": names}, "gres"
/// {"total", "used"}.
Result<void> read_slurm_rows(ByteSource& source, Fleet& fleet) {
  Rows rows(fleet);
  Result<void> right;
  const Result<void> done =
      each_item(source, "sinfo", [&](const JsonItem& row) {
        if (right) right = rows.read(row);
      });
  return right ? done : right;
}

}  // namespace

Result<void> read_slurm(ByteSource& source, Fleet& fleet) {
  const auto head = head_of(source);
  if (!head) return tl::unexpected(head.error());
  const bool json = is_json(*head);
  if (!json && !has_yaml_root(*head, {"nodes", "sinfo"})) {
    return read_slurm_text(source, fleet);
  }
  const bool rows = json ? head->find("\"sinfo\":") != std::string::npos
                         : has_yaml_root(*head, {"sinfo"});
  return rows ? read_slurm_rows(source, fleet)
              : read_slurm_nodes(source, fleet);
}

}  // namespace cudacompat
