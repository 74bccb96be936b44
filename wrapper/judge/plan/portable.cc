// SPDX-License-Identifier: Apache-2.0
#include "judge/plan/portable.h"

#include <algorithm>

#include "judge/facts/tables.h"

namespace cudacompat {
namespace {

bool builds_for(const ToolkitFacts& toolkit, Cc cc) {
  const Arch own{cc, ArchScope::base};
  return std::ranges::find(toolkit.archs, own) != toolkit.archs.end();
}

/// The later of the major's minimum driver and the GPU's first branch; nullopt
/// where there is no number (Windows from CUDA 13 on).
std::optional<DriverVersion> oldest_driver(Version cuda, const GpuRow& gpu,
                                           Os os) {
  const MinimumDriverRow* row = find_minimum_driver(cuda.major);
  if (row == nullptr) return std::nullopt;
  const bool windows = is_windows(os);
  const DriverVersion least = windows ? row->windows : row->linux_;
  if (least.parts == 0) return std::nullopt;
  // Branch numbers are Linux's: there the first release of the branch's CUDA
  // is named, elsewhere the driver of that CUDA.
  const auto branches = branch_table();
  const auto branch =
      std::ranges::find(branches, gpu.first_branch, &BranchRow::branch);
  if (branch == branches.end()) return least;
  const auto first = driver_of_cuda(branch->cuda, os);
  return first && !at_least(least, *first) ? *first : least;
}

TargetSpec target_of(const GpuRow& gpu, const ToolkitFacts& toolkit, Os os) {
  TargetSpec target;
  target.name = fmt::format("{} ({})", gpu.names, cc_to_string(gpu.cc));
  target.gpus = {GpuSpec{gpu.cc, "", gpu.tegra}};
  target.os = os;
  const auto driver =
      gpu.tegra ? std::nullopt : oldest_driver(toolkit.cuda, gpu, os);
  if (driver) {
    target.driver = DriverRange{*driver, *driver, false};
  } else {
    // A Jetson's driver comes with its CUDA release and has its own numbers.
    const ArchRow* row = find_arch({gpu.cc, ArchScope::base});
    const Version first = row != nullptr ? row->first_toolkit : Version{};
    // Minor versions are interchangeable from 11 on.
    const Version least =
        toolkit.cuda.major < 11 ? toolkit.cuda : Version{toolkit.cuda.major, 0};
    target.cuda = std::max(least, first);
  }
  return target;
}

}  // namespace

Os host_os() {
#if defined(_WIN32)
  return Os::windows_x86_64;
#elif defined(__aarch64__)
  return Os::linux_aarch64;
#else
  return Os::linux_x86_64;
#endif
}

Profile portable_profile(const ToolkitFacts& toolkit, Os os) {
  Profile profile;
  profile.name = "portable";
  profile.policy.future_gpus = true;
  for (const GpuRow& gpu : gpu_table()) {
    if (!builds_for(toolkit, gpu.cc)) continue;
    if (gpu.tegra && os != Os::linux_aarch64) continue;
    profile.targets.push_back(target_of(gpu, toolkit, os));
  }
  return profile;
}

}  // namespace cudacompat
