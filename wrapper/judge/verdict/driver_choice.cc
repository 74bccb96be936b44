// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/driver_choice.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "judge/rules/image_rules.h"

namespace cudacompat {
namespace {

Choice from_readable(Readable readable, Choice good) {
  const auto with = [&](Outcome outcome, Reason reason) {
    return Choice{outcome, reason, good.image};
  };
  switch (readable) {
    case Readable::yes:
      return good;
    case Readable::isa_too_new:
      return with(Outcome::fails_222, Reason::ptx_isa_too_new);
    case Readable::isa_not_real:
      return with(Outcome::fails_222, Reason::ptx_isa_not_real);
    case Readable::isa_below_target:
      return with(Outcome::fails_218, Reason::ptx_isa_below_target);
    case Readable::zstd_too_new:
      return with(Outcome::fails_200, Reason::zstd_too_new);
    case Readable::cubin_major_too_new:
      return with(Outcome::fails_200, Reason::cubin_major_too_new);
    case Readable::ceiling_unknown:
      return with(Outcome::unknown, Reason::doubt_ptx_ceiling);
    case Readable::driver_unknown:
      return with(Outcome::unknown, Reason::doubt_driver);
    case Readable::toolkit_unknown:
      return with(Outcome::unknown, Reason::doubt_toolkit);
    case Readable::newer_than_tables:
      return with(Outcome::unknown, Reason::doubt_newer);
    case Readable::codec_unknown:
      return with(Outcome::unknown, Reason::doubt_kind);
    case Readable::concat:
      return with(Outcome::unknown, Reason::doubt_concat);
  }
  return with(Outcome::unknown, Reason::doubt_kind);
}

/// The worse of what the packaging and what the content meet.
Choice judge_readable(const ImageFacts& image, const DriverCase& machine,
                      Choice good) {
  const Choice packed = from_readable(packaging_readable(image, machine), good);
  const Choice content = from_readable(image.kind == ImageKind::sass
                                           ? cubin_readable(image, machine)
                                           : ptx_readable(image, machine),
                                       good);
  return packed.outcome > content.outcome ? packed : content;
}

struct Candidate {
  std::size_t image = 0;
  SassFit fit = SassFit::other;  // SASS only
  Arch arch;
  Choice choice;
};

/// Better candidates first: exact before family before same major, then the
/// higher number, then the narrower scope.
bool better(const Candidate& a, const Candidate& b) {
  const bool a_exact = a.fit == SassFit::exact;
  const bool b_exact = b.fit == SassFit::exact;
  return std::tuple(a_exact, a.arch.number, a.arch.scope, b.image) >
         std::tuple(b_exact, b.arch.number, b.arch.scope, a.image);
}

/// What is said where nothing fits: the nearest miss explains most.
struct NearestMiss {
  Reason reason = Reason::no_code;
  std::optional<std::size_t> image;

