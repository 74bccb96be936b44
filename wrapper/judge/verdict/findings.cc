// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/findings.h"

#include <algorithm>
#include <set>

#include "base/text/glob.h"
#include "judge/facts/virtual_gpu.h"
#include "judge/verdict/explain_choice.h"
#include "judge/verdict/finding.h"
#include "judge/verdict/fixes.h"
#include "judge/verdict/judge.h"

namespace cudacompat {
namespace {

/// Containers of each shape: how many, and the first.
struct ShapeUse {
  std::uint64_t count = 0;
  std::uint32_t first = 0;
};

std::vector<ShapeUse> shape_uses(const ArtifactFacts& artifact) {
  std::vector<ShapeUse> uses(artifact.shapes.size());
  for (std::uint32_t i = 0; i < artifact.containers.size(); ++i) {
    ShapeUse& use = uses[artifact.containers[i].shape];
    if (use.count++ == 0) use.first = i;
  }
  return uses;
}

Finding choice_finding(const Choice& choice, const ContainerShape* shape,
                       const ArtifactFacts& artifact, const JudgedGroup& target,
                       const DriverCase& machine, const Policy& policy) {
  const ChoiceCase told{choice, shape, artifact, {&machine, 1}};
  Finding finding;
  finding.id = finding_id(choice.reason, machine);
  finding.severity =
      policy.accepts(choice.outcome) ? Severity::note : Severity::error;
  finding.target = target.machine.name;
  finding.message =
      fmt::format("on {} this {}: {}", describe(target.machine.name, machine),
                  consequence(choice.outcome), cause(told));
  const Fix answer = fix(told);
  finding.fix = answer.text;
  if (is_virtual_gpu(target.machine.gpu.name) && answer.new_driver) {
    finding.fix +=
        " (on a vGPU only within the host's vGPU branch, so rather change the "
        "build)";
  }
  return finding;
}

/// Findings that say the same of several shapes become one.
void merge(std::vector<Finding>& all, Finding finding) {
  for (Finding& other : all) {
    if (other.id != finding.id || other.target != finding.target ||
        other.message != finding.message || !other.container ||
        !finding.container)
      continue;
    other.containers += finding.containers;
    other.shapes.insert(other.shapes.end(), finding.shapes.begin(),
                        finding.shapes.end());
    other.container = std::min(*other.container, *finding.container);
    return;
  }
  all.push_back(std::move(finding));
}

void target_findings(std::vector<Finding>& out, const ArtifactFacts& artifact,
                     const TargetVerdict& verdict, const JudgedGroup& target,
                     const std::vector<ShapeUse>& uses, const Policy& policy) {
  std::vector<Finding> found;
  if (verdict.whole) {
    // The driver_case that makes the whole file fail is the worst of them.
    const DriverCase* worst = &target.driver_cases.front();
    for (const DriverCase& machine : target.driver_cases)
      if (machine.blocked > worst->blocked) worst = &machine;
    found.push_back(choice_finding(*verdict.whole, nullptr, artifact, target,
                                   *worst, policy));
  }
  for (std::size_t s = 0; s < verdict.shapes.size(); ++s) {
    const ShapeVerdict& shape = verdict.shapes[s];
    if (!shape.counts || uses[s].count == 0) continue;
    const DriverCase& machine = target.driver_cases[shape.driver_case];
    if (finding_id(shape.choice.reason, machine).empty()) continue;
    // Said once for the whole file.
    if (shape.choice.reason == Reason::blocked && verdict.whole) continue;
    Finding finding = choice_finding(shape.choice, &artifact.shapes[s],
                                     artifact, target, machine, policy);
    finding.container = uses[s].first;
    finding.containers = uses[s].count;
    finding.shapes = {static_cast<std::uint32_t>(s)};
    merge(found, std::move(finding));
  }
  std::move(found.begin(), found.end(), std::back_inserter(out));
}

/// pytorch/pytorch#135126: what loads need not run. Kernel parameters of more
/// than 4096 bytes came with CUDA 12.1, on Volta and later.
void large_parameters(std::vector<Finding>& out, const ArtifactFacts& artifact,
                      const TargetVerdict& verdict, const JudgedGroup& target,
                      const std::vector<ShapeUse>& uses) {
  constexpr Version kFirst = {12, 1};
  constexpr Version kMajor = {12, 0};
  constexpr std::uint16_t kVolta = 70;
  Finding finding;
  std::optional<Version> made;
  const DriverCase* refusing = nullptr;
  for (std::size_t s = 0; s < verdict.shapes.size(); ++s) {
    const ShapeVerdict& shape = verdict.shapes[s];
    const DriverCase& machine = target.driver_cases[shape.driver_case];
    if (!shape.counts || uses[s].count == 0 || !shape.choice.image ||
        shape.choice.outcome != Outcome::loads || !machine.cuda ||
        *machine.cuda < kMajor || *machine.cuda >= kFirst) {
      continue;
    }
    const ImageFacts& image = artifact.shapes[s].images[*shape.choice.image];
    if (!image.toolkit || *image.toolkit < kFirst ||
        image.arch.number < kVolta) {
      continue;
    }
    refusing = &machine;
    made = made ? std::max(*made, *image.toolkit) : *image.toolkit;
    finding.container =
        std::min(finding.container.value_or(uses[s].first), uses[s].first);
    finding.containers += uses[s].count;
    finding.shapes.push_back(static_cast<std::uint32_t>(s));
  }
  if (refusing == nullptr) return;
  finding.id = "CC507";
  finding.severity = Severity::note;
  finding.target = target.machine.name;
  finding.message = fmt::format(
      "on {} a kernel with more than 4096 bytes of parameters loads and fails "
      "at its launch with error 801 (operation not supported): it was built by "
      "CUDA {}, which allows them from 12.1 on, and drivers do from 530 on",
      describe(target.machine.name, *refusing), to_string(*made));
  finding.fix =
      join_fixes({"keep the parameters of each kernel within 4096 bytes",
                  "build with CUDA 12.0", fix_newer_driver(kFirst, *refusing)});
  out.push_back(std::move(finding));
}

/// NVIDIA/warp#219, numba/numba#9732.
void stub_in_run_path(std::vector<Finding>& out,
                      const ArtifactFacts& artifact) {
  if (!artifact.runtime.needs_libcuda_stub) return;
  Finding finding;
  finding.id = "CC508";
  finding.severity = Severity::warning;
  finding.message =
      "where the folder holds a libcuda.so.1, the stub is loaded in the "
      "driver's place, and the first call fails with error 34 (CUDA driver is "
      "a stub library): a run path (RPATH or RUNPATH) ends in /stubs";
  finding.fix =
      "link with -L.../stubs alone, and take it out of the run path (`readelf "
      "-d` shows it; in CMake, INSTALL_RPATH and BUILD_RPATH)";
  out.push_back(std::move(finding));
}

/// NVIDIA/cccl#11403: nvlink clamps the virtual architecture to the lowest.
void mixed_device_link(std::vector<Finding>& out, const ArtifactFacts& artifact,
                       const std::vector<ShapeUse>& uses) {
  if (artifact.file != FileKind::linked_product) return;
  std::set<std::string> lists;
  std::vector<std::uint32_t> shapes;
  ShapeUse total;
  for (std::size_t s = 0; s < artifact.shapes.size(); ++s) {
    const ContainerShape& shape = artifact.shapes[s];
    if (shape.role != ContainerRole::relocatable || shape.empty()) continue;
    lists.insert(contents(shape));
    shapes.push_back(static_cast<std::uint32_t>(s));
    if (total.count == 0) total.first = uses[s].first;
    total.count += uses[s].count;
  }
  if (lists.size() < 2) return;
  std::string text;
  for (const std::string& list : lists)
    text += (text.empty() ? "{" : ", {") + list + "}";
  Finding finding;
  finding.id = "CC406";
  finding.severity = Severity::warning;
  finding.container = total.first;
  finding.containers = total.count;
  finding.shapes = std::move(shapes);
  finding.message =
      "libraries that tune by architecture may pick settings for another GPU: "
      "objects of one device link were compiled for different architectures: " +
      text;
  finding.fix =
      "compile all objects of a device link with the same -gencode flags";
  out.push_back(std::move(finding));
}

}  // namespace

std::vector<Finding> findings(const ArtifactFacts& artifact,
                              const ArtifactVerdict& verdict,
                              const std::vector<JudgedGroup>& classes,
                              const Policy& policy) {
  std::vector<Finding> out;
  const std::vector<ShapeUse> uses = shape_uses(artifact);
  for (const TargetVerdict& target : verdict.targets) {
    const JudgedGroup& judged = classes[target.group_index];
    target_findings(out, artifact, target, judged, uses, policy);
    large_parameters(out, artifact, target, judged, uses);
  }
  mixed_device_link(out, artifact, uses);
  stub_in_run_path(out, artifact);
  suppress(out, artifact.path, policy);
  std::stable_sort(out.begin(), out.end(),
                   [](const Finding& a, const Finding& b) {
                     return a.severity > b.severity;
                   });
  return out;
}

}  // namespace cudacompat
