// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/explain_choice.h"

#include <algorithm>

#include "judge/rules/image_rules.h"
#include "judge/verdict/fixes.h"
#include "judge/verdict/reason_table.h"

namespace cudacompat {
namespace {

/// The image that a choice speaks of; null where it speaks of none.
const ImageFacts* picked(const ChoiceCase& told) {
  const auto& index = told.choice.image;
  if (told.shape == nullptr || !index || *index >= told.shape->images.size())
    return nullptr;
  return &told.shape->images[*index];
}

/// The ISA of the PTX at fault; for a link at load time the newest.
std::optional<Version> isa_of(const ChoiceCase& told) {
  if (const ImageFacts* image = picked(told)) return image->ptx_isa;
  std::optional<Version> newest;
  for (const ContainerShape& shape : told.artifact.shapes)
    if (shape.role == ContainerRole::relocatable)
      for (const ImageFacts& image : shape.images)
        if (image.ptx_isa && (!newest || *image.ptx_isa > *newest))
          newest = image.ptx_isa;
  return newest;
}

std::string or_else(const std::optional<Version>& version,
                    std::string_view otherwise) {
  return version ? to_string(*version) : std::string(otherwise);
}

/// What a word says of each machine, each answer once.
template <typename Word>
std::string each(const ChoiceCase& told, Word word) {
  std::vector<std::string> said;
  for (const DriverCase& machine : told.machines) {
    std::string one = word(machine);
    if (std::ranges::find(said, one) == said.end())
      said.push_back(std::move(one));
  }
  return fmt::format("{}", fmt::join(said, ", "));
}

/// A driver that serves every machine; empty where one of them has none.
template <typename Word>
std::string driver_for_all(const ChoiceCase& told, Word word) {
  for (const DriverCase& machine : told.machines)
    if (word(machine).empty()) return "";
  return each(told, word);
}

std::string newer_driver(const ChoiceCase& told, std::optional<Version> cuda) {
  if (!cuda) return "";
  return driver_for_all(told, [&](const DriverCase& machine) {
    return fix_newer_driver(*cuda, machine);
  });
}

std::string holds(const ChoiceCase& told) {
  return told.shape != nullptr ? "it holds " + contents(*told.shape) : "";
}

/// "sm_90a", "compute_80"; "its code" where there is no image.
std::string arch_name(const ChoiceCase& told) {
  const ImageFacts* image = picked(told);
  if (image == nullptr) return "its code";
  return fmt::format("{}_{}", image->kind == ImageKind::sass ? "sm" : "compute",
                     to_string(image->arch));
}

/// "PTX 9.0", or "PTX" where the ISA is not one image's.
std::string ptx_name(const ChoiceCase& told) {
  const ImageFacts* image = picked(told);
  return image != nullptr && image->ptx_isa
             ? "PTX " + to_string(*image->ptx_isa)
             : "PTX";
}

std::string isa_of_target(const ChoiceCase& told) {
  const ImageFacts* image = picked(told);
  const ArchRow* row = image != nullptr ? find_arch(image->arch) : nullptr;
  return row != nullptr ? to_string(row->min_ptx) : "";
}

std::optional<std::uint16_t> major_of_cubin(const ChoiceCase& told) {
  const ImageFacts* image = picked(told);
  return image != nullptr ? cubin_major(*image) : std::nullopt;
}

std::string older_major(const ChoiceCase& told) {
  std::optional<std::uint16_t> oldest;
  for (const DriverCase& machine : told.machines) {
    if (!machine.cuda) return "";
    oldest =
        std::min(oldest.value_or(machine.cuda->major), machine.cuda->major);
  }
  return std::to_string(*oldest);
}

std::string driver_for_runtime(const ChoiceCase& told) {
  const auto& runtime = told.artifact.runtime.version;
  const MinimumDriverRow* row =
      find_minimum_driver(runtime ? runtime->major : std::uint16_t{0});
  if (row == nullptr) return "";
  return driver_for_all(told, [&](const DriverCase& machine) {
    if (machine.tegra || !branch_supports_gpu(row->linux_.branch, machine))
      return std::string();
    return fmt::format("install driver {} or newer", to_string(row->linux_));
  });
}

std::string unknown_kind(const ChoiceCase& told) {
  const ImageFacts* image = picked(told);
  return image != nullptr && image->compression == Compression::unknown
             ? "an image is compressed in a way that no table knows"
             : "it holds an image of a kind that no table knows";
}

std::string unknown_release(const DriverCase& machine) {
  return machine.driver
             ? fmt::format(
                   "no table says which CUDA release driver {} supports",
                   to_string(*machine.driver))
             : "which CUDA release the driver supports is not known";
}

std::string unknown_ceiling(const DriverCase& machine) {
  return machine.driver && !machine.cuda
             ? fmt::format("no table says which PTX ISA driver {} reads",
                           to_string(*machine.driver))
             : "which PTX ISA the driver reads is not known";
}

std::string problems(const ChoiceCase& told) {
  const ArtifactFacts& file = told.artifact;
  return fmt::format(
      "{} problem{} in the file, the first: {}", file.problem_count,
      file.problem_count == 1 ? "" : "s",
      file.problems.empty() ? "" : file.problems.front().message);
}

std::string name_driver(const ChoiceCase& told) {
  const bool named = std::ranges::all_of(
      told.machines, [](const DriverCase& m) { return m.driver.has_value(); });
  return named
             ? "add \"cuda\" (the version that nvidia-smi shows) to the target "
               "group "
               "in the profile"
             : "add \"driver\" or \"cuda\" to the target group in the profile";
}

using C = const ChoiceCase&;
using M = const DriverCase&;

std::string sass_flags(C told) {
  return gencode_flags(common_sass(told.machines));
}

/// A {word} of the reason table.
struct ReasonWord {
  std::string_view name;
  std::string (*text)(C);
};
constexpr ReasonWord kReasonWords[] = {
    // of the image and its file
    {"holds", holds},
    {"in_holds",
     [](C c) { return c.shape ? " (" + holds(c) + ")" : std::string(); }},
    {"linked",
     [](C c) {
       return c.shape && !c.shape->empty()
                  ? " (linked: " + contents(*c.shape) + ")"
                  : std::string();
     }},
    {"arch", arch_name},
    {"number",
     [](C c) {
       return picked(c) ? to_string(picked(c)->arch) : std::string("?");
     }},
    {"image_gpu",
     [](C c) {
       return picked(c) ? cc_to_string(picked(c)->arch.number)
                        : std::string("?");
     }},
    {"ptx", ptx_name},
    {"in_ptx",
     [](C c) {
       return picked(c) && picked(c)->ptx_isa ? " (" + ptx_name(c) + ")"
                                              : std::string();
     }},
    {"isa", [](C c) { return or_else(isa_of(c), "?"); }},
    {"isa_of_target",
     [](C c) {
       const std::string isa = isa_of_target(c);
       return isa.empty() ? "a later version" : isa;
     }},
    {"least_isa_of_target", isa_of_target},
    {"cubin_major",
     [](C c) { return std::to_string(major_of_cubin(c).value_or(0)); }},
    {"runtime",
     [](C c) {
       const auto& version = c.artifact.runtime.version;
       return version ? fmt::format("CUDA runtime {}", version->major)
                      : "CUDA runtime";
     }},
    {"problems", problems},
    {"unknown_kind", unknown_kind},
    // of the machines
    {"gpu",
     [](C c) { return each(c, [](M m) { return cc_to_string(m.cc); }); }},
    {"ceiling",
     [](C c) {
       return each(
           c, [](M m) { return or_else(m.max_ptx, "an unknown version"); });
     }},
    {"max_ptx",
     [](C c) {
       return each(c, [](M m) { return or_else(m.max_ptx, "JIT compiler"); });
     }},
    {"cuda",
     [](C c) { return each(c, [](M m) { return or_else(m.cuda, "own"); }); }},
    {"driver_major",
     [](C c) {
       return each(
           c, [](M m) { return std::to_string(m.cuda ? m.cuda->major : 0); });
     }},
    {"unknown_release", [](C c) { return each(c, unknown_release); }},
    {"unknown_ceiling", [](C c) { return each(c, unknown_ceiling); }},
    {"blocked",
     [](C c) { return each(c, [](M m) { return m.blocked_because; }); }},
    // what fixes it
    {"blocked_fix",
     [](C c) { return each(c, [](M m) { return m.blocked_fix; }); }},
    {"add_sass",
     [](C c) {
       return fix_add_sass(c.machines,
                           c.shape ? made_by(*c.shape) : std::nullopt);
     }},
    {"sass_flags", sass_flags},
    {"older_major", older_major},
    {"older_toolkit", [](C c) { return fix_older_toolkit(c.machines); }},
    {"name_driver", name_driver},
    {"driver_for_ptx",
     [](C c) {
       const auto isa = isa_of(c);
       return newer_driver(c, isa ? cuda_of_ptx_isa(*isa) : std::nullopt);
     }},
    {"driver_for_zstd", [](C c) { return newer_driver(c, kZstdSince); }},
    {"driver_for_cubin",
     [](C c) {
       const auto major = major_of_cubin(c);
       return newer_driver(
           c, major ? std::optional(Version{*major, 0}) : std::nullopt);
     }},
    {"driver_for_runtime", driver_for_runtime},
};

struct Filled {
  std::string text;
  bool empty_word = false;  // a word had nothing to say
  bool new_driver = false;  // a word named a driver to install
};

Filled fill(std::string_view text, C told) {
  Filled out;
  while (true) {
    const std::size_t open = text.find('{');
    out.text += text.substr(0, open);
    if (open == std::string_view::npos) return out;
    const std::size_t close = text.find('}', open);
    const std::string_view name = text.substr(open + 1, close - open - 1);
    const auto* word = std::ranges::find(kReasonWords, name, &ReasonWord::name);
    // A word that is misspelled in the table stays as it is: a test finds it.
    const std::string said = word != std::end(kReasonWords)
                                 ? word->text(told)
                                 : fmt::format("{{{}}}", name);
    out.text += said;
    out.empty_word |= said.empty();
    out.new_driver |= name.starts_with("driver_for_");
    text.remove_prefix(close + 1);
  }
}

/// What a blocked machine is told by.
std::string_view blocked_finding(Outcome blocked) {
  if (blocked == Outcome::fails_100) return "CC603";
  if (blocked == Outcome::fails_803) return "CC604";
  if (blocked == Outcome::fails_804) return "CC605";
  return reason_row(Reason::blocked).finding;
}

}  // namespace

std::string_view finding_id(Reason reason, const DriverCase& machine) {
  return reason == Reason::blocked ? blocked_finding(machine.blocked)
                                   : reason_row(reason).finding;
}

std::string consequence(Outcome outcome) {
  // Texts as cudaGetErrorString of CUDA 13.0 gives them.
  switch (outcome) {
    case Outcome::loads:
      return "loads";
    case Outcome::loads_jit:
      return "starts only after the driver has compiled its PTX";
    case Outcome::unknown:
      return "may fail to load";
    case Outcome::fails_209:
      return "fails with error 209 (no kernel image is available for execution "
             "on the device)";
    case Outcome::fails_222:
      return "fails with error 222 (the provided PTX was compiled with an "
             "unsupported toolchain)";
    case Outcome::fails_218:
      return "fails with error 218 (a PTX JIT compilation failed)";
    case Outcome::fails_200:
      return "fails with error 200 (device kernel image is invalid)";
    case Outcome::fails_35:
      return "fails with error 35 (CUDA driver version is insufficient for "
             "CUDA runtime version)";
    case Outcome::fails_100:
      return "fails with error 100 (no CUDA-capable device is detected)";
    case Outcome::fails_803:
      return "fails with error 803 (system has unsupported display driver / "
             "cuda driver combination)";
    case Outcome::fails_804:
      return "fails with error 804 (forward compatibility was attempted on non "
             "supported HW)";
  }
  return "";
}

std::string cause(const ChoiceCase& told) {
  return fill(reason_row(told.choice.reason).cause, told).text;
}

Fix fix(const ChoiceCase& told) {
  constexpr std::string_view kOr = "; or ";
  Fix out;
  std::string_view rest = reason_row(told.choice.reason).fix;
  for (std::uint32_t bit = 1; !rest.empty(); bit <<= 1) {
    const std::size_t end = rest.find(kOr);
    const Filled one = fill(rest.substr(0, end), told);
    rest.remove_prefix(std::min(
        rest.size(), end == rest.npos ? rest.size() : end + kOr.size()));
    // An alternative without its version or flag is none.
    if (one.empty_word) continue;
    out.text += (out.text.empty() ? "" : kOr);
    out.text += one.text;
    out.new_driver |= one.new_driver;
    out.offered |= bit;
  }
  return out;
}

std::string reason_words(const ChoiceCase& told) {
  return fill(reason_row(told.choice.reason).words, told).text;
}

}  // namespace cudacompat
