// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "ask/fleet/gpu_labels.h"
#include "ask/fleet/readers.h"
#include "ask/fleet/yaml_items.h"
#include "base/text/split.h"

namespace cudacompat {
namespace {

/// GPUs that the device plugin offers on the node.
std::uint64_t offered(const JsonItem& node) {
  const JsonItem* status = json_member(node, "status");
  const JsonItem* capacity =
      status == nullptr ? nullptr : json_member(*status, "capacity");
  if (capacity == nullptr) return 0;
  std::uint64_t most = 0;
  for (const std::string_view name :
       {"nvidia.com/gpu", "nvidia.com/gpu.shared"}) {
    most =
        std::max(most, number_or(json_text(*capacity, name).value_or(""), 0));
  }
  return most;
}

/// What the kubelet says of the system, where no label does.
void read_system(const JsonItem& node, FoundMachine& machine) {
  const JsonItem* status = json_member(node, "status");
  const JsonItem* info =
      status == nullptr ? nullptr : json_member(*status, "nodeInfo");
  if (info == nullptr) return;
  if (!machine.os) {
    machine.os = found_os(json_text(*info, "operatingSystem").value_or(""),
                          json_text(*info, "architecture").value_or(""));
  }
  const auto kernel = json_text(*info, "kernelVersion").value_or("");
  if (kernel.find("WSL2") != std::string_view::npos) machine.os = Os::wsl;
}

void read_node(const JsonItem& node, Fleet& fleet) {
  const JsonItem* metadata = json_member(node, "metadata");
  if (metadata == nullptr) {
    fleet.remark(Remark::Kind::left_out,
                 "an element of the list is not a node; import the output of "
                 "`kubectl get nodes -o json`",
                 "");
    return;
  }
  static const JsonItem kNone;
  const JsonItem* labels = json_member(*metadata, "labels");
  GpuLabels found = read_gpu_labels(labels == nullptr ? kNone : *labels);
  FoundMachine& machine = found.machine;
  machine.node = json_text(*metadata, "name").value_or("");
  const std::uint64_t devices = offered(node);
  if (!found.described && devices == 0 && !found.nvidia_pci) {
    fleet.remark(Remark::Kind::passed_over, "no NVIDIA GPU", machine.node);
    return;
  }
  read_system(node, machine);
  if (!found.described && !fleet.defaults().cc) {
    fleet.remark(
        Remark::Kind::left_out,
        "they have NVIDIA GPUs that no label describes; run GPU "
        "feature discovery there, or add --gpu CC and --driver VERSION",
        machine.node);
    return;
  }
  if (found.described && devices > found.devices && found.devices != 0) {
    fleet.remark(Remark::Kind::doubt,
                 "the labels describe fewer GPUs than the node offers: GPU "
                 "feature discovery labels one model of a mixed node; import "
                 "`nvidia-smi --query-gpu=name,driver_version --format=csv` of "
                 "it too",
                 machine.node);
  }
  fleet.add(std::move(machine));
}

}  // namespace

Result<void> read_kubernetes(ByteSource& source, Fleet& fleet) {
  return each_item(source, "items",
                   [&](const JsonItem& node) { read_node(node, fleet); });
}

}  // namespace cudacompat
