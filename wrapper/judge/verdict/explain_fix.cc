#include "judge/rules/image_rules.h"
#include "judge/verdict/explain_choice.h"
#include "judge/verdict/explain_parts.h"
#include "judge/verdict/fixes.h"

namespace cudacompat {
namespace {

std::string fix_ptx_too_new(const ImageFacts* image,
                            const ContainerShape* shape,
                            const ArtifactFacts& artifact,
                            const DriverCase& machine) {
  std::optional<Version> isa =
      image != nullptr ? image->ptx_isa : newest_relocatable_isa(artifact);
  std::string newer_driver;
  if (isa)
    if (const auto cuda = cuda_of_ptx_isa(*isa))
      newer_driver = fix_newer_driver(*cuda, machine);
  return join_fixes(
      {fix_add_sass(machine, shape != nullptr ? made_by(*shape) : std::nullopt),
       fix_older_toolkit(machine), newer_driver});
}

std::string fix_runtime(const ArtifactFacts& artifact,
                        const DriverCase& machine) {
  const std::uint16_t major =
      artifact.runtime.version ? artifact.runtime.version->major : 0;
  const MinimumDriverRow* row = find_minimum_driver(major);
  std::string driver;
  if (row != nullptr && !machine.tegra && drives(row->linux_.branch, machine))
    driver = fmt::format("install driver {} or newer", to_string(row->linux_));
  std::string toolkit;
  if (machine.cuda)
    toolkit = fmt::format("build and link with CUDA {}.x", machine.cuda->major);
  return join_fixes({toolkit, driver});
}

}  // namespace

std::string fix(const Choice& choice, const ContainerShape* shape,
                const ArtifactFacts& artifact, const DriverCase& machine) {
  const ImageFacts* image = picked(choice, shape);
  const std::optional<Version> toolkit =
      shape != nullptr ? made_by(*shape) : std::nullopt;
  switch (choice.reason) {
    case Reason::sass_exact:
    case Reason::sass_same_major:
    case Reason::sass_family:
    case Reason::lto_link:
      return "";
    case Reason::ptx_isa_too_new:
      return fix_ptx_too_new(image, shape, artifact, machine);
    case Reason::zstd_too_new:
    case Reason::doubt_zstd_beside:
      return join_fixes({"compress with --compress-mode=speed (LZ4) or none",
                         fix_newer_driver(kZstdSince, machine)});
    case Reason::cubin_major_too_new: {
      const auto major = image != nullptr ? cubin_major(*image) : std::nullopt;
      return join_fixes({machine.cuda ? fmt::format("build with CUDA {}.x",
                                                    machine.cuda->major)
                                      : "",
                         major ? fix_newer_driver({*major, 0}, machine) : ""});
    }
    case Reason::runtime_too_new:
      return fix_runtime(artifact, machine);
    case Reason::device_link_missed:
      return fmt::format(
          "pass -gencode=arch=compute_{0},code=sm_{0} to the "
          "device link too",
          to_string(Arch{canonical_number(machine.cc)}));
    case Reason::relocatable_without_ptx:
    case Reason::doubt_several_links:
      return join_fixes(
          {fmt::format("compile and device-link with SASS for the GPU: {}",
                       "-gencode=arch=compute_" +
                           to_string(Arch{canonical_number(machine.cc)}) +
                           ",code=sm_" +
                           to_string(Arch{canonical_number(machine.cc)})),
           "compile every object with PTX"});
    case Reason::doubt_concat:
      return "compile without --concat";
    case Reason::doubt_runtime:
    case Reason::doubt_driver:
      return machine.driver
                 ? "add \"cuda\" (the version that nvidia-smi shows) "
                   "to the class in the profile"
                 : "add \"driver\" or \"cuda\" to the class in the "
                   "profile";
    case Reason::doubt_ptx_ceiling:
      return "add \"driver\", \"cuda\" or \"max_ptx\" to the class in the "
             "profile";
    case Reason::doubt_kind:
    case Reason::doubt_newer:
      return "update cudacompat";
    case Reason::doubt_unreadable:
      return "rebuild the file, and look at it with cudacompat inspect";
    case Reason::doubt_device_link:
      return "device-link the objects (nvcc -dlink)";
    case Reason::ptx_isa_not_real:
      return "correct the .version of the PTX";
    case Reason::ptx_isa_below_target: {
      const ArchRow* row = image != nullptr ? find_arch(image->arch) : nullptr;
      return row != nullptr
                 ? fmt::format("write .version {}", to_string(row->min_ptx))
                 : "";
    }
    case Reason::blocked:
      return machine.blocked_fix;
    default:
      return fix_add_sass(machine, toolkit);
  }
}

}  // namespace cudacompat
