// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace cudacompat {

/// Why a container gets its outcome. What is told of it is its row.
enum class Reason : std::uint8_t {
  // loads
  sass_exact,       // SASS for this very GPU
  sass_same_major,  // SASS for a lower minor of the same major
  sass_family,      // family-specific SASS of the GPU's family
  ptx_jit,          // PTX, compiled by the driver at first start
  jit_link,         // relocatable PTX of every object, linked by the driver
  lto_link,         // LTO-IR of an object: its device link makes the SASS
  // fails-209
  no_code,                  // nothing fits
  exact_other,              // architecture-specific code of another chip
  family_other,             // family-specific code of another family
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

/// What reasons have in common; callers ask for the group, not for a list.
enum class ReasonGroup : std::uint8_t {
  loads,
  no_match,        // nothing fits the GPU
  load_time_link,  // the CUDA runtime links the objects' PTX, or would
  not_readable,    // something fits, and the driver does not take it
  newer_release,   // made by a CUDA major that the driver does not serve
  undocumented,    // no document says what the driver does
  not_known,       // a fact is missing: there is no verdict
  machine,         // whatever the code
};

/// All that is said of one reason. In the texts a {word} stands for a fact of
/// the case: `kReasonWords` in explain_choice.cc.
struct ReasonRow {
  Reason reason;
  std::string_view finding;  // "CC201"; empty: nothing to tell
  ReasonGroup group;
  /// Where nothing fits, the nearest miss explains most: the higher value is
  /// the nearer one. 0: not a miss.
  std::uint8_t closeness;
  bool about_image;        // false: `words` say all, without the image's name
  std::string_view words;  // a few, behind the image's name
  std::string_view cause;  // one clause, behind the consequence
  std::string_view fix;    // alternatives, joined by "; or "
};

/// A miss that might be what the driver picks: it makes the outcome unknown.
inline constexpr std::uint8_t kUnclassified = 6;

/// One row for each reason, in the order of the enum.
std::span<const ReasonRow> reason_table();
const ReasonRow& reason_row(Reason reason);
inline ReasonGroup group_of(Reason reason) { return reason_row(reason).group; }

}  // namespace cudacompat
