// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "doctor/environment/doctor_findings.h"
#include "doctor/environment/suitable.h"
#include "judge/verdict/finding.h"
#include "judge/verdict/fixes.h"

namespace cudacompat {
namespace {

/// nvcc's default code is PTX of its own release, and its runtime that of its
/// major.
void against_driver(const BuildTool& nvcc, Version toolkit,
                    const JudgedGroup& judged, std::vector<Finding>& out) {
  const DriverCase& machine = oldest(judged);
  if (!machine.cuda || toolkit <= *machine.cuda) return;
  const bool major = toolkit.major > machine.cuda->major;
  const auto ptx = ptx_isa_of(toolkit);
  Finding finding = make_finding(
      "CC821", Severity::warning,
      fmt::format("what nvcc {} builds fails on {}: {}PTX{} is refused with "
                  "222 where no SASS fits",
                  nvcc.release, describe(judged.machine.name, machine),
                  major ? "programs do not start (35), and " : "",
                  ptx ? fmt::format(" {}", to_string(*ptx)) : ""),
      join_fixes({major ? std::string() : fix_add_sass(machine, toolkit),
                  fix_older_toolkit(machine),
                  fix_newer_driver(toolkit, machine)}));
  finding.target = judged.machine.name;
  out.push_back(std::move(finding));
}

/// Toolkits of 13 make no code for Volta and older, those before 12.8 none for
/// Blackwell.
void against_gpu(const BuildTool& nvcc, Version toolkit,
                 const JudgedGroup& judged, std::vector<Finding>& out) {
  const DriverCase& machine = oldest(judged);
  const ReleaseRow* release = find_release(toolkit);
  const Arch arch{canonical_number(machine.cc), ArchScope::base};
  if (release == nullptr || find_arch(arch) == nullptr ||
      makes_code_for(machine, *release)) {
    return;
  }
  Finding finding = make_finding(
      "CC610", Severity::warning,
      fmt::format("nvcc {} makes no SASS for {}: it stops at "
                  "-arch=sm_{}",
                  nvcc.release, describe(judged.machine.name, machine),
                  to_string(arch)),
      fix_add_sass(machine, toolkit));
  finding.target = judged.machine.name;
  out.push_back(std::move(finding));
}

/// torch.utils.cpp_extension stops where the majors differ, and warns where
/// the minors do.
void against_torch(const BuildTool& nvcc, Version toolkit,
                   const Package& package, std::vector<Finding>& out) {
  if (toolkit == *package.cuda) return;
  const bool stops = toolkit.major != package.cuda->major;
  const std::string cuda = to_string(*package.cuda);
  out.push_back(make_finding(
      "CC822", stops ? Severity::warning : Severity::note,
      fmt::format(
          "extensions for {} {} {}: it was built with CUDA {}, and nvcc "
          "{} ({}) would compile them",
          package.name, package.version,
          stops ? "cannot be built here" : "are built with a warning", cuda,
          nvcc.release, nvcc.path),
      fmt::format("CUDA_HOME=/usr/local/cuda-{0} (conda install -c nvidia "
                  "cuda-toolkit={0}), or a torch for CUDA {1}",
                  cuda, to_string(toolkit))));
}

/// CuPy opens the libraries of its CUDA major at run time (Installing CuPy).
void libraries_of(const Snapshot& snapshot, const Package& package,
                  std::vector<Finding>& out) {
  const std::uint16_t major = package.cuda->major;
  const auto& available = snapshot.library_majors;
  if (std::ranges::find(available, major) != available.end()) return;
  std::string others;
  for (const std::uint16_t other : available) {
    others += fmt::format("{}CUDA {}", others.empty() ? "" : ", ", other);
  }
  // Another wheel must suit driver and GPU too.
  const bool suits =
      !others.empty() &&
      std::ranges::all_of(snapshot.groups, [&](const JudgedGroup& judged) {
        return major_suits(available.back(), judged);
      });
  const std::string libraries =
      fmt::format("for the libraries of CUDA {}: pip install \"{}[ctk]\"",
                  major, package.name);
  // A machine that is not this one may have what is missing here.
  out.push_back(make_finding(
      "CC823", snapshot.here ? Severity::error : Severity::warning,
      fmt::format(
          "{} {} cannot compile or start a kernel on this machine: it "
          "needs CUDA {} libraries (libnvrtc.so.{}), and {}",
          package.name, package.version, major, major,
          others.empty() ? "none are here" : "here are those of " + others),
      suits ? fmt::format("pip uninstall {}; pip install cupy-cuda{}x; or, {}",
                          package.name, available.back(), libraries)
            : libraries));
}

}  // namespace

std::vector<Finding> toolkit_findings(const Snapshot& snapshot) {
  std::vector<Finding> out;
  const BuildTool* nvcc = snapshot.nvcc();
  const auto toolkit =
      nvcc != nullptr ? cuda_release(nvcc->release) : std::nullopt;
  if (toolkit) {
    for (const JudgedGroup& judged : snapshot.groups) {
      against_driver(*nvcc, *toolkit, judged, out);
      against_gpu(*nvcc, *toolkit, judged, out);
    }
  }
  if (!snapshot.python) return out;
  for (const Package& package : snapshot.python->packages) {
    if (!package.cuda) continue;
    const auto& torch_nvcc = snapshot.extension_nvcc;
    const auto its =
        torch_nvcc ? cuda_release(torch_nvcc->release) : std::nullopt;
    if (package.framework == "torch" && its) {
      against_torch(*torch_nvcc, *its, package, out);
    }
    if (package.framework == "cupy") libraries_of(snapshot, package, out);
  }
  return out;
}

}  // namespace cudacompat
