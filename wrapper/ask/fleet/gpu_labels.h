// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "ask/fleet/found.h"
#include "base/json/json_items.h"

namespace cudacompat {

/// What the labels of a Kubernetes node tell about its GPUs.
struct GpuLabels {
  FoundMachine machine;       // node, GPU, driver, CUDA, system
  bool described = false;     // GPU feature discovery has been there
  bool nvidia_pci = false;    // node feature discovery saw an NVIDIA GPU
  std::uint64_t devices = 0;  // labelled GPUs, each as often as it is shared
};

/// Reads the labels of GPU feature discovery, in the spelling of its versions
/// (cuda.driver.major, cuda.driver-version.full ...), and the node's system.
/// A label that stands twice counts as absent.
GpuLabels read_gpu_labels(const JsonItem& labels);

}  // namespace cudacompat
