// SPDX-License-Identifier: Apache-2.0
#include "doctor/environment/snapshot.h"

#include <algorithm>
#include <filesystem>

namespace cudacompat {

DriverTraces find_driver_traces(const std::string& root,
                                const Environment& variables) {
  const auto exists = [&](const char* path) {
    std::error_code error;
    return std::filesystem::exists(root + path, error);
  };
  DriverTraces traces;
  traces.kernel_module = exists("/proc/driver/nvidia/version");
  traces.device_nodes = exists("/dev/nvidiactl") || exists("/dev/nvhost-gpu");
  traces.wsl = exists("/dev/dxg") && exists("/usr/lib/wsl/lib/libcuda.so.1");
  traces.nvidia_smi = find_in_path("nvidia-smi", variables).has_value();
  traces.pod = variables("KUBERNETES_SERVICE_HOST").has_value();
  traces.container = traces.pod || exists("/.dockerenv") ||
                     exists("/run/.containerenv") || exists("/.singularity.d");
  return traces;
}

const BuildTool* Snapshot::nvcc() const {
  const auto at = std::ranges::find(tools, "nvcc", &BuildTool::name);
  return at == tools.end() ? nullptr : &*at;
}

bool Snapshot::driver_is_here() const {
  constexpr int kNoDevice = 100;
  const auto& error = machine.driver.error;
  return traces.kernel_module || traces.device_nodes || traces.wsl ||
         traces.nvidia_smi || machine.driver.kernel || !machine.from.empty() ||
         (error && error->code > 0 && error->code != kNoDevice);
}

}  // namespace cudacompat
