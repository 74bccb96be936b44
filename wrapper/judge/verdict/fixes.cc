// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/fixes.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "judge/rules/image_rules.h"

namespace cudacompat {

namespace {

/// The newest release of a CUDA major that makes SASS for an architecture.
const ReleaseRow* newest_that_emits(std::uint16_t major, Arch arch) {
  const ReleaseRow* newest = nullptr;
  for (const ReleaseRow& row : release_table())
    if (row.cuda.major == major && toolkit_emits(row, arch)) newest = &row;
  return newest;
}

}  // namespace

std::vector<Arch> common_sass(Machines machines) {
  std::vector<DriverCase> ascending(machines.begin(), machines.end());
  std::ranges::sort(ascending, {}, &DriverCase::cc);
  std::vector<Arch> sass;
  for (const DriverCase& machine : ascending) {
    if (std::ranges::none_of(
            sass, [&](Arch arch) { return runs(sass_fit(arch, machine)); }))
      sass.push_back({canonical_number(machine.cc), ArchScope::base});
  }
  return sass;
}

std::string gencode_flags(const std::vector<Arch>& sass) {
  std::string flags;
  for (const Arch arch : sass)
    flags += fmt::format("{0}-gencode=arch=compute_{1},code=sm_{1}",
                         flags.empty() ? "" : " ", to_string(arch));
  return flags;
}

SassRoute sass_route(const DriverCase& machine,
                     std::optional<Version> toolkit) {
  using With = SassRoute::With;
  const Arch arch{canonical_number(machine.cc), ArchScope::base};
  // SASS of a newer major than the driver's would not load either.
  if (toolkit && machine.cuda && toolkit->major > machine.cuda->major) {
    const ReleaseRow* row = newest_that_emits(machine.cuda->major, arch);
    if (row == nullptr) return {With::none, {}};
    return {With::driver_major, row->cuda};
  }
  const ArchRow* row = find_arch(arch);
  const ReleaseRow* release = toolkit ? find_release(*toolkit) : nullptr;
  if (row == nullptr || release == nullptr || release->archs.empty() ||
      toolkit_emits(*release, arch))
    return {};
  if (row->last_toolkit != Version{} && row->last_toolkit < *toolkit)
    return {With::last, row->last_toolkit};
  return {With::first, row->first_toolkit};
}

std::string fix_add_sass(Machines machines, std::optional<Version> toolkit) {
  using With = SassRoute::With;
  const std::vector<Arch> sass = common_sass(machines);
  std::string cmake;
  for (const Arch arch : sass)
    cmake += (cmake.empty() ? "" : ";") + to_string(arch) + "-real";
  const std::string flags =
      fmt::format("{} (CMake: {})", gencode_flags(sass), cmake);
  const SassRoute route = sass_route(machines.front(), toolkit);
  const std::string release = to_string(route.release);
  switch (route.with) {
    case With::same:
      return "add SASS: " + flags;
    case With::driver_major:
      return fmt::format(
          "build with a CUDA {} toolkit (the newest is {}) and add {}",
          route.release.major, release, flags);
    case With::last:
      return fmt::format(
          "build with CUDA {}, the newest that still makes code for it, and "
          "add {}",
          release, flags);
    case With::first:
      return fmt::format("build with CUDA {} or newer and add {}", release,
                         flags);
    case With::none:
      break;
  }
  return "";
}

std::string fix_older_toolkit(Machines machines) {
  std::optional<Version> ceiling;
  for (const DriverCase& machine : machines) {
    if (!machine.max_ptx) return "";
    ceiling = std::min(ceiling.value_or(*machine.max_ptx), *machine.max_ptx);
  }
  std::optional<Version> newest;
  for (const ReleaseRow& row : release_table())
    if (row.ptx_isa <= *ceiling && !row.archs.empty())
      newest = newest ? std::max(*newest, row.cuda) : row.cuda;
  if (!newest) return "";
  return fmt::format("build with CUDA {} or older", to_string(*newest));
}

std::string fix_newer_driver(Version cuda, const DriverCase& machine) {
  if (machine.tegra || machine.compat) return "";
  const std::optional<DriverVersion> driver = driver_of_cuda(cuda, machine.os);
  if (driver && !branch_supports_gpu(driver->branch, machine)) return "";
  if (!driver)
    return fmt::format("install a driver of CUDA {} or newer", to_string(cuda));
  return fmt::format("install driver {} (CUDA {}) or newer", to_string(*driver),
                     to_string(cuda));
}

bool branch_supports_gpu(std::uint16_t branch, const DriverCase& machine) {
  const GpuRow* gpu = find_gpu(machine.cc);
  return gpu == nullptr || gpu->last_branch == 0 || branch <= gpu->last_branch;
}

std::string join_fixes(std::initializer_list<std::string> alternatives) {
  std::string out;
  for (const std::string& one : alternatives) {
    if (one.empty()) continue;
    if (!out.empty()) out += "; or ";
    out += one;
  }
  return out;
}

std::optional<Version> made_by(const ContainerShape& shape) {
  std::optional<Version> newest;
  const auto take = [&](std::optional<Version> v) {
    if (v && (!newest || *v > *newest)) newest = v;
  };
  for (const ImageFacts& image : shape.images) {
    take(image.toolkit);
    if (image.kind == ImageKind::ptx && image.ptx_isa)
      take(cuda_of_ptx_isa(*image.ptx_isa));
    if (image.kind == ImageKind::sass && !image.toolkit)
      if (const auto major = cubin_major(image)) take(Version{*major, 0});
  }
  return newest;
}

std::string contents(const ContainerShape& shape) {
  // In one file the order may differ from object to object (jax 0.10.2).
  std::vector<ImageFacts> images = shape.images;
  std::stable_sort(images.begin(), images.end(),
                   [](const ImageFacts& a, const ImageFacts& b) {
                     return std::tie(a.arch, a.ptx_isa) <
                            std::tie(b.arch, b.ptx_isa);
                   });
  std::vector<std::string> sass;
  std::vector<std::string> ptx;
  std::vector<std::string> rest;
  for (const ImageFacts& image : images) {
    switch (image.kind) {
      case ImageKind::sass:
        sass.push_back(to_string(image.arch));
        break;
      case ImageKind::ptx:
        ptx.push_back(image.ptx_isa
                          ? fmt::format("{} ({})", to_string(image.arch),
                                        to_string(*image.ptx_isa))
                          : to_string(image.arch));
        break;
      default:
        rest.push_back(
            fmt::format("{} {}", to_string(image.kind), to_string(image.arch)));
    }
  }
  std::string out;
  const auto list = [&](std::string_view title,
                        const std::vector<std::string>& items) {
    if (items.empty()) return;
    if (!out.empty()) out += ", ";
    out += title;
    for (const std::string& item : items) out += " " + item;
  };
  list("SASS", sass);
  list("PTX", ptx);
  for (const std::string& item : rest) out += (out.empty() ? "" : ", ") + item;
  return out.empty() ? "nothing" : out;
}

std::string describe(const std::string& name, const DriverCase& machine) {
  const std::string cc = cc_to_string(machine.cc);
  std::string out =
      name.starts_with(cc) ? name : fmt::format("{} ({}", name, cc);
  if (name.starts_with(cc)) {
    // A --target shorthand names GPU and driver already.
    if (machine.cuda && name.find("cuda") == std::string::npos)
      out += fmt::format(" (CUDA {})", to_string(*machine.cuda));
    return out;
  }
  if (machine.driver) out += ", driver " + to_string(*machine.driver);
  if (machine.cuda)
    out += fmt::format(", {}CUDA {}", machine.compat ? "cuda-compat " : "",
                       to_string(*machine.cuda));
  return out + ")";
}

}  // namespace cudacompat
