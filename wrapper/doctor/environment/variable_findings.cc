// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "base/model/arch_list.h"
#include "doctor/environment/doctor_findings.h"
#include "doctor/environment/package_verdict.h"
#include "doctor/environment/suitable.h"
#include "judge/verdict/finding.h"
#include "judge/verdict/group_findings.h"

namespace cudacompat {
namespace {

/// "NAME=VALUE" of those that are set to something.
std::vector<std::string> set_ones(const Environment& variables,
                                  std::span<const char* const> names) {
  std::vector<std::string> out;
  for (const char* name : names) {
    const auto value = variables(name);
    if (value && !value->empty()) {
      out.push_back(fmt::format("{}={}", name, *value));
    }
  }
  return out;
}

std::string names_of(const std::vector<std::string>& settings) {
  std::string out;
  for (const std::string& one : settings) {
    out += " " + one.substr(0, one.find('='));
  }
  return out;
}

void nvcc_flags(const Environment& variables, std::vector<Finding>& out) {
  constexpr std::array kNames = {"NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"};
  const auto set = set_ones(variables, kNames);
  if (set.empty()) return;
  // Others change no code's architecture.
  const bool archs = std::ranges::any_of(set, [](const std::string& one) {
    return one.find("-arch") != std::string::npos ||
           one.find("-gencode") != std::string::npos ||
           one.find("-code") != std::string::npos ||
           one.find("-gpu-") != std::string::npos;
  });
  out.push_back(make_finding(
      "CC811", archs ? Severity::warning : Severity::note,
      fmt::format(
          "nvcc does not build what its command line says: it also gets {}",
          fmt::join(set, ", ")),
      "unset" + names_of(set)));
}

/// Whether the PTX of most containers loads, as CUDA_FORCE_PTX_JIT=1 asks.
bool ptx_loads(const Package& package, const DriverCase& machine) {
  std::uint64_t loads = 0;
  std::uint64_t all = 0;
  for (const ArtifactFacts& file : package.files) {
    for (const ContainerRef& ref : file.containers) {
      const ContainerShape& shape = file.shapes[ref.shape];
      if (!is_shipped(shape, file.file)) continue;
      ++all;
      if (driver_choice_of_ptx(shape, machine).outcome == Outcome::loads_jit) {
        ++loads;
      }
    }
  }
  return 2 * loads >= all;
}

/// The first package that works without the switch and not with it; empty:
/// there is none.
std::string broken_by(bool forced, const Snapshot& snapshot) {
  if (!snapshot.python) return "";
  for (const JudgedGroup& judged : snapshot.groups) {
    for (const Package& package : snapshot.python->packages) {
      const auto outcome =
          judge_package(package, judged, snapshot.policy).outcome;
      const bool broken = forced ? outcome == Outcome::loads &&
                                       !ptx_loads(package, oldest(judged))
                                 : outcome == Outcome::loads_jit;
      if (broken) return package.name;
    }
  }
  return "";
}

void jit_switches(const Snapshot& snapshot, std::vector<Finding>& out) {
  constexpr std::array kNames = {"CUDA_FORCE_PTX_JIT", "CUDA_FORCE_JIT",
                                 "CUDA_DISABLE_PTX_JIT", "CUDA_DISABLE_JIT"};
  auto set = set_ones(snapshot.variables, kNames);
  std::erase_if(set,
                [](const std::string& one) { return one.ends_with("=0"); });
  if (set.empty()) return;
  const bool forced = set.front().starts_with("CUDA_FORCE");
  const std::string broken = broken_by(forced, snapshot);
  out.push_back(make_finding(
      "CC812", broken.empty() ? Severity::warning : Severity::error,
      fmt::format(
          "the driver skips {} that would load (209, 222){}: {}",
          forced ? "SASS" : "PTX",
          broken.empty() ? "" : ", which is all that " + broken + " has",
          fmt::join(set, ", ")),
      "unset" + names_of(set)));
}

void hidden_devices(const Snapshot& snapshot, std::vector<Finding>& out) {
  const auto value = snapshot.variables("CUDA_VISIBLE_DEVICES");
  if (!snapshot.here || !value) return;
  if (!value->empty() && !value->starts_with("-1") && *value != "NoDevFiles") {
    return;
  }
  out.push_back(make_finding(
      "CC815", snapshot.driver_is_here() ? Severity::error : Severity::warning,
      fmt::format("programs find no device (error 100): "
                  "CUDA_VISIBLE_DEVICES=\"{}\" hides all",
                  *value),
      "unset CUDA_VISIBLE_DEVICES"));
}

/// What is built for `requests` by the toolkit at hand, as a framework's code.
FrameworkSpec as_framework(const std::vector<ArchRequest>& requests,
                           const BuildTool* nvcc) {
  FrameworkSpec spec;
  spec.name = "TORCH_CUDA_ARCH_LIST";
  if (nvcc != nullptr) spec.cuda = cuda_release(nvcc->release);
  for (const ArchRequest& request : requests) {
    spec.sass.insert(spec.sass.end(), request.sass.begin(), request.sass.end());
    if (request.ptx) spec.ptx.push_back(request.virtual_arch);
  }
  return spec;
}

void torch_list(const Snapshot& snapshot, std::vector<Finding>& out) {
  const auto value = snapshot.variables("TORCH_CUDA_ARCH_LIST");
  if (!value || value->empty()) return;
  const auto requests = parse_arch_list(*value, ArchDialect::torch);
  if (!requests) {
    out.push_back(make_finding(
        "CC813", Severity::warning,
        fmt::format("builds of torch extensions stop: TORCH_CUDA_ARCH_LIST=\"{}"
                    "\": {}",
                    *value, requests.error().message),
        "TORCH_CUDA_ARCH_LIST=\"8.0;9.0\", or: unset TORCH_CUDA_ARCH_LIST"));
    return;
  }
  for (const JudgedGroup& judged : snapshot.groups) {
    JudgedGroup alone = judged;
    alone.machine.frameworks = {as_framework(*requests, snapshot.nvcc())};
    const auto told = group_findings({alone});
    if (std::ranges::find(told, "CC607", &Finding::id) == told.end()) continue;
    const std::string cc = cc_to_string(judged.machine.gpu.cc);
    Finding finding = make_finding(
        "CC813", Severity::warning,
        fmt::format("torch extensions built here fail on {} with 209: "
                    "TORCH_CUDA_ARCH_LIST=\"{}\" has no code for {}",
                    judged.machine.name, *value, cc),
        fmt::format("TORCH_CUDA_ARCH_LIST=\"{}\", or: unset "
                    "TORCH_CUDA_ARCH_LIST",
                    cc));
    finding.target = judged.machine.name;
    out.push_back(std::move(finding));
  }
}

void no_ptxas(const Snapshot& snapshot, std::vector<Finding>& out) {
  const auto& set = snapshot.triton_ptxas;
  if (!set || !set->release.empty()) return;
  out.push_back(make_finding(
      "CC814", Severity::warning,
      fmt::format(
          "kernels of Triton are not assembled: TRITON_PTXAS_PATH={} is not "
          "a ptxas that runs",
          set->path),
      "unset TRITON_PTXAS_PATH"));
}

}  // namespace

std::vector<Finding> variable_findings(const Snapshot& snapshot) {
  std::vector<Finding> out;
  hidden_devices(snapshot, out);
  jit_switches(snapshot, out);
  nvcc_flags(snapshot.variables, out);
  torch_list(snapshot, out);
  no_ptxas(snapshot, out);
  return out;
}

}  // namespace cudacompat
