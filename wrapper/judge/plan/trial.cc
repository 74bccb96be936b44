// SPDX-License-Identifier: Apache-2.0
#include "judge/plan/trial.h"

#include <algorithm>
#include <utility>

namespace cudacompat {
namespace {

/// ptxas 13.x writes ABI 8 for all, 12.8 and 12.9 for sm_100 and later.
std::uint8_t cubin_abi(const ToolkitFacts& toolkit, Arch arch) {
  const bool newer = toolkit.cuda.major >= 13 || arch.number >= 100;
  return newer ? 8 : 7;
}

ImageFacts sass_image(const ToolkitFacts& toolkit, Arch arch) {
  ImageFacts image;
  image.kind = ImageKind::sass;
  image.arch = arch;
  image.toolkit = toolkit.cuda;
  image.cubin_abi = cubin_abi(toolkit, arch);
  return image;
}

/// What a text for `arch` is downgraded to: not above what nvcc writes, and not
/// below the version that has its target.
std::optional<Version> downgraded_isa(const ToolkitFacts& toolkit, Arch arch,
                                      std::optional<Version> downgrade_to) {
  const ArchRow* row = find_arch(arch);
  if (!downgrade_to || !toolkit.ptx_isa || row == nullptr)
    return toolkit.ptx_isa;
  return std::min(*toolkit.ptx_isa, std::max(*downgrade_to, row->min_ptx));
}

ImageFacts ptx_image(const ToolkitFacts& toolkit, Arch arch,
                     std::optional<Version> downgrade_to) {
  ImageFacts image;
  image.kind = ImageKind::ptx;
  image.arch = arch;
  image.ptx_isa = downgraded_isa(toolkit, arch, downgrade_to);
  image.compression =
      toolkit.cuda.major >= 13 ? Compression::zstd : Compression::lz4;
  return image;
}

/// The newest PTX ISA version that exists and is not above `limit`.
std::optional<Version> newest_isa(Version limit) {
  std::optional<Version> newest;
  for (const ReleaseRow& row : release_table()) {
    if (row.ptx_isa <= limit && (!newest || row.ptx_isa > *newest)) {
      newest = row.ptx_isa;
    }
  }
  return newest;
}

}  // namespace

ArtifactFacts synthetic_artifact(const std::vector<PlannedArch>& archs,
                                 const ToolkitFacts& toolkit,
                                 std::optional<Version> downgrade_to) {
  ContainerShape shape;
  for (const PlannedArch& planned : archs) {
    if (planned.real) shape.images.push_back(sass_image(toolkit, planned.arch));
    if (planned.virtual_) {
      shape.images.push_back(ptx_image(toolkit, planned.arch, downgrade_to));
    }
  }
  ArtifactFacts product;
  product.file = FileKind::linked_product;
  product.runtime.static_ = true;
  product.runtime.version = toolkit.cuda;
  product.images = shape.images.size();
  product.shapes.push_back(std::move(shape));
  product.places.emplace_back();
  product.containers.emplace_back();
  return product;
}

Trial::Trial(const Profile& profile, ToolkitFacts toolkit)
    : toolkit_(std::move(toolkit)),
      policy_(profile.policy),
      groups_(resolve_all(group_targets(profile))) {
  // Rows of code that is meant for some GPUs name files; a plan has none.
  policy_.partial.clear();
}

Trial Trial::with(ToolkitFacts toolkit) const {
  Trial other = *this;
  other.toolkit_ = std::move(toolkit);
  return other;
}

Trial Trial::only(const std::vector<std::size_t>& indices) const {
  Trial other;
  other.toolkit_ = toolkit_;
  other.policy_ = policy_;
  for (const std::size_t i : indices) other.groups_.push_back(groups_[i]);
  return other;
}

Trial Trial::on_new_drivers() const {
  Trial other = *this;
  for (JudgedGroup& target : other.groups_) {
    DriverCase machine;
    const DriverCase& old = target.driver_cases.front();
    machine.cc = old.cc;
    machine.tegra = old.tegra;
    machine.os = old.os;
    machine.cuda = toolkit_.cuda;
    machine.max_ptx = toolkit_.ptx_isa;
    target.driver_cases = {machine};
  }
  return other;
}

Trial Trial::asking_for_downgrade() const {
  Trial other = *this;
  other.policy_.downgrade_ptx = true;
  return other;
}

ArtifactVerdict Trial::judge(const std::vector<PlannedArch>& archs,
                             std::optional<Version> downgrade_to) const {
  return cudacompat::judge(synthetic_artifact(archs, toolkit_, downgrade_to),
                           groups_, policy_);
}

std::vector<Arch> Trial::bases() const {
  std::vector<Arch> result;
  for (const Arch& arch : toolkit_.archs) {
    if (arch.scope == ArchScope::base) result.push_back(arch);
  }
  std::ranges::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::optional<Version> Trial::ceiling(std::size_t index) const {
  std::optional<Version> lowest;
  for (const DriverCase& machine : groups_[index].driver_cases) {
    if (!machine.max_ptx) return std::nullopt;
    lowest = lowest ? std::min(*lowest, *machine.max_ptx) : machine.max_ptx;
  }
  return lowest ? newest_isa(*lowest) : std::nullopt;
}

std::optional<Version> Trial::downgrade_for(
    const std::vector<PlannedArch>& archs) const {
  if (!policy_.downgrade_ptx) return std::nullopt;
  const ArtifactVerdict as_written = judge(archs);
  std::optional<Version> lowest;
  for (const TargetVerdict& target : as_written.targets) {
    if (target.outcome != Outcome::fails_222) continue;
    const std::optional<Version> isa = ceiling(target.group_index);
    if (!isa || (lowest && *isa >= *lowest)) continue;
    const Outcome fixed =
        only({target.group_index}).judge(archs, isa).targets.front().outcome;
    if (accepts(fixed)) lowest = isa;
  }
  return lowest;
}

}  // namespace cudacompat
