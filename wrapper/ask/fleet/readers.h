// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "ask/fleet/found.h"
#include "ask/fleet/import.h"
#include "base/bytes/byte_source.h"
#include "base/text/line_reader.h"

namespace cudacompat {

// A reader for each format; see FleetFormat::read for what it promises.

Result<void> read_kubernetes(ByteSource& source, Fleet& fleet);
Result<void> read_node_features(ByteSource& source, Fleet& fleet);
Result<void> read_resource_slices(ByteSource& source, Fleet& fleet);
Result<void> read_slurm(ByteSource& source, Fleet& fleet);
Result<void> read_prometheus(ByteSource& source, Fleet& fleet);
Result<void> read_nvidia_smi(ByteSource& source, Fleet& fleet);

// Descriptions of one machine, in lines.

using Lines = std::vector<std::string>;
Result<void> read_device_query(const Lines& lines, Fleet& fleet);
Result<void> read_torch_env(const Lines& lines, Fleet& fleet);
Result<void> read_conda(const Lines& lines, Fleet& fleet);
Result<void> read_container(const Lines& lines, Fleet& fleet);
Result<void> read_jetson(const Lines& lines, Fleet& fleet);

template <Result<void> (*read)(const Lines&, Fleet&)>
Result<void> in_lines(ByteSource& source, Fleet& fleet) {
  const auto lines = lines_of(source);
  if (!lines) return tl::unexpected(lines.error());
  return read(*lines, fleet);
}

// Parts of the readers above.

Result<void> read_slurm_text(ByteSource& source, Fleet& fleet);
Result<void> read_smi_xml(ByteSource& source, Fleet& fleet);
Result<void> read_smi_table(const Lines& lines, Fleet& fleet);
Result<void> read_smi_query(const Lines& lines, Fleet& fleet);
Result<void> read_smi_list(const Lines& lines, Fleet& fleet);
Result<void> read_smi_csv(const Lines& lines, Fleet& fleet);
/// A line of CSV, or an error in place of an answer.
bool is_smi_text(std::string_view head);
/// Whether one of these keys is at the root, as Slurm's --yaml writes it, which
/// may name the types of all ("!!str nodes: !!seq").
bool has_yaml_root(std::string_view head, const FleetFormat::Marks& keys);

/// Adds a machine that a text of its own described; an error where it names no
/// GPU and no default stands in.
Result<void> add_single(FoundMachine machine, Fleet& fleet);

/// The driver of a line "NVRM version: NVIDIA UNIX x86_64 Kernel Module
/// 470.86  Tue ..." in /proc/driver/nvidia/version; false: it is another line.
bool read_nvrm_line(std::string_view line, FoundMachine& machine);

/// What may quote others comes first.
inline constexpr FleetFormat kFleetFormats[] = {
    {.name = "kubernetes",
     .input = "kubectl get nodes -o json|yaml",
     .object = "Node",
     .read = read_kubernetes},
    {.name = "resourceslice",
     .input = "kubectl get resourceslices -o json|yaml",
     .object = "ResourceSlice",
     .read = read_resource_slices},
    {.name = "nodefeature",
     .input = "kubectl get nodefeatures -A -o json|yaml",
     .object = "NodeFeature",
     .read = read_node_features},
    {.name = "torch-env",
     .input = "python -m torch.utils.collect_env",
     .marks = {"Collecting environment information",
               "GPU models and configuration", "PyTorch version"},
     .read = in_lines<read_torch_env>},
    {.name = "nvidia-smi",
     .input = "nvidia-smi, -q, -q -x, -L, --format=csv",
     .marks = {"<nvidia_smi_log", "NVIDIA-SMI", "NVSMI LOG"},
     .weak_marks = {"(UUID: GPU-"},
     .looks_like = is_smi_text,
     .read = read_nvidia_smi},
    {.name = "prometheus",
     .input = "metrics of dcgm-exporter, or a query's JSON",
     .json_marks = {"\"resultType\"", "\"metric\""},
     .marks = {"DCGM_FI_", "nvidia_smi_gpu_info"},
     .read = read_prometheus},
    {.name = "devicequery",
     .input = "deviceQuery, /proc/driver/nvidia/version",
     .marks = {"CUDA Capability Major/Minor", "cudaGetDeviceCount returned"},
     .weak_marks = {"NVRM version:"},
     .read = in_lines<read_device_query>},
    {.name = "container",
     .input = "NVIDIA_REQUIRE_CUDA, docker inspect",
     .json_marks = {"NVIDIA_REQUIRE_CUDA"},
     .marks = {"NVIDIA_REQUIRE_CUDA"},
     .read = in_lines<read_container>},
    {.name = "conda",
     .input = "conda info, CONDA_OVERRIDE_CUDA",
     .json_marks = {"\"__cuda", "\"virtual_pkgs\""},
     .marks = {"CONDA_OVERRIDE_CUDA", "__cuda="},
     .read = in_lines<read_conda>},
    {.name = "slurm",
     .input = "scontrol show node, sinfo --json, gres.conf",
     .json_marks = {"\"nodes\"", "\"gres\""},
     .yaml_roots = {"nodes", "sinfo"},
     .marks = {"NodeName=", "Name=gpu"},
     .read = read_slurm},
    {.name = "jetson",
     .input = "/etc/nv_tegra_release, jetson_release",
     .marks = {"REVISION:", "L4T ", "nvidia-l4t-core"},
     .read = in_lines<read_jetson>},
};

/// Each row is complete: a name of its own, a reader, and how it is recognized.
constexpr bool fleet_formats_complete() {
  for (const FleetFormat& row : kFleetFormats) {
    std::size_t of_that_name = 0;
    for (const FleetFormat& other : kFleetFormats) {
      if (other.name == row.name) ++of_that_name;
    }
    const bool recognized =
        !row.object.empty() || !row.json_marks[0].empty() ||
        !row.yaml_roots[0].empty() || !row.marks[0].empty() ||
        !row.weak_marks[0].empty() || row.looks_like != nullptr;
    if (of_that_name != 1 || row.input.empty() || !recognized ||
        row.read == nullptr) {
      return false;
    }
  }
  return true;
}
static_assert(fleet_formats_complete());

}  // namespace cudacompat