  void offer(Reason r, std::size_t i) {
    if (reason_row(r).closeness <= reason_row(reason).closeness) return;
    reason = r;
    image = i;
  }
  /// An image that no table places: it might be what the driver picks.
  bool unclassified() const {
    return reason_row(reason).closeness == kUnclassified;
  }
};

struct Survey {
  std::vector<Candidate> sass;
  std::vector<Candidate> ptx;
  NearestMiss miss;
  std::optional<std::size_t> lto;
};

Reason reason_of(SassFit fit) {
  return fit == SassFit::exact    ? Reason::sass_exact
         : fit == SassFit::family ? Reason::sass_family
                                  : Reason::sass_same_major;
}

bool near(Arch arch, const DriverCase& machine) {
  return cc_major(arch.number) == cc_major(machine.cc);
}

void survey_sass(Survey& out, std::size_t i, const ImageFacts& image,
                 const DriverCase& machine) {
  const SassFit fit = sass_fit(image.arch, machine);
  switch (fit) {
    case SassFit::other:
      return;
    case SassFit::exact_other:
      if (near(image.arch, machine)) out.miss.offer(Reason::exact_other, i);
      return;
    case SassFit::family_other:
      if (near(image.arch, machine)) out.miss.offer(Reason::family_other, i);
      return;
    case SassFit::tegra_same_major:
      out.miss.offer(Reason::tegra_same_major, i);
      return;
    case SassFit::newer_than_tables:
      out.miss.offer(Reason::doubt_newer, i);
      return;
    case SassFit::same_major:
    case SassFit::family:
    case SassFit::exact:
      break;
  }
  out.sass.push_back(
      {i, fit, image.arch,
       judge_readable(image, machine, {Outcome::loads, reason_of(fit), i})});
}

void survey_ptx(Survey& out, std::size_t i, const ImageFacts& image,
                const DriverCase& machine) {
  switch (ptx_fit(image.arch, machine)) {
    case PtxFit::too_new:
      out.miss.offer(Reason::ptx_target_too_new, i);
      return;
    case PtxFit::exact_other:
      out.miss.offer(Reason::exact_other, i);
      return;
    case PtxFit::family_other:
      out.miss.offer(target_unsettled(image, machine) ? Reason::doubt_newer
                                                      : Reason::family_other,
                     i);
      return;
    case PtxFit::newer_than_tables:
      out.miss.offer(Reason::doubt_newer, i);
      return;
    case PtxFit::fits:
      break;
  }
  out.ptx.push_back({i, SassFit::other, image.arch,
                     judge_readable(image, machine,
                                    {Outcome::loads_jit, Reason::ptx_jit, i})});
}

Survey survey(const ContainerShape& shape, const DriverCase& machine) {
  Survey out;
  for (std::size_t i = 0; i < shape.images.size(); ++i) {
    const ImageFacts& image = shape.images[i];
    switch (image.kind) {
      case ImageKind::sass:
        survey_sass(out, i, image, machine);
        break;
      case ImageKind::ptx:
        survey_ptx(out, i, image, machine);
        break;
      case ImageKind::lto_ir:
        out.miss.offer(Reason::lto_ir_only, i);
        // The link makes SASS of it for any GPU that PTX of it would fit.
        if (ptx_fit(image.arch, machine) == PtxFit::fits) out.lto = i;
        break;
      case ImageKind::tile_ir:
        out.miss.offer(Reason::doubt_tile, i);
        break;
      case ImageKind::unknown:
        out.miss.offer(Reason::doubt_kind, i);
        break;
    }
  }
  std::sort(out.sass.begin(), out.sass.end(), better);
  std::sort(out.ptx.begin(), out.ptx.end(), better);
  return out;
}

/// Candidates whose order no document gives: where they differ in outcome,
/// the answer is not known.
Choice among_equals(const std::vector<Candidate>& candidates) {
  const Choice& first = candidates.front().choice;
  for (const Candidate& other : candidates) {
    if (other.choice.outcome != first.outcome)
      return {Outcome::unknown, Reason::doubt_several, first.image};
  }
  return first;
}

/// A zstd image beside the chosen one: whether an old driver refuses the whole
/// fatbin or only that image was never measured.
bool zstd_beside(const ContainerShape& shape, const DriverCase& machine) {
  if (machine.cuda && *machine.cuda >= kZstdSince) return false;
  return std::any_of(shape.images.begin(), shape.images.end(),
                     [](const ImageFacts& image) {
                       return image.compression == Compression::zstd;
                     });
}

Choice choose(const ContainerShape& shape, const DriverCase& machine) {
  Survey found = survey(shape, machine);
  Choice choice;
  if (!found.sass.empty()) {
    const Candidate best = found.sass.front();
    const bool exact = best.fit == SassFit::exact;
    // Exact SASS comes before any other; among several (90 and 90a) no
    // document says which.
    if (exact)
      std::erase_if(found.sass, [](const Candidate& candidate) {
        return candidate.fit != SassFit::exact;
      });
    choice = among_equals(found.sass);
    if (shape.images[best.image].empty && !shape.empty())
      return shape.role == ContainerRole::linked
                 ? Choice{Outcome::fails_209, Reason::device_link_missed,
                          best.image}
                 : Choice{Outcome::unknown, Reason::doubt_empty_choice,
                          best.image};
    // cuda.h documents "prefer PTX" as strategy 0 of the driver API, and not
    // which one is its default; the runtime's order is documented (PG 6.1.4).
    if (choice.outcome == Outcome::loads && !exact && shape.bare &&
        !found.ptx.empty() &&
        among_equals(found.ptx).outcome != Outcome::loads_jit)
      choice = {Outcome::unknown, Reason::doubt_prefer_ptx,
                found.ptx.front().image};
  } else if (!found.ptx.empty()) {
    choice = among_equals(found.ptx);
  } else if (found.lto && shape.role == ContainerRole::relocatable) {
    return {Outcome::loads, Reason::lto_link, found.lto};
  } else {
    return {found.miss.unclassified() ? Outcome::unknown : Outcome::fails_209,
            found.miss.reason, found.miss.image};
  }
  // An image that we could not place might be the one that is picked.
  if (found.miss.unclassified() && found.sass.empty())
    return {Outcome::unknown, found.miss.reason, found.miss.image};
  if (!fails(choice.outcome) && choice.outcome != Outcome::unknown &&
      zstd_beside(shape, machine))
    return {Outcome::unknown, Reason::doubt_zstd_beside, choice.image};
  return choice;
}

}  // namespace

Choice driver_choice(const ContainerShape& shape, const DriverCase& machine) {
  if (fails(machine.blocked)) return {machine.blocked, Reason::blocked, {}};
  const Choice choice = choose(shape, machine);
  if (machine.blocked == Outcome::unknown && !fails(choice.outcome))
    return {Outcome::unknown, Reason::blocked, choice.image};
  return choice;
}

Choice driver_choice_of_ptx(const ContainerShape& shape,
                            const DriverCase& machine) {
  ContainerShape ptx_only = shape;
  ptx_only.images.clear();
  std::vector<std::size_t> index;  // in `shape`
  for (std::size_t i = 0; i < shape.images.size(); ++i) {
    if (shape.images[i].kind != ImageKind::ptx) continue;
    ptx_only.images.push_back(shape.images[i]);
    index.push_back(i);
  }
  Choice choice = driver_choice(ptx_only, machine);
  if (choice.image) choice.image = index[*choice.image];
  return choice;
}

}  // namespace cudacompat
