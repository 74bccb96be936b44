// SPDX-License-Identifier: Apache-2.0
#include "judge/rules/machine.h"

#include <algorithm>

namespace cudacompat {
namespace {

void block(DriverCase& facts, Outcome outcome, std::string because,
           std::string fix) {
  // The first reason found stands; a certain failure beats a missing fact.
  if (fails(facts.blocked) ||
      (facts.blocked == Outcome::unknown && outcome == Outcome::unknown))
    return;
  facts.blocked = outcome;
  facts.blocked_because = std::move(because);
  facts.blocked_fix = std::move(fix);
}

/// Does the driver drive the GPU at all? NVIDIA driver notes: "supported
/// through the 580.xx Legacy drivers ... 595 will ignore".
void check_gpu_driven(DriverCase& facts) {
  const GpuRow* gpu = find_gpu(canonical_number(facts.cc));
  if (gpu == nullptr || facts.tegra) return;
  // On Windows branches carry other numbers: compare what they support.
  const bool windows = is_windows(facts.os);
  std::uint16_t branch = 0;
  if (facts.driver && !windows) branch = facts.driver->branch;
  std::optional<Version> own = facts.cuda;
  if (facts.driver)
    if (const auto by_driver = cuda_of_driver(*facts.driver, facts.os))
      own = by_driver;
  if (branch == 0 && own) {
    for (const BranchRow& row : branch_table())
      if (row.cuda == *own) branch = std::max(branch, row.branch);
  }
  if (branch == 0) return;
  const std::string driver =
      facts.driver ? "driver " + to_string(*facts.driver)
                   : "the driver of CUDA " + to_string(*facts.cuda);
  if (gpu->last_branch != 0 && branch > gpu->last_branch)
    block(facts, Outcome::fails_100,
          fmt::format("{} does not drive a GPU of compute capability {} any "
                      "more (branch {} is the last), so the program finds no "
                      "device",
                      driver, cc_to_string(facts.cc), gpu->last_branch),
          fmt::format("install a driver of branch {}", gpu->last_branch));
  if (gpu->first_branch != 0 && branch < gpu->first_branch) {
    if (gpu->first_confirmed)
      block(facts, Outcome::fails_100,
            fmt::format("{} does not know a GPU of compute capability {} yet "
                        "(branch {} is the first), so the program finds no "
                        "device",
                        driver, cc_to_string(facts.cc), gpu->first_branch),
            fmt::format("install a driver of branch {} or newer",
                        gpu->first_branch));
    else
      block(facts, Outcome::unknown,
            fmt::format("whether {} supports a GPU of compute capability {} is "
                        "not known (branch {} surely does)",
                        driver, cc_to_string(facts.cc), gpu->first_branch),
            fmt::format("name a driver of branch {} or newer",
                        gpu->first_branch));
  }
}

/// Where no table says which driver is the first for a GPU (Tegra), the first
/// release whose compilers know it stands in: libnvJitLink 12.0 to 12.9 have
/// no sm_88 and no sm_110, so nothing could be compiled for such a GPU.
void check_gpu_known(DriverCase& facts) {
  const ArchRow* arch = find_arch({facts.cc, ArchScope::base});
  if (arch == nullptr || !facts.cuda || *facts.cuda >= arch->first_toolkit)
    return;
  const std::string first = to_string(arch->first_toolkit);
  block(facts, Outcome::unknown,
        fmt::format("whether a driver of CUDA {} supports a GPU of compute "
                    "capability {} is not known (CUDA {} is the first whose "
                    "compilers know it)",
                    to_string(*facts.cuda), cc_to_string(facts.cc), first),
        fmt::format("name CUDA {} or newer", first));
}

/// CUDA Compatibility, Forward Compatibility: which kernel drivers a
/// cuda-compat package works on; data-center GPUs, Jetson and selected RTX.
void check_compat(DriverCase& facts, Version package) {
  const std::string name =
      fmt::format("cuda-compat-{}-{}", package.major, package.minor);
  const std::string remove = fmt::format(
      "remove {} (and its ld.so.conf entry), or install a driver "
      "of CUDA {} or newer",
      name, to_string(package));
  if (facts.brand == Brand::geforce) {
    block(facts, Outcome::fails_804,
          fmt::format("{} does not work on GeForce GPUs: forward "
                      "compatibility is for data-center GPUs, Jetson and "
                      "selected RTX boards",
                      name),
          remove);
    return;
  }
  if (is_windows(facts.os))
    block(facts, Outcome::unknown,
          fmt::format("{} is for Linux; what it does elsewhere is not known",
                      name),
          remove);
  if (facts.driver) {
    const auto own = cuda_of_driver(*facts.driver, facts.os);
    const ForwardCompatRow* row = find_forward_compat(package);
    const std::uint16_t branch = facts.driver->branch;
    if (own && *own > package) {
      block(facts, Outcome::fails_803,
            fmt::format("{} is older than driver {} (CUDA {}): its libraries "
                        "do not fit the kernel module",
                        name, to_string(*facts.driver), to_string(*own)),
            fmt::format("remove {}; the driver's own library is newer", name));
    } else if (row == nullptr) {
      block(facts, Outcome::unknown,
            fmt::format("{} is not in the forward-compatibility table", name),
            "use a package that `cudacompat facts forward_compat` lists");
    } else if (branch != row->same_branch &&
               std::find(row->branches.begin(), row->branches.end(), branch) ==
                   row->branches.end()) {
      block(facts, Outcome::unknown,
            fmt::format("the forward-compatibility table does not list {} on "
                        "driver branch {} (feature branches and branches "
                        "that have ended are not in it)",
                        name, branch),
            "use a driver branch that `cudacompat facts forward_compat` lists");
    }
  } else {
    block(facts, Outcome::unknown,
          fmt::format("{} is installed over a kernel driver that is not named",
                      name),
          "add \"driver\" to the target group");
  }
  if (facts.brand == Brand::unknown || facts.brand == Brand::workstation)
    block(facts, Outcome::unknown,
          fmt::format("whether {} works on this GPU depends on its model "
                      "(data-center GPUs, Jetson and selected RTX boards "
                      "only), which is not named or not in that list",
                      name),
          "add the GPU's \"name\" to the target group, as in \"NVIDIA A100\"");
}

DriverCase driver_case(const TargetGroup& machine,
                       std::optional<DriverVersion> driver) {
  DriverCase facts;
  facts.cc = machine.gpu.cc;
  facts.tegra = machine.gpu.tegra || is_tegra(machine.gpu.cc);
  facts.os = machine.os;
  facts.driver = driver;

  const std::optional<Version> own = driver && !facts.tegra
                                         ? cuda_of_driver(*driver, machine.os)
                                         : std::nullopt;
  facts.cuda = machine.cuda ? machine.cuda : own;
  std::optional<Version> package = machine.cuda_compat;
  // A CUDA version above the driver's own can only come from a cuda-compat
  // library (nvidia-smi shows the version of the library that it loads).
  if (!package && machine.cuda && own && *machine.cuda > *own)
    package = machine.cuda;
  if (machine.cuda && own && *machine.cuda < *own && !package)
    block(facts, Outcome::unknown,
          fmt::format(
              "driver {} supports CUDA {}, but the target group says {}",
              to_string(*driver), to_string(*own), to_string(*machine.cuda)),
          "correct \"cuda\", or leave it out: it follows from \"driver\"");
  if (package) {
    facts.compat = true;
    facts.cuda = package;
    if (facts.tegra)
      facts.brand = Brand::jetson;
    else if (const auto name = find_gpu_name(machine.gpu.name))
      facts.brand = name->brand;
    check_compat(facts, *package);
  }
  check_gpu_driven(facts);
  check_gpu_known(facts);

  if (machine.max_ptx)
    facts.max_ptx = machine.max_ptx;
  else if (facts.cuda)
    facts.max_ptx = ptx_isa_of(*facts.cuda);
  if (find_gpu(canonical_number(facts.cc)) == nullptr)
    block(facts, Outcome::unknown,
          fmt::format("no table knows a GPU of compute capability {}",
                      cc_to_string(facts.cc)),
          "update cudacompat, or correct \"cc\"");
  return facts;
}

}  // namespace

std::vector<DriverCase> resolve(const TargetGroup& machine) {
  if (!machine.driver) return {driver_case(machine, std::nullopt)};
  const DriverRange& range = *machine.driver;
  std::vector<DriverCase> all = {driver_case(machine, range.low)};
  if (range.high && *range.high == range.low) return all;
  // An open range reaches to the newest branch that the tables know.
  const auto inside = [&](std::uint16_t branch) {
    if (branch <= range.low.branch) return false;
    if (!range.high) return true;
    return range.high_excluded && range.high->parts == 1
               ? branch < range.high->branch
               : branch <= range.high->branch;
  };
  std::uint16_t newest = 0;
  for (const BranchRow& row : branch_table())
    if (inside(row.branch)) newest = std::max(newest, row.branch);
  const bool windows = is_windows(machine.os);
  // Under cuda-compat each branch has its own answer; else the ends decide.
  if (machine.cuda_compat || machine.cuda) {
    for (const BranchRow& row : branch_table())
      if (inside(row.branch) && row.branch != newest && !windows)
        all.push_back(driver_case(machine, DriverVersion{row.branch, 0, 0, 1}));
  }
  if (range.high && !(range.high_excluded && range.high->parts == 1))
    all.push_back(driver_case(machine, *range.high));
  else if (newest != 0 && !windows)
    all.push_back(driver_case(machine, DriverVersion{newest, 0, 0, 1}));
  return all;
}

}  // namespace cudacompat
