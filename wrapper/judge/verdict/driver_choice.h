#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/model/outcome.h"
#include "judge/facts/artifact.h"
#include "judge/rules/machine.h"

namespace cudacompat {

/// Why a container gets its outcome; the finding's id and text follow from it.
enum class Reason : std::uint8_t {
  // loads
  sass_exact,       // SASS for this very GPU
  sass_same_major,  // SASS for a lower minor of the same major
  sass_family,      // f SASS of the GPU's family
  ptx_jit,          // PTX, compiled by the driver at first start
  jit_link,         // relocatable PTX of every object, linked by the driver
  lto_link,         // LTO-IR of an object: its device link makes the SASS
  // fails-209
  no_code,                  // nothing fits
  exact_other,              // 'a' code of another chip is all that comes near
  family_other,             // 'f' code of another family comes nearest
  tegra_same_major,         // same major, but Tegra is outside that promise
  ptx_target_too_new,       // PTX for a later GPU only
  lto_ir_only,              // needs a link that nobody will do
  relocatable_without_ptx,  // a JIT link would need PTX in every object
  device_link_missed,       // the objects have code that the link dropped
  // fails-222, fails-218, fails-200, fails-35
  ptx_isa_too_new,
  ptx_isa_not_real,
  ptx_isa_below_target,
  zstd_too_new,
  cubin_major_too_new,
  runtime_too_new,
  // unknown
  doubt_prefer_ptx,     // driver API: PTX may be preferred to non-exact SASS
  doubt_several,        // candidates differ, and their order is not documented
  doubt_zstd_beside,    // a zstd image beside the chosen one, old driver
  doubt_concat,         // concatenated entries on a driver before 13.5
  doubt_tile,           // Tile IR only
  doubt_toolkit,        // the cubin's toolkit is not known, and it decides
  doubt_driver,         // the driver's CUDA release is not known
  doubt_ptx_ceiling,    // the driver's PTX ISA is not known
  doubt_newer,          // an ISA, architecture or format newer than the tables
  doubt_kind,           // an image kind or codec we do not know
  doubt_empty_choice,   // the image picked has no kernel, others have
  doubt_device_link,    // relocatable code whose device link was not found
  doubt_several_links,  // several device links share the file
  doubt_runtime,        // the driver's fitness for the runtime is not known
  doubt_unreadable,     // a part of the file could not be read
  // the machine
  blocked,  // DriverCase::blocked
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
Choice driver_choice(const ContainerShape& shape, const DriverCase& machine);

/// The same of the container's PTX alone, which is what a driver takes of an
/// object where it links at load time. `image` is an index into `shape`.
Choice driver_choice_of_ptx(const ContainerShape& shape,
                            const DriverCase& machine);

}  // namespace cudacompat
