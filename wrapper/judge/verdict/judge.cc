// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/judge.h"

#include <algorithm>

#include "base/text/glob.h"
#include "judge/rules/image_rules.h"

namespace cudacompat {
namespace {

/// What a linked file's containers say together, beside each one alone.
struct LinkFacts {
  std::uint64_t linked = 0;       // containers that a device link made
  std::uint64_t relocatable = 0;  // containers that are its input
};

LinkFacts link_facts(const ArtifactFacts& artifact) {
  LinkFacts facts;
  if (artifact.file != FileKind::linked_product) return facts;
  for (const ContainerRef& ref : artifact.containers) {
    const ContainerShape& shape = artifact.shapes[ref.shape];
    if (shape.role == ContainerRole::linked) ++facts.linked;
    if (shape.role == ContainerRole::relocatable && !shape.empty())
      ++facts.relocatable;
  }
  return facts;
}

bool meant_for(const ContainerShape& shape, const Policy& policy, Cc gpu) {
  if (shape.partial == 0) return true;
  const PartialRow& row = policy.partial[shape.partial - 1u];
  return std::find(row.gpus.begin(), row.gpus.end(), gpu) != row.gpus.end();
}

/// nvcc manual 6.6.2: where no linked SASS fits, the driver links the PTX of
/// the objects at load time; every object must have PTX that fits.
Choice jit_link(const ArtifactFacts& artifact, const DriverCase& machine) {
  Choice worst{Outcome::loads_jit, Reason::jit_link, {}};
  for (const ContainerShape& shape : artifact.shapes) {
    if (shape.role != ContainerRole::relocatable || shape.empty()) continue;
    const Choice one = driver_choice_of_ptx(shape, machine);
    if (one.outcome == Outcome::fails_209)
      return {Outcome::fails_209, Reason::relocatable_without_ptx, {}};
    if (one.outcome > worst.outcome) worst = {one.outcome, one.reason, {}};
  }
  return worst;
}

/// A container made by a device link, in a file that still holds its input.
Choice linked_choice(const ContainerShape& shape, const ArtifactFacts& artifact,
                     const LinkFacts& link, const DriverCase& machine) {
  Choice choice{Outcome::fails_209, Reason::device_link_missed, {}};
  if (!shape.empty()) choice = driver_choice(shape, machine);
  if (choice.outcome != Outcome::fails_209 || fails(machine.blocked))
    return choice;
  const Choice jit = jit_link(artifact, machine);
  // Which objects belong to which of several device links is written down at
  // run time only.
  if (link.linked > 1)
    return {Outcome::unknown, Reason::doubt_several_links, choice.image};
  if (jit.reason != Reason::relocatable_without_ptx) return jit;
  // Do the objects hold SASS that the link could have used?
  for (const ContainerShape& input : artifact.shapes) {
    if (input.role != ContainerRole::relocatable || input.empty()) continue;
    if (driver_choice(input, machine).outcome == Outcome::fails_209)
      return choice.reason == Reason::device_link_missed
                 ? Choice{Outcome::fails_209, Reason::no_code, choice.image}
                 : choice;
  }
  return {Outcome::fails_209, Reason::device_link_missed, choice.image};
}

Choice shape_choice(const ContainerShape& shape, const ArtifactFacts& artifact,
                    const LinkFacts& link, const DriverCase& machine) {
  if (link.relocatable == 0) return driver_choice(shape, machine);
  switch (shape.role) {
    case ContainerRole::plain:
      return driver_choice(shape, machine);
    case ContainerRole::linked:
      return linked_choice(shape, artifact, link, machine);
    case ContainerRole::relocatable:
      return {Outcome::unknown, Reason::doubt_device_link, {}};
  }
  return {};
}

bool counts(const ContainerShape& shape, const LinkFacts& link,
            const ArtifactFacts& artifact) {
  // Nothing could be read of it: the problem speaks for it.
  if (shape.images.empty() && artifact.problem_count > 0) return false;
  // The link step's own container holds no code; where a file has relocatable
  // code it stands for what the device link made of it. Without an image it may
  // be one of several such links: of objects that have PTX alone.
  if (shape.empty())
    return shape.role == ContainerRole::linked && link.relocatable > 0 &&
           (link.linked == 1 || shape.images.empty());
  // Input of a device link is judged through what the link made.
  return shape.role != ContainerRole::relocatable || link.linked == 0;
}

Choice whole_choice(const ArtifactFacts& artifact, const DriverCase& machine,
                    bool device_code) {
  Choice worst{Outcome::loads, Reason::sass_exact, {}};
  const auto take = [&](Outcome outcome, Reason reason) {
    if (outcome > worst.outcome) worst = {outcome, reason, {}};
  };
  if (artifact.runtime.version) {
    const auto runs =
        driver_runs_runtime(artifact.runtime.version->major, machine);
    if (!runs)
      take(Outcome::unknown, Reason::doubt_runtime);
    else if (!*runs)
      take(Outcome::fails_35, Reason::runtime_too_new);
  }
  if (artifact.problem_count > 0)
    take(Outcome::unknown, Reason::doubt_unreadable);
  if (device_code && machine.blocked > worst.outcome)
    take(machine.blocked, Reason::blocked);
  return worst;
}

TargetVerdict judge_class(const ArtifactFacts& artifact, const LinkFacts& link,
                          const JudgedGroup& target, const Policy& policy,
                          std::size_t index, bool& device_code) {
  TargetVerdict out;
  out.group_index = index;
  out.outcome = Outcome::loads;
  out.shapes.resize(artifact.shapes.size());
  bool any = false;
  for (std::size_t s = 0; s < artifact.shapes.size(); ++s) {
    const ContainerShape& shape = artifact.shapes[s];
    ShapeVerdict& verdict = out.shapes[s];
    verdict.counts = counts(shape, link, artifact);
    if (!verdict.counts) continue;
    any = true;
    if (!meant_for(shape, policy, target.machine.gpu.cc)) {
      verdict.counts = false;
      continue;
    }
    for (std::size_t i = 0; i < target.driver_cases.size(); ++i) {
      const Choice choice =
          shape_choice(shape, artifact, link, target.driver_cases[i]);
      if (i == 0 || choice.outcome > verdict.choice.outcome) {
        verdict.choice = choice;
        verdict.driver_case = i;
      }
    }
    out.outcome = std::max(out.outcome, verdict.choice.outcome);
  }
  device_code = any;
  for (const DriverCase& machine : target.driver_cases) {
    const Choice whole = whole_choice(artifact, machine, any);
    if (whole.outcome == Outcome::loads) continue;
    if (!out.whole || whole.outcome > out.whole->outcome) out.whole = whole;
  }
  if (out.whole) out.outcome = std::max(out.outcome, out.whole->outcome);
  return out;
}

}  // namespace

std::vector<JudgedGroup> resolve_all(const std::vector<TargetGroup>& classes) {
  std::vector<JudgedGroup> out;
  out.reserve(classes.size());
  for (const TargetGroup& machine : classes)
    out.push_back({machine, resolve(machine)});
  return out;
}

Depth needed_depth(const std::vector<JudgedGroup>& classes,
                   const Policy& policy) {
  for (const PartialRow& row : policy.partial)
    if (!row.kernel.empty()) return Depth::all;
  for (const JudgedGroup& target : classes) {
    for (const DriverCase& machine : target.driver_cases) {
      // The entry header tells a cubin's format, not its toolkit. That decides
      // before CUDA 12 (is an ABI 7 cubin 11.x?), and from sm_100 on before
      // CUDA 13 (is an ABI 8 cubin 12.x?).
      if (!machine.cuda) continue;
      if (machine.cuda->major < 12 ||
          (machine.cuda->major < 13 && machine.cc >= 100))
        return Depth::cubin_headers;
    }
  }
  return Depth::headers;
}

ArtifactVerdict judge(const ArtifactFacts& artifact,
                      const std::vector<JudgedGroup>& classes,
                      const Policy& policy) {
  ArtifactVerdict out;
  out.outcome = classes.empty() ? Outcome::unknown : Outcome::loads;
  const LinkFacts link = link_facts(artifact);
  out.targets.reserve(classes.size());
  for (std::size_t i = 0; i < classes.size(); ++i) {
    out.targets.push_back(
        judge_class(artifact, link, classes[i], policy, i, out.device_code));
    out.outcome = std::max(out.outcome, out.targets.back().outcome);
  }
  return out;
}

PartialTag partial_tag(const Policy& policy, std::string path) {
  if (policy.partial.empty()) return {};
  return [&policy, path = std::move(path)](const Container& container) {
    for (std::size_t i = 0; i < policy.partial.size(); ++i) {
      const PartialRow& row = policy.partial[i];
      if (!row.path.empty() && !glob_matches(row.path, path)) continue;
      if (!row.unit.empty() && !glob_matches(row.unit, container.unit))
        continue;
      if (!row.kernel.empty()) {
        bool any = false;
        bool all = true;
        for (const Image& image : container.images)
          for (const std::string& kernel : image.kernels) {
            any = true;
            all = all && glob_matches(row.kernel, kernel);
          }
        // Code that is not named must load everywhere.
        if (!any || !all) continue;
      }
      return static_cast<std::uint16_t>(i + 1);
    }
    return std::uint16_t{0};
  };
}

}  // namespace cudacompat
