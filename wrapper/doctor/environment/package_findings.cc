// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "ask/frameworks/torch_wheel.h"
#include "doctor/environment/doctor_findings.h"
#include "doctor/environment/package_verdict.h"
#include "doctor/environment/suitable.h"
#include "judge/facts/virtual_gpu.h"
#include "judge/verdict/finding.h"
#include "judge/verdict/fixes.h"

namespace cudacompat {
namespace {

std::string title(const Package& package) {
  return fmt::format("{} {}", package.name, package.version);
}

/// The newest CUDA major, not the package's own, that suits the group.
std::optional<std::uint16_t> other_major(const Package& package,
                                         const JudgedGroup& judged) {
  for (std::uint16_t major = newest_release().major; major >= 11; --major) {
    const bool own = package.cuda && package.cuda->major == major;
    if (!own && major_suits(major, judged)) return major;
  }
  return std::nullopt;
}

/// How each framework's makers ship it for what the group has; empty: not at
/// all, or nothing better than what is there.
std::string other_wheel(const Snapshot& snapshot, const Package& package,
                        const JudgedGroup& judged) {
  const DriverCase& machine = oldest(judged);
  if (package.framework == "torch") {
    const auto wheel = newest_torch_for(judged, python_of(*snapshot.python));
    if (wheel) return pip_command(*wheel);
    return machine.tegra ? "install NVIDIA's build for Jetson (Installing "
                           "PyTorch for Jetson Platform)"
                         : "";
  }
  const auto major = other_major(package, judged);
  if (!major || machine.tegra) return "";
  if (package.framework == "cupy") {
    return fmt::format("pip uninstall {0}; pip install cupy-cuda{1}x",
                       package.name, *major);
  }
  if (package.framework == "jax") {
    return fmt::format("pip uninstall {0}; pip install \"jax[cuda{1}]\"",
                       package.name, *major);
  }
  return "";
}

/// Each build system has its own variable for architectures.
std::string from_source(const Package& package, const DriverCase& machine) {
  const std::string cc = cc_to_string(machine.cc);
  const std::string torch = fmt::format("TORCH_CUDA_ARCH_LIST=\"{}\"", cc);
  std::string variable =
      fmt::format("{} or CMAKE_CUDA_ARCHITECTURES={}-real", torch, machine.cc);
  if (package.framework == "torch") variable = torch;
  if (package.framework == "cupy") {
    variable = fmt::format(
        "CUPY_NVCC_GENERATE_CODE=arch=compute_{0},code=sm_{0}", machine.cc);
  }
  if (package.framework == "jax" || package.framework == "tensorflow") {
    variable =
        fmt::format("HERMETIC_CUDA_COMPUTE_CAPABILITIES=sm_{}", machine.cc);
  }
  const ArchRow* row = find_arch(Arch{canonical_number(machine.cc)});
  const bool ended = row != nullptr && row->last_toolkit != Version{};
  return fmt::format("build {} from source for {}{}: {}", package.name, cc,
                     ended ? fmt::format(" with CUDA {} or older",
                                         to_string(row->last_toolkit))
                           : "",
                     variable);
}

/// Another build of it, where its makers' wheels are not known here.
std::string other_build(const Snapshot& snapshot, const Package& package,
                        const JudgedGroup& judged, bool for_gpu) {
  const DriverCase& machine = oldest(judged);
  const std::string wheel = other_wheel(snapshot, package, judged);
  if (!wheel.empty()) return wheel;
  if (for_gpu) {
    return fmt::format("install a build of {} with code for {}", package.name,
                       cc_to_string(machine.cc));
  }
  return machine.cuda
             ? fmt::format("install a build of {} for CUDA {} or older",
                           package.name, to_string(*machine.cuda))
             : "";
}

std::string package_fix(const Snapshot& snapshot, const Package& package,
                        const JudgedGroup& judged, Outcome outcome,
                        const Finding& why) {
  const DriverCase& machine = oldest(judged);
  const bool for_gpu = outcome == Outcome::fails_209;
  const std::string build = other_build(snapshot, package, judged, for_gpu);
  // The driver of a vGPU is its host's matter.
  if (for_gpu || is_virtual_gpu(judged.machine.gpu.name)) {
    return join_fixes({build, from_source(package, machine)});
  }
  if (outcome != Outcome::fails_222 && outcome != Outcome::fails_200 &&
      outcome != Outcome::fails_35) {
    return why.fix;
  }
  // A library in it may be of another release than the package.
  const bool newer =
      package.cuda && machine.cuda && *package.cuda > *machine.cuda;
  return join_fixes(
      {build, newer ? fix_newer_driver(*package.cuda, machine) : why.fix});
}

std::string share(std::uint64_t some, const PackageVerdict& verdict) {
  return fmt::format("{} of {} fatbins", some, verdict.all());
}

/// Most of the package loads; what does not is told by why that is.
void rest_of(const Snapshot& snapshot, const Package& package,
             const JudgedGroup& judged, const PackageVerdict& verdict,
             std::vector<Finding>& out) {
  if (verdict.other) {
    out.push_back(
        make_finding("CC828", Severity::warning,
                     fmt::format("{}: most of it loads, and not all of it: {}",
                                 title(package), verdict.other->message),
                     join_fixes({other_build(snapshot, package, judged, false),
                                 verdict.other->fix})));
  }
  if (const std::uint64_t doubtful =
          verdict.containers[std::size_t(Outcome::unknown)];
      doubtful != 0) {
    out.push_back(make_finding(
        kUnknownId, Severity::warning,
        fmt::format("whether all of {} loads on {} is not known: {} cannot be "
                    "judged",
                    title(package),
                    describe(judged.machine.name, oldest(judged)),
                    share(doubtful, verdict)),
        "cudacompat check on its files says which and why"));
  }
  const std::uint64_t without =
      verdict.containers[std::size_t(Outcome::fails_209)];
  if (without == 0) return;
  out.push_back(make_finding(
      "CC824", Severity::note,
      fmt::format("{}: {} have no code for {}: kernels for other GPUs, which a "
                  "package picks among at run time",
                  title(package), share(without, verdict),
                  describe(judged.machine.name, oldest(judged))),
      "none where the package works; cudacompat check FILE tells of each"));
}

/// torch and TensorFlow tell what they were built for.
bool without_cuda(const Snapshot& snapshot, const Package& package,
                  const JudgedGroup& judged, std::vector<Finding>& out) {
  if (package.platform.empty() || package.platform == "cuda") return false;
  const std::string wheel = other_wheel(snapshot, package, judged);
  out.push_back(make_finding(
      "CC827", Severity::error,
      fmt::format("{} does not use the GPU of {} (Torch not compiled with CUDA "
                  "enabled): it was built for {}",
                  title(package), judged.machine.name, package.platform),
      wheel.empty() ? "install its build for CUDA" : wheel));
  return true;
}

void on_class(const Snapshot& snapshot, const Package& package,
              const JudgedGroup& judged, std::vector<Finding>& out) {
  const Policy& policy = snapshot.policy;
  if (without_cuda(snapshot, package, judged, out)) return;
  const PackageVerdict verdict = judge_package(package, judged, policy);
  if (verdict.unread != 0) {
    out.push_back(make_finding(
        kUnknownId, Severity::warning,
        fmt::format("whether all of {} loads is not known: {} of its {} files "
                    "with device code could not be read",
                    title(package), verdict.unread, package.files.size()),
        "cudacompat check on them says which part"));
  }
  if (!verdict.outcome) return;
  if (policy.accepts(*verdict.outcome)) {
    rest_of(snapshot, package, judged, verdict, out);
    return;
  }
  const std::string why = verdict.why
                              ? verdict.why->message
                              : "no finding tells why: please report this";
  const std::string message =
      fmt::format("{} ({}): {}", title(package),
                  share(verdict.all() - verdict.loading(), verdict), why);
  const std::string fix = verdict.why
                              ? package_fix(snapshot, package, judged,
                                            *verdict.outcome, *verdict.why)
                              : "";
  if (*verdict.outcome == Outcome::unknown) {
    out.push_back(make_finding(kUnknownId, Severity::warning,
                               "not known: " + message, fix));
  } else {
    out.push_back(make_finding(verdict.why ? verdict.why->id : kUnknownId,
                               Severity::error, message, fix));
  }
}

/// A ptxas at hand that makes code for the GPU, in a cubin of a major that the
/// driver reads.
const BuildTool* fitting_ptxas(const Snapshot& snapshot,
                               const DriverCase& machine) {
  for (const BuildTool& tool : snapshot.tools) {
    const auto cuda = cuda_release(tool.release);
    if (tool.name != "ptxas" || !cuda) continue;
    const ReleaseRow* release = find_release(*cuda);
    if (release != nullptr && makes_code_for(machine, *release) &&
        (!machine.cuda || cuda->major <= machine.cuda->major)) {
      return &tool;
    }
  }
  return nullptr;
}

/// Triton gives its PTX to a ptxas, never to the driver.
void triton_ptxas(const Snapshot& snapshot, const Package& package,
                  const JudgedGroup& judged, std::vector<Finding>& out) {
  const auto& named = snapshot.triton_ptxas;
  const BuildTool* set = named && !named->release.empty() ? &*named : nullptr;
  const auto cuda = set != nullptr ? cuda_release(set->release) : package.cuda;
  if (!cuda) return;
  const ReleaseRow* release = find_release(*cuda);
  const DriverCase& machine = oldest(judged);
  const std::string whose =
      set ? "TRITON_PTXAS_PATH=" + set->path : "the ptxas of " + title(package);
  std::string why;
  if (release != nullptr && !makes_code_for(machine, *release)) {
    why = fmt::format("{} is of CUDA {}, which has no code for {}", whose,
                      to_string(*cuda), cc_to_string(machine.cc));
  } else if (machine.cuda && cuda->major > machine.cuda->major) {
    why = fmt::format(
        "{} is of CUDA {}, and this driver reads no SASS newer "
        "than CUDA {} (200)",
        whose, to_string(*cuda), machine.cuda->major);
  } else {
    return;
  }
  const BuildTool* other = fitting_ptxas(snapshot, machine);
  out.push_back(make_finding(
      "CC814", Severity::error,
      fmt::format("kernels of Triton (torch.compile too) fail on {}: {}",
                  describe(judged.machine.name, machine), why),
      set != nullptr ? "unset TRITON_PTXAS_PATH"
      : other != nullptr
          ? "TRITON_PTXAS_PATH=" + other->path
          : "set TRITON_PTXAS_PATH to a ptxas of a CUDA release that has code "
            "for the GPU and is of no newer major than the driver's"));
}

}  // namespace

std::vector<Finding> package_findings(const Snapshot& snapshot) {
  std::vector<Finding> out;
  if (!snapshot.python) return out;
  for (const JudgedGroup& judged : snapshot.groups) {
    // On such a machine nothing works, whatever is installed.
    const DriverCase* blocked = worst_blocked(judged);
    if (blocked != nullptr && fails(blocked->blocked)) continue;
    const std::size_t first = out.size();
    for (const Package& package : snapshot.python->packages) {
      on_class(snapshot, package, judged, out);
      if (package.framework == "triton") {
        triton_ptxas(snapshot, package, judged, out);
      }
    }
    for (std::size_t i = first; i < out.size(); ++i) {
      out[i].target = judged.machine.name;
    }
  }
  return out;
}

}  // namespace cudacompat
