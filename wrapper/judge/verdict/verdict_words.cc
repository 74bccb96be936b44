#include "judge/verdict/verdict_words.h"

#include <fmt/format.h>

#include "judge/facts/image_names.h"

namespace cudacompat {

namespace {

std::string version_or(const std::optional<Version>& version,
                       std::string_view otherwise) {
  return version ? to_string(*version) : std::string(otherwise);
}

/// What follows the image's name; empty where the name says all.
std::string reason_words(Reason reason, const DriverCase& machine) {
  const std::string gpu = cc_to_string(machine.cc);
  switch (reason) {
    case Reason::sass_exact:
    case Reason::ptx_jit:
      return "";
    case Reason::sass_same_major:
      return "same major";
    case Reason::sass_family:
      return "same family";
    case Reason::jit_link:
      return "PTX of every object, linked by the driver at first start";
    case Reason::lto_link:
      return "its device link makes the SASS";
    case Reason::no_code:
      return "no SASS and no PTX for " + gpu;
    case Reason::exact_other:
      return "'a' code runs on its own chip only, not on " + gpu;
    case Reason::family_other:
      return "'f' code runs in its own family only, not on " + gpu;
    case Reason::tegra_same_major:
      return "Tegra and other GPUs do not run each other's SASS";
    case Reason::ptx_target_too_new:
      return "for a later GPU than " + gpu;
    case Reason::lto_ir_only:
      return "no driver loads it as it is";
    case Reason::relocatable_without_ptx:
      return "not every object has PTX that the driver could link";
    case Reason::device_link_missed:
      return "the objects have the code, the device link left it out";
    case Reason::ptx_isa_too_new:
      return fmt::format("newer than the driver's {}",
                         version_or(machine.max_ptx, "JIT compiler"));
    case Reason::ptx_isa_not_real:
      return "an ISA that does not exist";
    case Reason::ptx_isa_below_target:
      return "an ISA without this target";
    case Reason::zstd_too_new:
      return "zstd, which needs a driver of CUDA 12.4";
    case Reason::cubin_major_too_new:
      return fmt::format("of a newer CUDA major than the driver's {}",
                         version_or(machine.cuda, "own"));
    case Reason::runtime_too_new:
      return fmt::format("its CUDA runtime is newer than the driver's {}",
                         version_or(machine.cuda, "own"));
    case Reason::doubt_prefer_ptx:
      return "the driver API may prefer it to the SASS";
    case Reason::doubt_several:
      return "which of several is taken is not known";
    case Reason::doubt_zstd_beside:
      return "zstd beside it, before a driver of CUDA 12.4";
    case Reason::doubt_concat:
      return "concatenated entry on an older driver";
    case Reason::doubt_tile:
      return "Tile IR is all that there is";
    case Reason::doubt_toolkit:
      return "made by an unknown toolkit";
    case Reason::doubt_driver:
      return "the driver's CUDA release is not known";
    case Reason::doubt_ptx_ceiling:
      return "the driver's PTX ISA is not known";
    case Reason::doubt_newer:
      return "newer than this program knows";
    case Reason::doubt_kind:
      return "not a kind that this program knows";
    case Reason::doubt_empty_choice:
      return "it has no kernel, others have";
    case Reason::doubt_device_link:
      return "its device link was not found";
    case Reason::doubt_several_links:
      return "several device links share the file";
    case Reason::doubt_runtime:
      return "whether the driver serves its CUDA runtime is not known";
    case Reason::doubt_unreadable:
      return "a part of the file was not read";
    case Reason::blocked:
      return machine.blocked_because;
  }
  return "";
}

bool of_the_machine(Reason reason) {
  return reason == Reason::blocked || reason == Reason::runtime_too_new ||
         reason == Reason::no_code || reason == Reason::doubt_unreadable ||
         reason == Reason::doubt_runtime;
}

}  // namespace

bool nothing_to_judge(const ArtifactFacts& facts,
                      const ArtifactVerdict& verdict) {
  return !verdict.device_code && facts.problem_count == 0 &&
         !fails(verdict.outcome);
}

std::string_view verdict_word(const ArtifactFacts& facts,
                              const ArtifactVerdict& verdict) {
  return nothing_to_judge(facts, verdict) ? "none" : to_string(verdict.outcome);
}

std::string because(const Choice& choice, const ContainerShape* shape,
                    const DriverCase& machine) {
  const std::string words = reason_words(choice.reason, machine);
  if (!shape || !choice.image || *choice.image >= shape->images.size() ||
      of_the_machine(choice.reason)) {
    return words;
  }
  std::string out = image_label(shape->images[*choice.image]);
  if (!words.empty()) out += ", " + words;
  // An object's relocatable code is not what loads: its device link decides.
  if (shape->role == ContainerRole::relocatable &&
      choice.outcome <= Outcome::loads_jit) {
    out += ", once device-linked";
  }
  return out;
}

}  // namespace cudacompat
