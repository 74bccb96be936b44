#include "report/words.h"

#include <fmt/format.h>

namespace cudacompat {

namespace {

bool continues(std::string_view text, std::size_t i) {
  return i < text.size() &&
         (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80;
}

std::string version_or(const std::optional<Version>& version,
                       std::string_view otherwise) {
  return version ? to_string(*version) : std::string(otherwise);
}

/// What follows the image's name; empty where the name says all.
std::string reason_words(Reason reason, const MachineFacts& machine) {
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

/// C1 control characters and bidirectional overrides.
bool steers(std::string_view character) {
  return (character >= "\xc2\x80" && character <= "\xc2\x9f") ||
         (character >= "\xe2\x80\xaa" && character <= "\xe2\x80\xae") ||
         (character >= "\xe2\x81\xa6" && character <= "\xe2\x81\xa9");
}

bool of_the_machine(Reason reason) {
  return reason == Reason::blocked || reason == Reason::runtime_too_new ||
         reason == Reason::no_code || reason == Reason::doubt_unreadable ||
         reason == Reason::doubt_runtime;
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return 1;
  const std::size_t n = lead < 0xc2   ? 0
                        : lead < 0xe0 ? 2
                        : lead < 0xf0 ? 3
                        : lead < 0xf5 ? 4
                                      : 0;
  for (std::size_t i = 1; i < n; ++i) {
    if (!continues(text, i)) return 0;
  }
  if (n < 3) return n;
  const auto second = static_cast<unsigned char>(text[1]);
  const bool overlong =
      (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
  const bool surrogate = lead == 0xed && second >= 0xa0;
  const bool too_large = lead == 0xf4 && second >= 0x90;
  return overlong || surrogate || too_large ? 0 : n;
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t n = utf8_length(text);
    const auto c = static_cast<unsigned char>(text.front());
    if (n == 0 || c < 0x20 || c == 0x7f || steers(text.substr(0, n))) {
      const std::size_t bytes = n == 0 ? 1 : n;
      for (std::size_t i = 0; i < bytes; ++i) {
        out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[i]));
      }
      text.remove_prefix(bytes);
      continue;
    }
    out += text.substr(0, n);
    text.remove_prefix(n);
  }
  return out;
}

std::string container_id(const Place& place, std::uint64_t offset) {
  return fmt::format(
      "{}{}{}@{:#x}", printable(place.member), place.member.empty() ? "" : ":",
      place.section.empty() ? "bare" : printable(place.section), offset);
}

Place place_of(const Container& container) {
  return {container.section, container.member, container.unit};
}

std::string arch_name(ImageKind kind, Arch arch, bool known) {
  const std::string_view prefix = kind == ImageKind::sass     ? "sm_"
                                  : kind == ImageKind::ptx    ? "compute_"
                                  : kind == ImageKind::lto_ir ? "lto_"
                                                              : "";
  return fmt::format("{}{}{}", prefix, to_string(arch), known ? "" : "?");
}

std::string image_label(const ImageFacts& image) {
  const std::string name = arch_name(image.kind, image.arch, image.arch_known);
  switch (image.kind) {
    case ImageKind::sass:
      return name + " SASS";
    case ImageKind::ptx:
      return name + " PTX " + version_or(image.ptx_isa, "of unknown ISA");
    case ImageKind::lto_ir:
      return name + " LTO-IR";
    case ImageKind::tile_ir:
      return name + " Tile IR";
    case ImageKind::unknown:
      break;
  }
  return name + " image of unknown kind";
}

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
                    const MachineFacts& machine) {
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

std::string_view to_string(FileKind file) {
  switch (file) {
    case FileKind::relocatable_object:
      return "object";
    case FileKind::linked_product:
      return "linked";
    case FileKind::archive:
      return "archive";
    case FileKind::bare:
      return "bare";
    case FileKind::no_device_code:
      break;
  }
  return "none";
}

std::string arch_numbers(const std::vector<Arch>& archs) {
  std::string out;
  for (const Arch arch : archs) {
    if (!out.empty()) out += ' ';
    out += to_string(arch);
  }
  return out;
}

std::string counted(std::uint64_t n, std::string_view noun) {
  const std::string_view plural = noun.ends_with('s') ? "es" : "s";
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : plural);
}

}  // namespace cudacompat
