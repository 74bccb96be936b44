#include "judge/verdict/explain_choice.h"

#include "judge/rules/image_rules.h"
#include "judge/verdict/explain_parts.h"
#include "judge/verdict/fixes.h"

namespace cudacompat {
namespace {

/// "PTX 9.0" or "its PTX" where the ISA is not one image's.
std::string ptx_words(const ImageFacts* image) {
  if (image != nullptr && image->ptx_isa)
    return "PTX " + to_string(*image->ptx_isa);
  return "PTX";
}

std::string ceiling(const DriverCase& machine) {
  return machine.max_ptx ? to_string(*machine.max_ptx) : "an unknown version";
}

std::string runtime_words(const ArtifactFacts& artifact) {
  return artifact.runtime.version
             ? fmt::format("CUDA runtime {}", artifact.runtime.version->major)
             : "CUDA runtime";
}

}  // namespace

std::string_view finding_id(Reason reason, const DriverCase& machine) {
  switch (reason) {
    case Reason::sass_exact:
    case Reason::sass_same_major:
    case Reason::sass_family:
    case Reason::lto_link:
      return "";
    case Reason::ptx_jit:
    case Reason::jit_link:
      return "CC203";
    case Reason::no_code:
      return "CC101";
    case Reason::ptx_target_too_new:
      return "CC102";
    case Reason::exact_other:
      return "CC301";
    case Reason::family_other:
      return "CC302";
    case Reason::tegra_same_major:
      return "CC303";
    case Reason::relocatable_without_ptx:
      return "CC401";
    case Reason::device_link_missed:
      return "CC402";
    case Reason::lto_ir_only:
      return "CC403";
    case Reason::doubt_several_links:
      return "CC404";
    case Reason::doubt_device_link:
      return "CC405";
    case Reason::ptx_isa_too_new:
      return "CC201";
    case Reason::ptx_isa_not_real:
      return "CC202";
    case Reason::ptx_isa_below_target:
      return "CC204";
    case Reason::doubt_prefer_ptx:
      return "CC205";
    case Reason::doubt_several:
      return "CC206";
    case Reason::zstd_too_new:
      return "CC501";
    case Reason::doubt_zstd_beside:
      return "CC502";
    case Reason::cubin_major_too_new:
      return "CC503";
    case Reason::runtime_too_new:
      return "CC504";
    case Reason::doubt_concat:
      return "CC505";
    case Reason::doubt_runtime:
      return "CC506";
    case Reason::doubt_tile:
      return "CC901";
    case Reason::doubt_kind:
      return "CC902";
    case Reason::doubt_newer:
      return "CC903";
    case Reason::doubt_toolkit:
      return "CC904";
    case Reason::doubt_driver:
      return "CC905";
    case Reason::doubt_ptx_ceiling:
      return "CC906";
    case Reason::doubt_unreadable:
      return "CC907";
    case Reason::doubt_empty_choice:
      return "CC908";
    case Reason::blocked:
      switch (machine.blocked) {
        case Outcome::fails_100:
          return "CC603";
        case Outcome::fails_803:
          return "CC604";
        case Outcome::fails_804:
          return "CC605";
        default:
          return "CC606";
      }
  }
  return "";
}

std::string consequence(Outcome outcome) {
  // Texts as cudaGetErrorString of CUDA 13.0 gives them.
  switch (outcome) {
    case Outcome::loads:
      return "loads";
    case Outcome::loads_jit:
      return "starts only after the driver has compiled its PTX";
    case Outcome::unknown:
      return "may fail to load: it cannot be told";
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

std::string cause(const Choice& choice, const ContainerShape* shape,
                  const ArtifactFacts& artifact, const DriverCase& machine) {
  const ImageFacts* image = picked(choice, shape);
  const std::string holds =
      shape != nullptr ? "it holds " + contents(*shape) : std::string();
  const std::string cc = cc_to_string(machine.cc);
  switch (choice.reason) {
    case Reason::sass_exact:
    case Reason::sass_same_major:
    case Reason::sass_family:
    case Reason::lto_link:
      return "";
    case Reason::ptx_jit:
      return fmt::format("{}, and no SASS that runs on {}", holds, cc);
    case Reason::jit_link:
      return fmt::format(
          "no linked SASS runs on {}; the driver links the "
          "objects' PTX",
          cc);
    case Reason::no_code:
      return fmt::format("{}, and none of it runs on {}", holds, cc);
    case Reason::ptx_target_too_new:
      return fmt::format(
          "{}; PTX for compute_{} compiles for that and later "
          "GPUs, not for {}",
          holds, to_string(image->arch), cc);
    case Reason::exact_other:
      return fmt::format("{}; {} runs on {} only", holds, arch_words(image),
                         cc_to_string(image->arch.number));
    case Reason::family_other:
      return fmt::format("{}; {} runs in its own family only", holds,
                         arch_words(image));
    case Reason::tegra_same_major:
      return fmt::format(
          "{}; {} has the same major as {}, but between desktop "
          "and Tegra, and among Tegra, SASS runs on its own "
          "chip only",
          holds, arch_words(image), cc);
    case Reason::relocatable_without_ptx:
      return fmt::format(
          "no linked SASS runs on {}, and not every object of "
          "the device link has PTX for a link at load time",
          cc);
    case Reason::device_link_missed:
      return fmt::format(
          "the objects hold code for {}, but the device link "
          "was not asked for it{}",
          cc,
          shape != nullptr && !shape->empty()
              ? " (linked: " + contents(*shape) + ")"
              : "");
    case Reason::lto_ir_only:
      return holds + ", which only a link with -dlto turns into code";
    case Reason::doubt_several_links:
      return fmt::format(
          "no linked SASS runs on {}, and which objects' PTX "
          "belongs to which of several device links is not "
          "written in the file",
          cc);
    case Reason::doubt_device_link:
      return "its relocatable code shows no device link";
    case Reason::ptx_isa_too_new: {
      const std::optional<Version> isa =
          image != nullptr ? image->ptx_isa : newest_relocatable_isa(artifact);
      return fmt::format(
          "only PTX fits {}{}, and PTX {} is newer than the {} that the driver "
          "reads",
          cc, shape != nullptr ? " (" + holds + ")" : "",
          isa ? to_string(*isa) : "?", ceiling(machine));
    }
    case Reason::ptx_isa_not_real:
      return fmt::format("there is no {}", ptx_words(image));
    case Reason::ptx_isa_below_target: {
      const ArchRow* row = image != nullptr ? find_arch(image->arch) : nullptr;
      return fmt::format(
          "its {} is older than its target {}, which needs {}",
          ptx_words(image), arch_words(image),
          row != nullptr ? to_string(row->min_ptx) : "a later version");
    }
    case Reason::doubt_prefer_ptx:
      return fmt::format(
          "loaded through the driver API, {} may be compiled "
          "although SASS fits, and the driver reads PTX up to "
          "{}",
          ptx_words(image), ceiling(machine));
    case Reason::doubt_several:
      return fmt::format(
          "{}; of the images that fit {} some load and some do "
          "not, and their order is not documented",
          holds, cc);
    case Reason::zstd_too_new:
      return fmt::format(
          "{} is compressed with zstd, which drivers read from "
          "CUDA 12.4 on",
          arch_words(image));
    case Reason::doubt_zstd_beside:
      return "it holds an image compressed with zstd, which drivers read from "
             "CUDA 12.4 on; whether that harms the images beside it is not "
             "known";
    case Reason::cubin_major_too_new: {
      const auto major = image != nullptr ? cubin_major(*image) : std::nullopt;
      return fmt::format(
          "{} was made by CUDA {}, and a CUDA {} driver reads "
          "SASS up to its own major (a program linked with that "
          "runtime fails with error 35 first)",
          arch_words(image), major ? *major : 0,
          machine.cuda ? machine.cuda->major : 0);
    }
    case Reason::runtime_too_new:
      return fmt::format("it is linked with {}, which needs a newer driver",
                         runtime_words(artifact));
    case Reason::doubt_concat:
      return fmt::format(
          "{} lies in a concatenated entry (nvcc --concat), and "
          "what drivers before CUDA 13.5 do with it is not "
          "documented",
          arch_words(image));
    case Reason::doubt_runtime:
      return fmt::format("whether the driver suffices for {} is not known",
                         runtime_words(artifact));
    case Reason::doubt_tile:
      return holds + ", and which driver compiles Tile IR for it is not known";
    case Reason::doubt_kind:
      return image != nullptr && image->compression == Compression::unknown
                 ? "an image is compressed in a way that no table knows"
                 : "it holds an image of a kind that no table knows";
    case Reason::doubt_newer:
      return fmt::format("{}{} is in no table", arch_words(image),
                         image != nullptr && image->ptx_isa
                             ? " (" + ptx_words(image) + ")"
                             : "");
    case Reason::doubt_toolkit:
      return fmt::format(
          "which toolkit made {} is not written in it, and "
          "whether the driver reads it depends on that",
          arch_words(image));
    case Reason::doubt_driver:
      return machine.driver
                 ? fmt::format(
                       "no table says which CUDA release driver {} "
                       "supports",
                       to_string(*machine.driver))
                 : "which CUDA release the driver supports is not known";
    case Reason::doubt_ptx_ceiling:
      return machine.driver && !machine.cuda
                 ? fmt::format("no table says which PTX ISA driver {} reads",
                               to_string(*machine.driver))
                 : "which PTX ISA the driver reads is not known";
    case Reason::doubt_unreadable:
      return fmt::format(
          "{} problem{} in the file, the first: {}", artifact.problem_count,
          artifact.problem_count == 1 ? "" : "s",
          artifact.problems.empty() ? "" : artifact.problems.front().message);
    case Reason::doubt_empty_choice:
      return fmt::format("{} is what the driver picks, and it has no kernel",
                         arch_words(image));
    case Reason::blocked:
      return machine.blocked_because;
  }
  return "";
}

}  // namespace cudacompat
