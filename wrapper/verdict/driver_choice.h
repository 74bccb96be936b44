#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "facts/artifact.h"
#include "model/outcome.h"
#include "rules/machine.h"

namespace cudacompat {

/// Why a container gets its outcome; the finding's id and text follow from it.
enum class Reason : std::uint8_t {
  sass_exact,           // SASS for this very GPU
  sass_same_major,      // SASS for a lower minor of the same major
  sass_family,          // f SASS of the GPU's family
  ptx_jit,              // PTX, compiled by the driver at first start
  jit_link,             // relocatable PTX of every object, linked by the driver
  no_code,              // nothing fits
  only_exact_other,     // 'a' code of another chip is all that comes near
  only_family_other,    // 'f' code of another family is all that comes near
  tegra_same_major,     // same major, but Tegra is outside binary compatibility
  ptx_target_too_new,   // PTX for a later GPU only
  lto_ir_only,          // needs a link that nobody will do
  relocatable_without_ptx,  // a JIT link would need PTX in every object
  device_link_missed,   // the objects have the code, the device link dropped it
  ptx_isa_too_new,      // 222
  zstd_too_new,         // 200
  cubin_major_too_new,  // 200
  runtime_too_new,      // 35
  doubt_prefer_ptx,     // driver API: PTX may be preferred to non-exact SASS
  doubt_several_ptx,    // a readable older PTX stands beside a too new one
  doubt_zstd_beside,    // a zstd image beside the chosen one, old driver
  doubt_concat,         // concatenated entries on a driver before 13.0
  doubt_tile,           // Tile IR only
  doubt_toolkit,        // toolkit of a cubin not known, and it decides
  doubt_arch,           // arch or suffix not known, and it decides
  doubt_ptx_ceiling,    // the driver's PTX ISA is not known
  doubt_newer_isa,      // an ISA, arch or kind that we have no row for
  doubt_kind,           // an image kind we do not know, and nothing else fits
  blocked,              // MachineFacts::blocked
};

/// What the driver would pick in one container, and whether that works. A
/// claim about the driver, not about us: GPU tests check this function.
struct Choice {
  Outcome outcome = Outcome::unknown;
  Reason reason = Reason::no_code;
  /// The image chosen, or the nearest one that the reason speaks of.
  std::optional<std::size_t> image;
};

/// Judges a plain, linked or (as its link would see it) relocatable container
/// by itself. Order, from PG 6.1.4: exact SASS, then the highest compatible
/// SASS, then the highest PTX. Doubts make `unknown` only where they change
/// the outcome.
Choice driver_choice(const ContainerShape& shape, const MachineFacts& machine);

}  // namespace cudacompat
