#include "doctor/situation.h"

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

const BuildTool* Situation::nvcc() const {
  const auto at = std::ranges::find(tools, "nvcc", &BuildTool::name);
  return at == tools.end() ? nullptr : &*at;
}

std::optional<Version> Situation::cuda_of(const BuildTool& tool) {
  const auto dot = tool.release.find('.');
  const auto end = tool.release.find('.', dot + 1);
  if (dot == std::string::npos) return std::nullopt;
  const auto version = parse_version(tool.release.substr(0, end));
  if (!version) return std::nullopt;
  return *version;
}

}  // namespace cudacompat
