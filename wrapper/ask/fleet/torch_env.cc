// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "ask/fleet/readers.h"
#include "base/model/target_values.h"
#include "base/text/split.h"

namespace cudacompat {
namespace {

void add_arch(std::vector<Arch>& archs, Arch arch) {
  constexpr std::size_t kMost = 500;  // a profile holds twice that
  if (archs.size() < kMost &&
      std::find(archs.begin(), archs.end(), arch) == archs.end()) {
    archs.push_back(arch);
  }
}

/// sm_80 and compute_90 in "['sm_80', 'compute_90']" (get_arch_list) and in
/// "-gencode;arch=compute_80,code=sm_80;..." (torch.__config__), where only
/// what follows code= is in the product.
void read_archs(std::string_view line, FrameworkSpec& torch) {
  const bool flags = line.find("code=") != std::string_view::npos;
  const std::string_view before = flags ? "code=" : "'";
  for (std::size_t at = line.find(before); at != std::string_view::npos;
       at = line.find(before, at + 1)) {
    const std::string_view rest = line.substr(at + before.size());
    const std::size_t end = std::min(rest.find_first_of("',;]) "), rest.size());
    const std::string_view word = rest.substr(0, end);
    const Result<Arch> arch = parse_arch(word);
    if (!arch) continue;
    if (word.starts_with("sm_")) add_arch(torch.sass, *arch);
    if (word.starts_with("compute_")) add_arch(torch.ptx, *arch);
  }
}

/// "GPU 0: NVIDIA A30", also without its number.
bool read_gpu(std::string_view text, FoundMachine& machine) {
  if (!take_prefix(text, "GPU ")) return false;
  const std::size_t colon = text.find(": ");
  if (colon == std::string_view::npos) return false;
  text = text.substr(colon + 2);
  add_gpu(machine,
          {std::string(trimmed(text.substr(0, text.find(" (UUID")))), {}});
  return true;
}

class TorchEnv {
 public:
  void line(std::string_view text) {
    text = trimmed(text);
    if (text.find("'sm_") != std::string_view::npos ||
        text.find("code=sm_") != std::string_view::npos) {
      read_archs(text, torch_);
    }
    if (in_gpus_ && read_gpu(text, machine_)) return;
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return;
    const std::string_view key = trimmed(text.substr(0, colon));
    const std::string_view value = trimmed(text.substr(colon + 1));
    if (key.starts_with("MIG ")) return;
    in_gpus_ = key == "GPU models and configuration";
    if (in_gpus_) read_gpu(value, machine_);
    if (key == "Nvidia driver version") set_driver(machine_, value);
    if (key == "PyTorch version") torch_.version = value;
    if (key == "CUDA used to build PyTorch") {
      FoundMachine said;
      set_cuda(said, value);
      torch_.cuda = said.cuda;
    }
    if (key == "OS" || key == "Python platform") read_system(value);
  }

  FoundMachine take() {
    // Frameworks of other makers, or none, have no CUDA release here.
    if (torch_.cuda || !torch_.sass.empty()) {
      torch_.name = "torch";
      std::sort(torch_.sass.begin(), torch_.sass.end());
      std::sort(torch_.ptx.begin(), torch_.ptx.end());
      machine_.frameworks.push_back(std::move(torch_));
    }
    return std::move(machine_);
  }

 private:
  void read_system(std::string_view value) {
    if (value.find("WSL2") != std::string_view::npos) machine_.os = Os::wsl;
    if (machine_.os) return;
    if (value.find("Windows") != std::string_view::npos) {
      machine_.os = Os::windows_x86_64;
    } else if (value.find("aarch64") != std::string_view::npos) {
      machine_.os = Os::linux_aarch64;
    }
  }

  FoundMachine machine_;
  FrameworkSpec torch_;
  bool in_gpus_ = false;
};

}  // namespace

/// python -m torch.utils.collect_env, and vLLM's with padded keys. "CUDA
/// runtime version" is the nvcc in PATH and says nothing about the driver.
Result<void> read_torch_env(const Lines& lines, Fleet& fleet) {
  TorchEnv env;
  for (const std::string& line : lines) env.line(line);
  return add_single(env.take(), fleet);
}

}  // namespace cudacompat
