// SPDX-License-Identifier: Apache-2.0
#include "doctor/build/build_architectures.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/model/arch_list.h"
#include "base/text/message_text.h"
#include "judge/plan/choice.h"
#include "judge/plan/format_arch_list.h"
#include "judge/plan/plan.h"
#include "judge/verdict/explain_choice.h"

namespace cudacompat {
namespace {

/// A variable of the cache, and the architectures that it stands for.
struct Kept {
  std::string variable, value;
  std::string words;  // of the message
  std::vector<PlannedArch> archs;
};

std::optional<std::vector<PlannedArch>> archs_of(const std::string& text,
                                                 ArchDialect dialect) {
  const auto list = parse_arch_list(text, dialect);
  if (!list || list->empty()) return std::nullopt;
  return planned_archs(*list);
}

/// With torch CMAKE_CUDA_ARCHITECTURES is OFF, and torch's variable counts.
std::optional<Kept> kept_architectures(const BuildTree& tree,
                                       const ToolkitFacts& toolkit) {
  Kept kept{"CMAKE_CUDA_ARCHITECTURES", tree.architectures, "", {}};
  std::optional<std::vector<PlannedArch>> archs;
  if (kept.value == "native") {
    archs = archs_of(tree.native, ArchDialect::cmake);
    kept.words = fmt::format(
        "native, which was {} when CMake asked for the GPU (it does not ask "
        "again)",
        quote(tree.native));
  } else {
    archs = planned_archs_of_word(kept.value, toolkit);
    if (!archs) archs = archs_of(kept.value, ArchDialect::cmake);
    kept.words = quote(kept.value);
  }
  if (!archs && !tree.torch_archs.empty()) {
    archs = archs_of(tree.torch_archs, ArchDialect::torch);
    kept = {
        "TORCH_CUDA_ARCH_LIST", tree.torch_archs, quote(tree.torch_archs), {}};
  }
  if (!archs) return std::nullopt;
  kept.archs = std::move(*archs);
  return kept;
}

/// A project may choose for each target, and a normal variable hides that of
/// the cache: what the objects hold is what is compiled.
bool objects_differ(const BuildTree& tree, const Kept& kept) {
  const auto has = [&](Arch arch, bool PlannedArch::*form) {
    return std::ranges::any_of(kept.archs, [&](const PlannedArch& planned) {
      return planned.arch == arch && planned.*form;
    });
  };
  return std::ranges::any_of(
             tree.sass,
             [&](Arch arch) { return !has(arch, &PlannedArch::real); }) ||
         std::ranges::any_of(tree.ptx, [&](Arch arch) {
           return !has(arch, &PlannedArch::virtual_);
         });
}

Profile profile_of(const std::vector<JudgedGroup>& groups,
                   const Policy& policy) {
  Profile profile;
  profile.policy = policy;
  for (const JudgedGroup& judged : groups) {
    const TargetGroup& machine = judged.machine;
    profile.targets.push_back({machine.name,
                               machine.count,
                               {machine.gpu},
                               machine.driver,
                               machine.cuda,
                               machine.cuda_compat,
                               machine.max_ptx,
                               machine.os,
                               machine.frameworks});
  }
  return profile;
}

std::string fix(const BuildTree& tree, const Kept& kept,
                const BuildPlan& right) {
  std::string list = to_cmake_list(right.architectures);
  if (kept.variable == "TORCH_CUDA_ARCH_LIST") {
    const auto torch = to_torch_list(right.architectures);
    list = torch ? *torch : "";
  }
  if (list.empty() && !right.findings.empty()) {
    return right.findings.front().fix;
  }
  return fmt::format("cmake {0} -D{1}={2} && cmake --build {0}",
                     shell_word(tree.folder), kept.variable, shell_word(list));
}

}  // namespace

std::optional<Finding> unserved_by_kept(const BuildTree& tree,
                                        const std::vector<JudgedGroup>& groups,
                                        const Policy& policy) {
  const auto release =
      tree.release_now() ? tree.release_now() : tree.release_kept();
  const auto toolkit = release ? toolkit_from_tables(*release) : std::nullopt;
  if (!toolkit || groups.empty()) return std::nullopt;
  const auto kept = kept_architectures(tree, *toolkit);
  if (!kept || objects_differ(tree, *kept)) return std::nullopt;

  const Profile profile = profile_of(groups, policy);
  const BuildPlan judged = judge_choice(profile, *toolkit, kept->archs);
  std::vector<std::string> names;
  Outcome worst = Outcome::loads;
  for (const PlannedGroup& planned : judged.groups) {
    // Another list fixes these alone.
    if (planned.outcome != Outcome::fails_209 &&
        planned.outcome != Outcome::fails_222 &&
        planned.outcome != Outcome::fails_218) {
      continue;
    }
    names.push_back(planned.name);
    worst = std::max(worst, planned.outcome);
  }
  if (names.empty()) return std::nullopt;

  const bool built = !tree.sass.empty() || !tree.ptx.empty();
  Finding finding;
  finding.id = "CC844";
  finding.severity = built ? Severity::error : Severity::warning;
  finding.target = names.size() == 1 ? names.front() : "";
  finding.message =
      fmt::format("what is compiled in {} {} on {}: CMakeCache.txt keeps {} {}",
                  tree.folder, consequence(worst), fmt::join(names, ", "),
                  kept->variable, kept->words);
  finding.fix = fix(tree, *kept, make_plan(profile, *toolkit, Optimize::size));
  return finding;
}

}  // namespace cudacompat
