// SPDX-License-Identifier: Apache-2.0
#include "ask/fleet/found.h"

#include <algorithm>
#include <utility>

#include "base/model/target_values.h"
#include "base/text/split.h"
#include "judge/facts/tables.h"

namespace cudacompat {

void add_gpu(FoundMachine& machine, FoundGpu gpu) {
  const bool known = std::any_of(
      machine.gpus.begin(), machine.gpus.end(), [&](const FoundGpu& other) {
        return other.name == gpu.name && other.cc == gpu.cc;
      });
  if (!known && machine.gpus.size() <= kMostGpus)
    machine.gpus.push_back(std::move(gpu));
}

void set_driver(FoundMachine& machine, std::string_view text) {
  const Result<DriverVersion> version = parse_driver_version(trimmed(text));
  if (!version) return;
  constexpr std::uint16_t kLeastBranch = 100;
  if (version->branch >= kLeastBranch) {
    machine.driver = DriverRange{*version, *version, false};
    return;
  }
  machine.cuda = cuda_of_jetson_linux(*version);
  machine.os = Os::linux_aarch64;
}

void set_cuda(FoundMachine& machine, std::string_view text) {
  text = trimmed(text);
  const std::size_t patch = text.find('.', text.find('.') + 1);
  if (text.find('.') == std::string_view::npos) return;
  const Result<Version> version = read_cuda(text.substr(0, patch));
  if (version) machine.cuda = *version;
}

std::optional<Cc> found_cc(std::string_view text) {
  text = trimmed(text);
  if (text.ends_with(".0") && text.find('.') != text.size() - 2) {
    text.remove_suffix(2);  // a semantic version
  }
  const Result<Cc> cc = parse_cc(text);
  return cc ? std::optional(*cc) : std::nullopt;
}

std::optional<Os> found_os(std::string_view system, std::string_view machine) {
  const bool arm = machine == "arm64" || machine == "aarch64";
  if (!arm && machine != "amd64" && machine != "x86_64") return std::nullopt;
  if (system == "linux") return arm ? Os::linux_aarch64 : Os::linux_x86_64;
  if (system == "windows" && !arm) return Os::windows_x86_64;
  return std::nullopt;
}

}  // namespace cudacompat
