// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <string>

#include "ask/fleet/gpu_labels.h"
#include "ask/fleet/readers.h"
#include "ask/fleet/yaml_items.h"

namespace cudacompat {
namespace {

/// The worker of node feature discovery lists PCI devices by vendor; 10de is
/// NVIDIA, classes 0300 and 0302 are GPUs.
bool has_nvidia_gpu(const JsonItem& spec) {
  const JsonItem* at = &spec;
  for (const std::string_view key :
       {"features", "instances", "pci.device", "elements"}) {
    at = json_member(*at, key);
    if (at == nullptr) return false;
  }
  if (!at->IsArray()) return false;
  for (const JsonItem& device : at->GetArray()) {
    const JsonItem* attributes = json_member(device, "attributes");
    if (attributes != nullptr && json_text(*attributes, "vendor") == "10de" &&
        json_text(*attributes, "class").value_or("").starts_with("03")) {
      return true;
    }
  }
  return false;
}

}  // namespace

Result<void> read_node_features(ByteSource& source, Fleet& fleet) {
  // A node has one object of each tool: those with a GPU and without its
  // description are known at the end.
  std::set<std::string> described;
  std::set<std::string> seen;
  const auto read = [&](const JsonItem& object) {
    const JsonItem* metadata = json_member(object, "metadata");
    const JsonItem* spec = json_member(object, "spec");
    if (metadata == nullptr || spec == nullptr) return;
    std::string node(json_text(*metadata, "name").value_or(""));
    if (const JsonItem* labels = json_member(*metadata, "labels")) {
      node =
          json_text(*labels, "nfd.node.kubernetes.io/node-name").value_or(node);
    }
    static const JsonItem kNone;
    const JsonItem* labels = json_member(*spec, "labels");
    GpuLabels found = read_gpu_labels(labels == nullptr ? kNone : *labels);
    if (found.described && described.insert(node).second) {
      found.machine.node = node;
      fleet.add(std::move(found.machine));
    } else if (found.nvidia_pci || has_nvidia_gpu(*spec)) {
      seen.insert(node);
    } else if (!found.described) {
      fleet.remark(Remark::Kind::passed_over, "no NVIDIA GPU", node);
    }
  };
  Result<void> done = each_item(source, "items", read);
  for (const std::string& node : seen) {
    if (described.contains(node)) continue;
    fleet.remark(Remark::Kind::left_out,
                 "node feature discovery sees an NVIDIA GPU that no label "
                 "describes; run GPU feature discovery there",
                 node);
  }
  return done;
}

}  // namespace cudacompat
