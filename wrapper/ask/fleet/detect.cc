#include <algorithm>
#include <array>
#include <string>

#include "ask/fleet/import.h"
#include "ask/fleet/readers.h"
#include "ask/fleet/smi_errors.h"
#include "base/text/message_text.h"
#include "base/text/split.h"

namespace cudacompat {
namespace {

constexpr std::array kKinds = {
    FleetKindRow{FleetKind::kubernetes, "kubernetes",
                 "kubectl get nodes -o json|yaml"},
    FleetKindRow{FleetKind::resource_slice, "resourceslice",
                 "kubectl get resourceslices -o json|yaml"},
    FleetKindRow{FleetKind::node_feature, "nodefeature",
                 "kubectl get nodefeatures -A -o json|yaml"},
    FleetKindRow{FleetKind::slurm, "slurm",
                 "scontrol show node, sinfo --json, gres.conf"},
    FleetKindRow{FleetKind::prometheus, "prometheus",
                 "metrics of dcgm-exporter, or a query's JSON"},
    FleetKindRow{FleetKind::nvidia_smi, "nvidia-smi",
                 "nvidia-smi, -q, -q -x, -L, --format=csv"},
    FleetKindRow{FleetKind::device_query, "devicequery",
                 "deviceQuery, /proc/driver/nvidia/version"},
    FleetKindRow{FleetKind::torch_env, "torch-env",
                 "python -m torch.utils.collect_env"},
    FleetKindRow{FleetKind::conda, "conda", "conda info, CONDA_OVERRIDE_CUDA"},
    FleetKindRow{FleetKind::container, "container",
                 "NVIDIA_REQUIRE_CUDA, docker inspect"},
    FleetKindRow{FleetKind::jetson, "jetson",
                 "/etc/nv_tegra_release, jetson_release"},
};

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// Node, NodeList, ...; a bare List tells nothing.
std::optional<FleetKind> kind_of_object(std::string_view kind) {
  if (kind.ends_with("List")) kind.remove_suffix(4);
  if (kind == "Node") return FleetKind::kubernetes;
  if (kind == "ResourceSlice") return FleetKind::resource_slice;
  if (kind == "NodeFeature") return FleetKind::node_feature;
  return std::nullopt;
}

/// By the first "kind" of an object of Kubernetes that is no bare List.
std::optional<FleetKind> kubernetes_kind(std::string_view head) {
  constexpr std::string_view kKey = "\"kind\"";
  for (std::size_t at = head.find(kKey); at != std::string_view::npos;
       at = head.find(kKey, at + 1)) {
    std::string_view rest = trimmed(head.substr(at + kKey.size()));
    if (!take_prefix(rest, ":")) continue;
    rest = trimmed(rest);
    if (!take_prefix(rest, "\"")) continue;
    if (const auto kind = kind_of_object(rest.substr(0, rest.find('"')))) {
      return kind;
    }
  }
  return std::nullopt;
}

std::optional<FleetKind> json_kind(std::string_view head) {
  if (const auto kind = kubernetes_kind(head)) return kind;
  if (has(head, "\"resultType\"") || has(head, "\"metric\"")) {
    return FleetKind::prometheus;
  }
  if (has(head, "NVIDIA_REQUIRE_CUDA")) return FleetKind::container;
  if (has(head, "\"__cuda") || has(head, "\"virtual_pkgs\"")) {
    return FleetKind::conda;
  }
  if (has(head, "\"nodes\"") || has(head, "\"gres\"")) return FleetKind::slurm;
  return std::nullopt;
}

/// Whether a key of the root is there, as Slurm's --yaml writes it, which may
/// name the types of all ("!!str nodes: !!seq").
bool has_root_key(std::string_view head, std::string_view key) {
  for (std::size_t at = 0; at < head.size();) {
    const std::size_t end = std::min(head.find('\n', at), head.size());
    std::string_view line = head.substr(at, end - at);
    take_prefix(line, "!!str ");
    if (take_prefix(line, key) && line.starts_with(':')) return true;
    at = end + 1;
  }
  return false;
}

bool is_slurm_yaml(std::string_view head) {
  return has_root_key(head, "nodes") || has_root_key(head, "sinfo");
}

std::optional<FleetKind> yaml_kind(std::string_view head) {
  for (std::string_view line : split(head, '\n')) {
    take_prefix(line, "- ");
    if (!take_prefix(line, "kind:")) continue;
    line = trimmed(line);
    if (line.starts_with('"') && line.ends_with('"') && line.size() > 1) {
      line = line.substr(1, line.size() - 2);
    }
    if (const auto kind = kind_of_object(line)) return kind;
  }
  if (is_slurm_yaml(head)) return FleetKind::slurm;
  return std::nullopt;
}

struct Mark {
  std::string_view text;
  FleetKind kind;
};

/// The first that is in the text decides: what may quote others comes first.
constexpr Mark kMarks[] = {
    {"Collecting environment information", FleetKind::torch_env},
    {"GPU models and configuration", FleetKind::torch_env},
    {"PyTorch version", FleetKind::torch_env},
    {"<nvidia_smi_log", FleetKind::nvidia_smi},
    {"NVIDIA-SMI", FleetKind::nvidia_smi},
    {"NVSMI LOG", FleetKind::nvidia_smi},
    {"DCGM_FI_", FleetKind::prometheus},
    {"nvidia_smi_gpu_info", FleetKind::prometheus},
    {"CUDA Capability Major/Minor", FleetKind::device_query},
    {"cudaGetDeviceCount returned", FleetKind::device_query},
    {"NVIDIA_REQUIRE_CUDA", FleetKind::container},
    {"CONDA_OVERRIDE_CUDA", FleetKind::conda},
    {"__cuda=", FleetKind::conda},
    {"NodeName=", FleetKind::slurm},
    {"Name=gpu", FleetKind::slurm},
    {"REVISION:", FleetKind::jetson},
    {"L4T ", FleetKind::jetson},
    {"nvidia-l4t-core", FleetKind::jetson},
    {"(UUID: GPU-", FleetKind::nvidia_smi},
    {"NVRM version:", FleetKind::device_query},
    {"driver_version", FleetKind::nvidia_smi},
    {"compute_cap", FleetKind::nvidia_smi},
};

/// A line of CSV without a header, or an error in place of an answer.
bool is_smi_text(std::string_view head) {
  for (const std::string_view line : split(head, '\n')) {
    if (smi_error(line) || is_lost_gpu(line)) return true;
    if (!has(line, ",")) continue;
    for (const std::string_view cell : split(line, ',')) {
      FoundMachine said;
      set_driver(said, cell);
      if (said.driver && said.driver->low.parts > 1) return true;
    }
  }
  return false;
}

Result<void> import_smi(ByteSource& source, Fleet& fleet) {
  const auto head = head_of(source);
  if (!head) return tl::unexpected(head.error());
  if (has(*head, "<nvidia_smi_log") || has(*head, "<?xml")) {
    return read_smi_xml(source, fleet);
  }
  const auto lines = lines_of(source);
  if (!lines) return tl::unexpected(lines.error());
  if (has(*head, "NVSMI LOG")) return read_smi_query(*lines, fleet);
  if (has(*head, "(UUID: GPU-")) return read_smi_list(*lines, fleet);
  if (has(*head, "|")) return read_smi_table(*lines, fleet);
  return read_smi_csv(*lines, fleet);
}

}  // namespace

std::span<const FleetKindRow> fleet_kinds() { return kKinds; }

Result<FleetKind> detect_fleet_kind(ByteSource& source) {
  const auto head = head_of(source);
  if (!head) return tl::unexpected(head.error());
  if (trimmed(*head).empty()) return fail(0, "it is empty");
  if (is_json(*head)) {
    if (const auto kind = json_kind(*head)) return *kind;
    if (has(*head, "\"schema_version\"") && has(*head, "\"targets\"")) {
      return fail(Error::kNoOffset,
                  "it is a profile already; `cudacompat profile merge` joins "
                  "profiles");
    }
  } else {
    if (const auto kind = yaml_kind(*head)) return *kind;
    for (const Mark& mark : kMarks) {
      if (has(*head, mark.text)) return mark.kind;
    }
    if (is_smi_text(*head)) return FleetKind::nvidia_smi;
  }
  std::vector<std::string_view> names;
  names.reserve(kKinds.size());
  for (const FleetKindRow& row : kKinds) names.push_back(row.name);
  return fail(Error::kNoOffset,
              "it is no description of machines that is known by its looks; "
              "name its kind with --from: {}",
              one_of(names));
}

Result<void> import_fleet(ByteSource& source, FleetKind kind, Fleet& fleet) {
  const auto head = head_of(source);
  if (!head) return tl::unexpected(head.error());
  const bool json = is_json(*head);
  switch (kind) {
    case FleetKind::kubernetes:
      return read_kubernetes(source, fleet);
    case FleetKind::resource_slice:
      return read_resource_slices(source, fleet);
    case FleetKind::node_feature:
      return read_node_features(source, fleet);
    case FleetKind::slurm:
      if (!json && !is_slurm_yaml(*head)) return read_slurm_text(source, fleet);
      return (json ? has(*head, "\"sinfo\":") : has_root_key(*head, "sinfo"))
                 ? read_slurm_rows(source, fleet)
                 : read_slurm_nodes(source, fleet);
    case FleetKind::prometheus:
      return json ? read_prometheus_json(source, fleet)
                  : read_prometheus_text(source, fleet);
    case FleetKind::nvidia_smi:
      return import_smi(source, fleet);
    default:
      break;
  }
  const auto lines = lines_of(source);
  if (!lines) return tl::unexpected(lines.error());
  switch (kind) {
    case FleetKind::device_query:
      return read_device_query(*lines, fleet);
    case FleetKind::torch_env:
      return read_torch_env(*lines, fleet);
    case FleetKind::conda:
      return read_conda(*lines, fleet);
    case FleetKind::container:
      return read_container(*lines, fleet);
    default:
      return read_jetson(*lines, fleet);
  }
}

}  // namespace cudacompat
