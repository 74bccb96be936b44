// SPDX-License-Identifier: Apache-2.0
#include "judge/rules/image_rules.h"

#include <algorithm>

namespace cudacompat {
namespace {

bool member_of_family(const FamilyRow& family, Cc gpu) {
  return std::find(family.members.begin(), family.members.end(), gpu) !=
         family.members.end();
}

Arch canonical(Arch arch) {
  arch.number = canonical_number(arch.number);
  return arch;
}

/// 'f' code and a GPU: its family by the table. Where the family has no row, or
/// the GPU has none and so may have joined it since, only a GPU of another
/// major is surely outside it.
enum class InFamily { yes, no, not_known };
InFamily in_family(Arch arch, Cc gpu) {
  const FamilyRow* family = find_family(canonical(arch));
  if (family != nullptr && member_of_family(*family, gpu)) return InFamily::yes;
  const bool both_known = family != nullptr && find_gpu(gpu) != nullptr;
  if (both_known || cc_major(arch.number) != cc_major(gpu)) return InFamily::no;
  return InFamily::not_known;
}

}  // namespace

SassFit sass_fit(Arch built_for, const DriverCase& machine) {
  const Cc gpu = canonical_number(machine.cc);
  const std::uint16_t number = canonical_number(built_for.number);
  const bool renamed = built_for.number != machine.cc && number == gpu;
  const bool known = find_arch(built_for) != nullptr;
  if (number == gpu) {
    // A cubin made before a chip was renamed: no document says that drivers
    // of the new name take it.
    if (renamed || !known) return SassFit::newer_than_tables;
    return SassFit::exact;
  }
  if (built_for.scope == ArchScope::exact) return SassFit::exact_other;
  if (built_for.scope == ArchScope::family) {
    switch (in_family(built_for, gpu)) {
      case InFamily::yes:
        return SassFit::family;
      case InFamily::no:
        return SassFit::family_other;
      case InFamily::not_known:
        return SassFit::newer_than_tables;
    }
  }
  if (cc_major(number) != cc_major(gpu) || number > gpu) return SassFit::other;
  if (machine.tegra || is_tegra(built_for.number))
    return SassFit::tegra_same_major;
  return known ? SassFit::same_major : SassFit::newer_than_tables;
}

PtxFit ptx_fit(Arch target, const DriverCase& machine) {
  const Cc gpu = canonical_number(machine.cc);
  const std::uint16_t number = canonical_number(target.number);
  if (target.scope == ArchScope::exact)
    return number == gpu ? PtxFit::fits : PtxFit::exact_other;
  if (target.scope == ArchScope::family) {
    switch (in_family(target, gpu)) {
      case InFamily::yes:
        return PtxFit::fits;
      case InFamily::no:
        return PtxFit::family_other;
      case InFamily::not_known:
        return PtxFit::newer_than_tables;
    }
  }
  // Numbers compare as written: .target sm_101 still compiles for 10.3
  // (measured with ptxas 13.0 to 13.5), although 101 is now called 110.
  return target.number > machine.cc && number != gpu ? PtxFit::too_new
                                                     : PtxFit::fits;
}

bool target_unsettled(const ImageFacts& image, const DriverCase& machine) {
  const ArchRow* row = find_arch(image.arch);
  if (row == nullptr || !image.ptx_isa || *image.ptx_isa >= row->min_ptx ||
      !machine.cuda || *machine.cuda > row->first_toolkit || !machine.max_ptx ||
      *image.ptx_isa > *machine.max_ptx)
    return false;
  Version before{};  // ascending rows: the release before the target's first
  for (const ReleaseRow& release : release_table())
    if (release.cuda < row->first_toolkit) before = release.ptx_isa;
  return *image.ptx_isa == before;
}

Readable ptx_readable(const ImageFacts& image, const DriverCase& machine) {
  if (!image.ptx_isa) return Readable::newer_than_tables;
  const Version isa = *image.ptx_isa;
  if (machine.max_ptx && isa > *machine.max_ptx) return Readable::isa_too_new;
  if (!machine.max_ptx) return Readable::ceiling_unknown;
  const std::optional<bool> exists = ptx_isa_exists(isa);
  if (!exists) return Readable::newer_than_tables;
  if (!*exists) return Readable::isa_not_real;
  const ArchRow* row = find_arch(image.arch);
  if (row == nullptr) return Readable::newer_than_tables;
  if (isa < row->min_ptx)
    return target_unsettled(image, machine) ? Readable::newer_than_tables
                                            : Readable::isa_below_target;
  return Readable::yes;
}

std::optional<std::uint16_t> cubin_major(const ImageFacts& image) {
  if (image.toolkit) return image.toolkit->major;
  // ELF marks measured with ptxas 11.7 to 13.5: before sm_100, ABI 8 is the
  // mark of 13.x; ABI 7 ends with 12.9.
  if (image.cubin_abi == 8 && image.arch.number < 100) return 13;
  return std::nullopt;
}

Readable cubin_readable(const ImageFacts& image, const DriverCase& machine) {
  if (image.cubin_abi == 0) return Readable::toolkit_unknown;
  // Formats that no release up to the newest of the tables writes.
  if (image.cubin_abi != 7 && image.cubin_abi != 8)
    return Readable::newer_than_tables;
  const std::optional<std::uint16_t> major = cubin_major(image);
  if (!machine.cuda) return Readable::driver_unknown;
  const std::uint16_t driver_major = machine.cuda->major;
  if (major) {
    // Within a major every driver takes every minor (CUDA Compatibility,
    // minor version compatibility); a newer major is not promised.
    if (*major > driver_major) return Readable::cubin_major_too_new;
    // Before 11.0 there was no such promise.
    if (*major == driver_major && *major < 11 && image.toolkit &&
        *image.toolkit > *machine.cuda)
      return Readable::cubin_major_too_new;
    return Readable::yes;
  }
  // ABI 7 is 12.9 or older; ABI 8 (sm_100 and later) is 12.8 or later and, as
  // far as the tables reach, no newer than their newest release.
  const std::uint16_t newest =
      image.cubin_abi == 7 ? 12 : newest_release().major;
  return driver_major >= newest ? Readable::yes : Readable::toolkit_unknown;
}

Readable packaging_readable(const ImageFacts& image,
                            const DriverCase& machine) {
  if (image.compression == Compression::unknown) return Readable::codec_unknown;
  if (image.compression == Compression::zstd) {
    if (!machine.cuda) return Readable::driver_unknown;
    if (*machine.cuda < kZstdSince) return Readable::zstd_too_new;
  }
  if (image.concatenated) {
    if (!machine.cuda) return Readable::driver_unknown;
    if (*machine.cuda < kConcatSince) return Readable::concat;
  }
  return Readable::yes;
}

std::optional<bool> driver_runs_runtime(std::uint16_t runtime_major,
                                        const DriverCase& machine) {
  // What the user-mode library reports decides; cuda-compat raises it.
  if (machine.cuda && machine.cuda->major != runtime_major)
    return machine.cuda->major > runtime_major;
  const MinimumDriverRow* minimum = find_minimum_driver(runtime_major);
  const std::optional<bool> by_cuda =
      machine.cuda ? std::optional<bool>(true) : std::nullopt;
  // Jetson drivers count in numbers of their own.
  if (minimum == nullptr || machine.compat || machine.tegra || !machine.driver)
    return by_cuda;
  const bool windows = is_windows(machine.os);
  const DriverVersion& least = windows ? minimum->windows : minimum->linux_;
  const DriverVersion& surely_below =
      windows ? minimum->windows_fails_below : minimum->linux_fails_below;
  if (least.parts == 0) return by_cuda;
  if (at_least(*machine.driver, least)) return true;
  if (surely_below.parts != 0 && at_least(*machine.driver, surely_below))
    return std::nullopt;
  return false;
}

}  // namespace cudacompat
