// SPDX-License-Identifier: Apache-2.0
#include "ask/fleet/gpu_labels.h"

#include <fmt/format.h>

#include <map>

#include "base/text/split.h"

namespace cudacompat {
namespace {

using Labels = std::map<std::string_view, std::string_view>;

constexpr std::string_view kNvidia = "nvidia.com/";

std::string_view label(const Labels& labels, std::string_view name) {
  const auto at = labels.find(name);
  return at == labels.end() ? std::string_view() : at->second;
}

/// "455" "06" "" -> "455.06": what is empty is left out. GPU feature discovery
/// before 0.16 writes cuda.driver.{major,minor,rev}, later versions
/// cuda.driver-version.{full,major,minor,revision}.
std::string version(const Labels& labels, std::string_view stem,
                    std::string_view old_stem) {
  std::string full(label(labels, fmt::format("{}.full", stem)));
  if (!full.empty()) return full;
  const auto joined = [&](std::string_view from, std::string_view last) {
    std::string out(label(labels, fmt::format("{}.major", from)));
    for (const std::string_view part : {std::string_view("minor"), last}) {
      const auto value = label(labels, fmt::format("{}.{}", from, part));
      if (out.empty() || value.empty()) break;
      out.append(".").append(value);
    }
    return out;
  };
  const std::string parts = joined(stem, "revision");
  return parts.empty() ? joined(old_stem, "rev") : parts;
}

/// "feature.node.kubernetes.io/pci-0302_10de.present": 10de is NVIDIA.
bool is_nvidia_pci(std::string_view name) {
  constexpr std::string_view kPci = "feature.node.kubernetes.io/pci-";
  return name.starts_with(kPci) && name.ends_with("10de.present");
}

void read_nvidia(const Labels& labels, GpuLabels& out) {
  FoundMachine& machine = out.machine;
  const std::string driver =
      version(labels, "cuda.driver-version", "cuda.driver");
  set_driver(machine, driver);
  set_cuda(machine, version(labels, "cuda.runtime-version", "cuda.runtime"));
  machine.cuda_of_container = true;
  const std::string_view product = label(labels, "gpu.product");
  const auto cc = found_cc(version(labels, "gpu.compute", "gpu.compute"));
  out.described = !product.empty() || cc.has_value();
  if (out.described) machine.gpus.push_back({std::string(product), cc});
  out.devices = number_or(label(labels, "gpu.count"), 0) *
                number_or(label(labels, "gpu.replicas"), 1);
}

}  // namespace

GpuLabels read_gpu_labels(const JsonItem& labels) {
  GpuLabels out;
  if (!labels.IsObject()) return out;
  Labels nvidia;
  Labels system;
  for (const auto& member : labels.GetObject()) {
    std::string_view name = json_string(member.name);
    if (!member.value.IsString()) continue;
    const std::string_view value = json_string(member.value);
    if (is_nvidia_pci(name) && value == "true") out.nvidia_pci = true;
    Labels* where = nullptr;
    if (take_prefix(name, kNvidia)) {
      where = &nvidia;
    } else if (take_prefix(name, "kubernetes.io/")) {
      where = &system;
    } else {
      continue;
    }
    const auto [at, added] = where->emplace(name, value);
    if (!added) at->second = {};
  }
  if (!nvidia.empty()) read_nvidia(nvidia, out);
  if (!out.machine.os) {
    out.machine.os = found_os(label(system, "os"), label(system, "arch"));
  }
  return out;
}

}  // namespace cudacompat
