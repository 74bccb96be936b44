// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "judge/facts/artifact.h"
#include "judge/rules/machine.h"

namespace cudacompat {

// One question about one image on one machine, each. Pure functions over the
// tables; sources stand beside each rule.

/// How SASS for an architecture meets a GPU.
enum class SassFit : std::uint8_t {
  // does not run
  other,              // another major, or a later minor
  exact_other,        // 'a' code of another chip
  family_other,       // 'f' code of another family, or of a later member
  tegra_same_major,   // same major, but one side is Tegra
  newer_than_tables,  // no row says what this architecture is
  // runs
  same_major,  // lower minor of the same major
  family,      // 'f' code of an earlier member of the GPU's family
  exact,       // for this very chip
};
inline bool runs(SassFit fit) { return fit >= SassFit::same_major; }

/// PG 6.1.2: SASS for X.y runs on X.z, z >= y, desktop only ("not supported
/// for Tegra"); PTX ISA .target: 'a' on its own chip only, 'f' in its family.
SassFit sass_fit(Arch built_for, const DriverCase& machine);

/// How PTX for a .target meets a GPU.
enum class PtxFit : std::uint8_t {
  too_new,  // .target is a later GPU
  exact_other,
  family_other,
  newer_than_tables,
  fits,
};

/// PTX ISA, .target: base targets compile for any later GPU (Tegra too), 'a'
/// for its own chip, 'f' for its family.
PtxFit ptx_fit(Arch target, const DriverCase& machine);

/// A .target under the PTX ISA just before its own, on a release that is no
/// newer than the target: some compilers take what no document has and later
/// ones refuse (libnvJitLink 13.0: sm_88 under 8.8; 12.8: sm_100f under 8.7, on
/// GPUs of another family too). True where that may be so.
bool target_unsettled(const ImageFacts& image, const DriverCase& machine);

/// Can the driver read this cubin or PTX at all, wherever it fits?
enum class Readable : std::uint8_t {
  yes,
  isa_too_new,          // 222
  isa_not_real,         // 222: a .version that no release has (8.9)
  isa_below_target,     // 218: the .target came with a later ISA
  zstd_too_new,         // 200
  cubin_major_too_new,  // 200
  // cannot tell
  ceiling_unknown,  // the driver's PTX ISA
  driver_unknown,   // the driver's CUDA release, and it decides
  toolkit_unknown,  // the cubin's toolkit, and it decides
  newer_than_tables,
  codec_unknown,
  concat,  // --concat on a driver older than the option
};

/// PTX ISA against the driver's JIT compiler, and against its own .target.
Readable ptx_readable(const ImageFacts& image, const DriverCase& machine);
/// Cubin format and toolkit against the driver's CUDA major.
Readable cubin_readable(const ImageFacts& image, const DriverCase& machine);

/// zstd needs a driver of CUDA 12.4 (550.54.14) or later: nvcc manual,
/// --compress-mode; rapids-cmake enable_fatbin_compression.
inline constexpr Version kZstdSince{12, 4};
/// nvcc --concat appears in CUDA 13.5; no document says what older drivers do.
inline constexpr Version kConcatSince{13, 5};
Readable packaging_readable(const ImageFacts& image, const DriverCase& machine);

/// The CUDA major of the toolkit that made a cubin: as read, else as its
/// format tells (ABI 8 for a chip before sm_100 is 13.x). nullopt: not known.
std::optional<std::uint16_t> cubin_major(const ImageFacts& image);

/// The runtime refuses with 35 where the driver is below its major's minimum.
/// nullopt: cannot tell.
std::optional<bool> driver_runs_runtime(std::uint16_t runtime_major,
                                        const DriverCase& machine);

}  // namespace cudacompat
