// SPDX-License-Identifier: Apache-2.0
#include "change/downgrade/requests.h"

#include <algorithm>

#include "judge/facts/tables.h"
#include "judge/verdict/driver_choice.h"
#include "judge/verdict/fixes.h"

namespace cudacompat {
namespace {

using Requests = std::vector<std::vector<DowngradeRequest>>;

void add(std::vector<DowngradeRequest>& requests, std::size_t image,
         Version isa, Reader reader) {
  auto found = std::ranges::find(requests, image, &DowngradeRequest::image);
  if (found == requests.end()) {
    requests.push_back({image, isa, {}});
    found = requests.end() - 1;
  }
  found->isa = std::min(found->isa, isa);
  const bool known =
      std::ranges::any_of(found->readers, [&](const Reader& other) {
        return other.cuda == reader.cuda && other.gpu == reader.gpu;
      });
  if (!known) found->readers.push_back(std::move(reader));
}

/// The images that a group's driver would compile, alone or for a link, and
/// for which `reason` holds: each(shape, image).
template <typename Each>
void each_compiled(const ArtifactFacts& facts, const TargetVerdict& target,
                   const DriverCase& machine, Reason reason, Each each) {
  bool link = false;
  for (std::size_t s = 0; s < facts.shapes.size(); ++s) {
    const ShapeVerdict& shape = target.shapes[s];
    if (!shape.counts) continue;
    const Choice& choice = shape.choice;
    if (choice.image) {
      if (choice.reason == reason) each(s, *choice.image);
    } else if (choice.reason == Reason::jit_link ||
               choice.reason == Reason::ptx_isa_too_new) {
      link = true;  // of relocatable PTX: no image is named
    }
  }
  for (std::size_t s = 0; link && s < facts.shapes.size(); ++s) {
    const ContainerShape& shape = facts.shapes[s];
    if (shape.role != ContainerRole::relocatable || shape.empty()) continue;
    const Choice choice = driver_choice_of_ptx(shape, machine);
    if (choice.reason == reason && choice.image) each(s, *choice.image);
  }
}

}  // namespace

Requests downgrade_requests(const ArtifactFacts& facts,
                            const ArtifactVerdict& verdict,
                            const std::vector<JudgedGroup>& groups) {
  Requests out(facts.shapes.size());
  const auto walk = [&](Reason reason, bool known_only) {
    for (const TargetVerdict& target : verdict.targets) {
      const JudgedGroup& judged = groups[target.group_index];
      const DriverCase& machine = judged.driver_cases.front();
      if (!machine.max_ptx) continue;
      const auto cuda =
          machine.cuda ? machine.cuda : cuda_of_ptx_isa(*machine.max_ptx);
      if (!cuda) continue;
      each_compiled(
          facts, target, machine, reason,
          [&](std::size_t s, std::size_t image) {
            if (known_only && !std::ranges::any_of(
                                  out[s], [&](const DowngradeRequest& request) {
                                    return request.image == image;
                                  }))
              return;
            add(out[s], image, *machine.max_ptx,
                {*cuda,
                 jit_arch(machine.cc, facts.shapes[s].images[image].arch),
                 describe(judged.machine.name, machine)});
          });
    }
  };
  walk(Reason::ptx_isa_too_new, false);
  // What loads today must load afterwards.
  walk(Reason::ptx_jit, true);
  return out;
}

Requests downgrade_requests(const ArtifactFacts& facts, Version isa,
                            const std::vector<Version>& releases) {
  std::vector<Version> readers;
  for (const Version release : releases)
    if (ptx_isa_of(release) == isa) readers.push_back(release);
  // No available one is of that ISA: the first that reads it is what to ask
  // for.
  if (readers.empty()) readers.push_back(first_jit_compiler(isa));
  Requests out(facts.shapes.size());
  for (std::size_t s = 0; s < facts.shapes.size(); ++s) {
    for (std::size_t i = 0; i < facts.shapes[s].images.size(); ++i) {
      const ImageFacts& image = facts.shapes[s].images[i];
      if (image.kind != ImageKind::ptx || !image.ptx_isa ||
          *image.ptx_isa <= isa)
        continue;
      for (const Version reader : readers)
        add(out[s], i, isa,
            {reader, image.arch, fmt::format("CUDA {}", to_string(reader))});
    }
  }
  return out;
}

}  // namespace cudacompat
