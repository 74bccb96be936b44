// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "judge/facts/artifact.h"
#include "judge/plan/plan.h"
#include "judge/verdict/judge.h"

namespace cudacompat {

/// What nvcc of `toolkit` makes of these architectures where no other flag is
/// given: one container of a program that is linked with the static runtime.
/// Compression and cubin format as measured with nvcc 13.0 and 13.5 and with
/// libnvfatbin 12.4 to 12.9. PTX is downgraded to `downgrade_to` where that is
/// given, never below what its target needs.
ArtifactFacts synthetic_artifact(
    const std::vector<PlannedArch>& archs, const ToolkitFacts& toolkit,
    std::optional<Version> downgrade_to = std::nullopt);

/// A fleet and a toolkit, on which lists of architectures are tried. There is
/// no rule here: each answer is judge()'s, for a product that is made up.
class Trial {
 public:
  Trial(const Profile& profile, ToolkitFacts toolkit);

  const ToolkitFacts& toolkit() const { return toolkit_; }
  const Policy& policy() const { return policy_; }
  const std::vector<JudgedGroup>& groups() const { return groups_; }

  /// The same groups with another toolkit.
  Trial with(ToolkitFacts toolkit) const;
  /// Some of the groups only.
  Trial only(const std::vector<std::size_t>& indices) const;
  /// The same GPUs under drivers that are as new as the toolkit: what is left
  /// to fail there is the code's fault, not the machine's.
  Trial on_new_drivers() const;

  /// The same, with a policy that asks for downgrade.
  Trial asking_for_downgrade() const;

  ArtifactVerdict judge(
      const std::vector<PlannedArch>& archs,
      std::optional<Version> downgrade_to = std::nullopt) const;
  bool accepts(Outcome outcome) const {
    return outcome == Outcome::loads || policy_.accepts(outcome);
  }

  /// Base architectures that the toolkit has, ascending: the candidates.
  std::vector<Arch> bases() const;

  /// The newest PTX ISA version that every driver of a group reads. nullopt:
  /// not known.
  std::optional<Version> ceiling(std::size_t index) const;
  /// The version to downgrade the PTX of this list to: the lowest ceiling among
  /// the groups that fail with it as nvcc writes it and that downgrade fixes.
  /// nullopt where there is none, or the policy does not ask for it.
  std::optional<Version> downgrade_for(
      const std::vector<PlannedArch>& archs) const;

 private:
  Trial() = default;
  ToolkitFacts toolkit_;
  Policy policy_;
  std::vector<JudgedGroup> groups_;
};

inline PlannedArch sass_of(Arch arch) { return {arch, true, false, {}}; }
inline PlannedArch ptx_of(Arch arch) { return {arch, false, true, {}}; }

}  // namespace cudacompat
