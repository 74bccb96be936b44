// SPDX-License-Identifier: Apache-2.0
#include "programs/launch/product_check.h"

#include <algorithm>
#include <utility>

#include "ask/probe/this_machine.h"
#include "judge/facts/artifact.h"
#include "judge/verdict/findings.h"
#include "programs/launch/flag_findings.h"
#include "programs/launch/product_file.h"
#include "programs/launch/small_file.h"
#include "programs/launch/this_machine.h"

namespace cudacompat {
namespace {

constexpr std::uint64_t kMaxMachinesFile = 256u << 20;

Result<Profile> parse_machines(const std::string& text,
                               const std::string& path) {
  auto profile = parse_profile(text, path);
  if (profile) return std::move(*profile);
  std::string all;
  for (const std::string& error : profile.error())
    all += (all.empty() ? "" : "; ") + error;
  return tl::unexpected(Error{std::move(all)});
}

/// Rows of Policy::partial may name the source as the build knows it; the
/// object tells at most its file name.
PartialTag tag_with_unit(const Policy& policy, const NvccProduct& product) {
  PartialTag tag = partial_tag(policy, product.path);
  if (!tag || product.unit.empty()) return tag;
  return [tag = std::move(tag), unit = product.unit](const Container& found) {
    Container named = found;
    named.unit = unit;
    const std::uint16_t row = tag(named);
    return row != 0 ? row : tag(found);
  };
}

/// What the device link was given: with it in sight, a link that dropped the
/// code of its objects (nvcc -dlink without -gencode, NVIDIA/DeepEP#554) is
/// distinguished from one that had none to link. Inputs that cannot be read say
/// nothing.
void add_link_inputs(ArtifactFacts& product, const Invocation& invocation) {
  product.file = FileKind::linked_product;
  for (ContainerShape& shape : product.shapes)
    if (shape.role == ContainerRole::plain) shape.role = ContainerRole::linked;
  for (const std::string& input : invocation.inputs) {
    if (!stamp_of(input).regular) continue;
    Result<ByteSource> source = ByteSource::open(input);
    if (!source) continue;
    const Result<ArtifactFacts> facts = collect_facts(*source, Depth::headers);
    if (!facts) continue;
    for (const ContainerRef& ref : facts->containers) {
      const ContainerShape& shape = facts->shapes[ref.shape];
      if (shape.role != ContainerRole::relocatable) continue;
      const auto place = static_cast<std::uint32_t>(product.places.size());
      product.places.push_back(facts->places[ref.place]);
      product.containers.push_back(
          {ref.offset, static_cast<std::uint32_t>(product.shapes.size()),
           place});
      product.shapes.push_back(shape);
    }
  }
}

}  // namespace

Result<Machines> read_machines(const std::string& path) {
  const Result<std::string> text =
      path == kThisMachine ? groups_of_this_machine()
                           : read_small_file(path, kMaxMachinesFile);
  if (!text) return tl::unexpected(text.error());
  Result<Profile> profile = parse_machines(*text, path);
  if (!profile) return tl::unexpected(profile.error());
  return Machines{resolve_all(group_targets(*profile)),
                  std::move(profile->policy)};
}

Result<Judgement> judge_product(const NvccProduct& product,
                                const Invocation& invocation,
                                const Machines& machines) {
  Result<ByteSource> source = ByteSource::open(product.path);
  if (!source) return tl::unexpected(source.error());
  Result<ArtifactFacts> facts =
      collect_facts(*source, needed_depth(machines.groups, machines.policy),
                    tag_with_unit(machines.policy, product));
  if (!facts) return tl::unexpected(facts.error());
  facts->path = product.path;
  if (invocation.phase == NvccPhase::device_link)
    add_link_inputs(*facts, invocation);
  const ArtifactVerdict verdict =
      judge(*facts, machines.groups, machines.policy);
  Judgement out;
  out.device_code = verdict.device_code || facts->problem_count != 0;
  if (!out.device_code) return out;
  out.outcome = verdict.outcome;
  for (const ContainerShape& shape : facts->shapes)
    for (const ImageFacts& image : shape.images)
      out.ptx_isa = std::max(out.ptx_isa, image.ptx_isa);
  out.findings = findings(*facts, verdict, machines.groups, machines.policy);
  std::erase_if(out.findings, [](const Finding& finding) {
    return !finding.suppressed.empty() || finding.severity == Severity::note;
  });
  out.refused = std::ranges::any_of(out.findings, [](const Finding& finding) {
    return finding.severity == Severity::error;
  });
  add_flag_findings(invocation, verdict, out.findings);
  return out;
}

}  // namespace cudacompat
