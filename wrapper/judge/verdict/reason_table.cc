// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/reason_table.h"

#include <iterator>

namespace cudacompat {
namespace {

using enum Reason;
using G = ReasonGroup;

constexpr std::string_view kAddSass = "{add_sass}";
constexpr std::string_view kLinkSass =
    "compile and device-link with SASS for the GPU: {sass_flags}; or compile "
    "every object with PTX";
constexpr std::string_view kLz4 =
    "compress with --compress-mode=speed (LZ4) or none; or {driver_for_zstd}";

// reason, finding, group, closeness, about the image, words, cause, fix
// clang-format off
constexpr ReasonRow kRows[] = {
  {sass_exact, "", G::loads, 0, true, "", "", ""},
  {sass_same_major, "", G::loads, 0, true, "same major", "", ""},
  {sass_family, "", G::loads, 0, true, "same family", "", ""},
  {ptx_jit, "CC203", G::loads, 0, true, "",
   "{holds}, and no SASS that runs on {gpu}", kAddSass},
  {jit_link, "CC203", G::load_time_link, 0, true,
   "PTX of every object, linked by the driver at first start",
   "no linked SASS runs on {gpu}; the driver links the objects' PTX",
   kAddSass},
  {lto_link, "", G::loads, 0, true, "its device link makes the SASS", "", ""},

  {no_code, "CC101", G::no_match, 0, false, "no SASS and no PTX for {gpu}",
   "{holds}, and none of it runs on {gpu}", kAddSass},
  {exact_other, "CC301", G::no_match, 4, true,
   "architecture-specific code runs on its own chip only, not on {gpu}",
   "{holds}; {arch} runs on {image_gpu} only", kAddSass},
  {family_other, "CC302", G::no_match, 3, true,
   "family-specific code runs in its own family only, not on {gpu}",
   "{holds}; {arch} runs in its own family only", kAddSass},
  {tegra_same_major, "CC303", G::no_match, 5, true,
   "Tegra and other GPUs do not run each other's SASS",
   "{holds}; {arch} has the same major as {gpu}, but between desktop and "
   "Tegra, and among Tegra, SASS runs on its own chip only", kAddSass},
  {ptx_target_too_new, "CC102", G::no_match, 2, true,
   "for a later GPU than {gpu}",
   "{holds}; PTX for compute_{number} compiles for that and later GPUs, not "
   "for {gpu}", kAddSass},
  {lto_ir_only, "CC403", G::not_readable, 1, true,
   "no driver loads it as it is",
   "{holds}, which only a link with -dlto turns into code", kAddSass},
  {relocatable_without_ptx, "CC401", G::load_time_link, 0, true,
   "not every object has PTX that the driver could link",
   "no linked SASS runs on {gpu}, and not every object of the device link has "
   "PTX for a link at load time", kLinkSass},
  {device_link_missed, "CC402", G::load_time_link, 0, true,
   "the objects have the code, the device link left it out",
   "the objects hold code for {gpu}, but the device link was not asked for "
   "it{linked}", "pass {sass_flags} to the device link too"},

  {ptx_isa_too_new, "CC201", G::not_readable, 0, true,
   "newer than the driver's {max_ptx}",
   "only PTX fits {gpu}{in_holds}, and PTX {isa} is newer than the {ceiling} "
   "that the driver reads",
   "{add_sass}; or {older_toolkit}; or {driver_for_ptx}"},
  {ptx_isa_not_real, "CC202", G::not_readable, 0, true,
   "an ISA that does not exist", "there is no {ptx}",
   "correct the .version of the PTX"},
  {ptx_isa_below_target, "CC204", G::not_readable, 0, true,
   "an ISA without this target",
   "its {ptx} is older than its target {arch}, which needs {isa_of_target}",
   "write .version {least_isa_of_target}"},
  {zstd_too_new, "CC501", G::not_readable, 0, true,
   "zstd, which needs a driver of CUDA 12.4",
   "{arch} is compressed with zstd, which drivers read from CUDA 12.4 on",
   kLz4},
  {cubin_major_too_new, "CC503", G::newer_release, 0, true,
   "of a newer CUDA major than the driver's {cuda}",
   "{arch} was made by CUDA {cubin_major}, and a CUDA {driver_major} driver "
   "reads SASS up to its own major (a program linked with that runtime fails "
   "with error 35 first)",
   "build with CUDA {older_major}.x; or {driver_for_cubin}"},
  {runtime_too_new, "CC504", G::newer_release, 0, false,
   "its CUDA runtime is newer than the driver's {cuda}",
   "it is linked with {runtime}, which needs a newer driver",
   "build and link with CUDA {older_major}.x; or {driver_for_runtime}"},

  {doubt_prefer_ptx, "CC205", G::undocumented, 0, true,
   "the driver API may prefer it to the SASS",
   "loaded through the driver API, {ptx} may be compiled although SASS fits, "
   "and the driver reads PTX up to {ceiling}", kAddSass},
  {doubt_several, "CC206", G::undocumented, 0, true,
   "which of several is taken is not known",
   "{holds}; of the images that fit {gpu} some load and some do not, and "
   "their order is not documented", kAddSass},
  {doubt_zstd_beside, "CC502", G::undocumented, 0, true,
   "zstd beside it, before a driver of CUDA 12.4",
   "it holds an image compressed with zstd, which drivers read from CUDA 12.4 "
   "on; whether that harms the images beside it is not known", kLz4},
  {doubt_concat, "CC505", G::undocumented, 0, true,
   "concatenated entry on an older driver",
   "{arch} lies in a concatenated entry (nvcc --concat), and what drivers "
   "before CUDA 13.5 do with it is not documented", "compile without --concat"},
  {doubt_tile, "CC901", G::not_known, kUnclassified, true,
   "Tile IR is all that there is",
   "{holds}, and which driver compiles Tile IR for it is not known", kAddSass},
  {doubt_toolkit, "CC904", G::not_known, 0, true, "made by an unknown toolkit",
   "which toolkit made {arch} is not written in it, and whether the driver "
   "reads it depends on that", kAddSass},
  {doubt_driver, "CC905", G::not_known, 0, true,
   "the driver's CUDA release is not known", "{unknown_release}",
   "{name_driver}"},
  {doubt_ptx_ceiling, "CC906", G::not_known, 0, true,
   "the driver's PTX ISA is not known", "{unknown_ceiling}",
   "add \"driver\", \"cuda\" or \"max_ptx\" to the target group in the profile"},
  {doubt_newer, "CC903", G::not_known, kUnclassified, true,
   "newer than this program knows", "{arch}{in_ptx} is in no table",
   "update cudacompat"},
  {doubt_kind, "CC902", G::not_known, kUnclassified, true,
   "not a kind that this program knows", "{unknown_kind}",
   "update cudacompat"},
  {doubt_empty_choice, "CC908", G::not_known, 0, true,
   "it has no kernel, others have",
   "{arch} is what the driver picks, and it has no kernel", kAddSass},
  {doubt_device_link, "CC405", G::undocumented, 0, true,
   "its device link was not found",
   "its relocatable code shows no device link",
   "device-link the objects (nvcc -dlink)"},
  {doubt_several_links, "CC404", G::load_time_link, 0, true,
   "several device links share the file",
   "no linked SASS runs on {gpu}, and which objects' PTX belongs to which of "
   "several device links is not written in the file", kLinkSass},
  {doubt_runtime, "CC506", G::undocumented, 0, false,
   "whether the driver serves its CUDA runtime is not known",
   "whether the driver suffices for {runtime} is not known", "{name_driver}"},
  {doubt_unreadable, "CC907", G::not_known, 0, false,
   "a part of the file was not read", "{problems}",
   "rebuild the file, and look at it with cudacompat inspect"},

  {blocked, "CC606", G::machine, 0, false, "{blocked}", "{blocked}",
   "{blocked_fix}"},
};
// clang-format on

static_assert(
    [] {
      for (std::size_t i = 0; i < std::size(kRows); ++i)
        if (kRows[i].reason != static_cast<Reason>(i)) return false;
      return std::size(kRows) == static_cast<std::size_t>(blocked) + 1;
    }(),
    "each reason has one row, in the order of the enum; `blocked` is the last");

}  // namespace

std::span<const ReasonRow> reason_table() { return kRows; }

const ReasonRow& reason_row(Reason reason) {
  return kRows[static_cast<std::size_t>(reason)];
}

}  // namespace cudacompat
