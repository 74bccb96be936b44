#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "ask/fleet/found.h"
#include "base/bytes/byte_source.h"

namespace cudacompat {

/// Kinds of descriptions of machines that other tools write.
enum class FleetKind : std::uint8_t {
  kubernetes,      // kubectl get nodes -o json|yaml, labels of GPU
                   // feature discovery
  resource_slice,  // kubectl get resourceslices -o json|yaml
  node_feature,    // kubectl get nodefeatures -A -o json|yaml
  slurm,           // scontrol show node [--json|--yaml], sinfo --json|
                   // --yaml, gres.conf, slurm.conf
  prometheus,      // metrics of dcgm-exporter: its text, or Prometheus' JSON
  nvidia_smi,      // table, -q, -q -x, -L, --query-gpu=... --format=csv
  device_query,    // deviceQuery, /proc/driver/nvidia/version
  torch_env,       // collect_env of torch or vLLM
  conda,           // conda info [--json], CONDA_OVERRIDE_CUDA[_ARCH]
  container,       // NVIDIA_REQUIRE_CUDA in an environment or docker inspect
  jetson,          // /etc/nv_tegra_release, jetson_release
};

struct FleetKindRow {
  FleetKind kind;
  std::string_view name;   // "nvidia-smi"
  std::string_view input;  // what makes such a text
};
std::span<const FleetKindRow> fleet_kinds();

/// What kind of description this is, by its first bytes. The error says what
/// was looked for.
Result<FleetKind> detect_fleet_kind(ByteSource& source);

/// Adds the machines of a source. An error where the text is not of that kind,
/// is cut off, or describes no machine; what single machines lack goes to the
/// fleet's remarks.
Result<void> import_fleet(ByteSource& source, FleetKind kind, Fleet& fleet);

}  // namespace cudacompat
