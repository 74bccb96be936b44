// SPDX-License-Identifier: Apache-2.0
#include "report/doctor_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "doctor/environment/package_verdict.h"
#include "judge/facts/image_names.h"
#include "judge/verdict/judge.h"

namespace cudacompat {
namespace {

template <typename T>
std::string text_of(const std::optional<T>& value) {
  return value ? to_string(*value) : "";
}

/// Each driver snapshot of a group, a range's both ends.
void driver_rows(const JudgedGroup& judged, std::vector<LayerRow>& out) {
  for (const DriverCase& machine : judged.driver_cases) {
    LayerRow row;
    row.layer = "driver";
    row.what = machine.driver ? to_string(*machine.driver) : "not known";
    if (machine.compat) row.what += " with cuda-compat";
    row.cuda = text_of(machine.cuda);
    if (machine.max_ptx) {
      row.ptx = fmt::format("reads to {}", to_string(*machine.max_ptx));
    }
    const GpuSpec& gpu = judged.machine.gpu;
    row.code = fmt::format("GPU {}{}{}", cc_to_string(machine.cc),
                           gpu.name.empty() ? "" : " ", gpu.name);
    out.push_back(std::move(row));
  }
}

void no_gpu_row(const ThisMachine& machine, std::vector<LayerRow>& out) {
  LayerRow row;
  row.layer = "driver";
  row.what = machine.driver.kernel ? to_string(*machine.driver.kernel) : "none";
  row.cuda = text_of(machine.driver.cuda);
  row.code = "no GPU";
  out.push_back(std::move(row));
}

void toolkit_row(const BuildTool& nvcc, std::vector<LayerRow>& out) {
  LayerRow row;
  row.layer = "toolkit";
  row.what = fmt::format("nvcc {}", nvcc.release.empty() ? "?" : nvcc.release);
  const auto cuda = cuda_release(nvcc.release);
  row.cuda = text_of(cuda);
  const ReleaseRow* release = cuda ? find_release(*cuda) : nullptr;
  if (release != nullptr) {
    row.ptx = fmt::format("writes {}", to_string(release->ptx_isa));
    std::vector<Arch> base;  // their a and f forms say nothing more
    std::ranges::copy_if(
        release->archs, std::back_inserter(base),
        [](const Arch& arch) { return arch.scope == ArchScope::base; });
    row.code = "builds " + arch_numbers(base);
  }
  out.push_back(std::move(row));
}

/// The newest PTX ISA of a package's PTX.
std::optional<Version> newest_ptx(const Package& package) {
  std::optional<Version> newest;
  for (const ArtifactFacts& file : package.files) {
    for (const ContainerShape& shape : file.shapes) {
      for (const ImageFacts& image : shape.images) {
        if (image.kind == ImageKind::ptx && image.ptx_isa) {
          newest = std::max(newest, image.ptx_isa);
        }
      }
    }
  }
  return newest;
}

void add_verdicts(const Snapshot& snapshot, const Package& package,
                  LayerRow& row) {
  for (const JudgedGroup& judged : snapshot.groups) {
    const auto outcome =
        judge_package(package, judged, snapshot.policy).outcome;
    if (!outcome) continue;
    if (row.worst && *outcome <= *row.worst) continue;
    row.worst = outcome;
    row.verdict = to_string(*outcome);
    if (snapshot.groups.size() > 1 && !snapshot.policy.accepts(*outcome)) {
      row.verdict += " on " + judged.machine.name;
    }
  }
}

void package_row(const Snapshot& snapshot, const Package& package,
                 std::vector<LayerRow>& out) {
  LayerRow row;
  row.layer = package.framework.empty() ? "package" : "framework";
  row.what = fmt::format("{} {}", package.name, package.version);
  row.cuda = text_of(package.cuda);
  const FrameworkSpec spec = framework_spec(package);
  if (!spec.sass.empty()) row.code = "SASS " + arch_numbers(spec.sass);
  if (!spec.ptx.empty()) {
    const auto isa = newest_ptx(package);
    row.ptx = arch_numbers(spec.ptx) +
              (isa ? fmt::format(" ({})", to_string(*isa)) : "");
  }
  add_verdicts(snapshot, package, row);
  out.push_back(std::move(row));
}

}  // namespace

std::vector<LayerRow> layer_rows(const Snapshot& snapshot) {
  std::vector<LayerRow> out;
  for (const JudgedGroup& judged : snapshot.groups) driver_rows(judged, out);
  if (snapshot.groups.empty()) no_gpu_row(snapshot.machine, out);
  if (const BuildTool* nvcc = snapshot.nvcc()) toolkit_row(*nvcc, out);
  if (!snapshot.python) return out;
  for (const bool framework : {true, false}) {
    for (const Package& package : snapshot.python->packages) {
      if (package.framework.empty() != framework) {
        package_row(snapshot, package, out);
      }
    }
  }
  return out;
}

}  // namespace cudacompat
