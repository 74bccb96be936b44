// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/model/arch.h"
#include "base/model/profile.h"
#include "base/model/version.h"

namespace cudacompat {

// Rows come from templates/facts/*.json, are compiled in at configure time,
// and each names its source. `confirmed == false` rows are UNVERIFIED: they
// may make an answer `unknown`, never `loads` or `fails-*`.

/// A CUDA release: its toolkit (where `archs` is not empty; 12.7 was a driver
/// release only) and the PTX ISA that its toolkit writes and its driver reads.
struct ReleaseRow {
  Version cuda;
  Version ptx_isa;
  std::span<const Arch> archs;  // SASS that the toolkit can emit
  std::uint16_t default_arch;   // nvcc without -arch; 0: not known
  std::string_view source;
};
std::span<const ReleaseRow> release_table();

/// PTX ISA versions before those of release_table: every driver reads them.
struct OlderPtxRow {
  Version isa;
  std::string_view source;
};
std::span<const OlderPtxRow> older_ptx_table();

/// An architecture as a PTX target or SASS arch.
struct ArchRow {
  Arch arch;
  Version min_ptx;        // least PTX ISA that has the .target
  Version first_toolkit;  // that emits SASS for it
  Version last_toolkit;   // {0, 0}: still current
  std::string_view source;
};
std::span<const ArchRow> arch_table();

/// A GPU's compute capability, and the drivers that drive it.
struct GpuRow {
  Cc cc;
  bool tegra;                  // outside binary compatibility within a major
  std::uint16_t first_branch;  // 0: not known
  bool first_confirmed;
  std::uint16_t last_branch;  // 0: still driven
  std::string_view names;     // "A100, A30"
  std::string_view source;
};
std::span<const GpuRow> gpu_table();

/// The GPUs that code for a family architecture (100f) runs on.
struct FamilyRow {
  Arch arch;
  std::span<const Cc> members;
  std::string_view source;
};
std::span<const FamilyRow> family_table();

/// One number of a chip was renamed: code for `from` is code for `to`.
struct AliasRow {
  std::uint16_t from, to;  // 101, 110
  Version since;           // toolkit 13.0
  std::string_view source;
};
std::span<const AliasRow> alias_table();

/// Driver branch to CUDA (Linux). Windows numbers differ: windows_table.
struct BranchRow {
  std::uint16_t branch;  // 535
  Version cuda;          // 12.2
  std::string_view source;
};
std::span<const BranchRow> branch_table();

/// Windows driver numbers of CUDA `cuda`: from `low` to the newest with `last`
/// before the dot. What lies between two rows is not known.
struct WindowsDriverRow {
  DriverVersion low;
  std::uint16_t last;
  Version cuda;
  std::string_view source;
};
std::span<const WindowsDriverRow> windows_driver_table();

/// The CUDA release of a Jetson's driver: of release `major` of Jetson Linux
/// (L4T) from minor `first` to `last`.
struct JetsonReleaseRow {
  std::uint16_t major, first, last;
  Version cuda;
  std::string_view source;
};
std::span<const JetsonReleaseRow> jetson_release_table();

/// The minimum driver for any toolkit of a CUDA major (minor version
/// compatibility). Sources differ for some: below `..._fails_below` it surely
/// fails, in between it is not known (parts == 0: nothing is in between).
struct MinimumDriverRow {
  std::uint16_t cuda_major;
  DriverVersion linux_;
  DriverVersion windows;  // parts == 0: none published
  std::string_view source;
  DriverVersion linux_fails_below;
  DriverVersion windows_fails_below;
};
std::span<const MinimumDriverRow> minimum_driver_table();

/// The driver that ships with a CUDA release (fixes name it).
struct ReleaseDriverRow {
  std::string_view release;  // "12.8 Update 1"
  Version cuda;
  DriverVersion linux_;
  DriverVersion windows;  // parts == 0: none
  std::string_view source;
};
std::span<const ReleaseDriverRow> release_driver_table();

/// Which kernel drivers a cuda-compat package works on.
struct ForwardCompatRow {
  Version package;                          // 12.9
  std::span<const std::uint16_t> branches;  // that it works on
  std::uint16_t same_branch;                // its own; 0: not in the table
  std::string_view source;
};
std::span<const ForwardCompatRow> forward_compat_table();

enum class Brand : std::uint8_t {
  unknown,
  data_center,
  workstation,
  geforce,
  jetson
};
/// A GPU product name, as whole words anywhere in a product (longest match
/// wins, so vGPU profiles and MIG slices are cut), and what it stands for.
struct GpuNameRow {
  std::string_view name;
  Cc cc;  // 0: GPUs of several capabilities bear the name
  Brand brand;
  std::string_view source;
};
std::span<const GpuNameRow> gpu_name_table();

/// A wheel of PyTorch with its own CUDA code: SASS that nearly all its kernels
/// have, and no PTX. Oldest release first, then by system and CUDA.
struct TorchWheelRow {
  std::string_view torch;  // "2.9.1", the newest patch release
  Version python;          // the oldest that has wheels of it
  Version cuda;
  Os os;
  std::span<const Arch> archs;
  bool zstd;  // how the code is packed; else lz4
  std::string_view source;
};
std::span<const TorchWheelRow> torch_wheel_table();

// Questions about the tables. nullopt is "no row": the answer is unknown.

std::optional<Version> ptx_isa_of(Version cuda);
/// Does this PTX ISA exist (8.9 and 6.6 do not)? nullopt: newer than all rows.
std::optional<bool> ptx_isa_exists(Version isa);
/// The oldest CUDA release whose driver reads this ISA.
std::optional<Version> cuda_of_ptx_isa(Version isa);
std::optional<Version> cuda_of_driver(const DriverVersion& driver, Os os);
/// Of a release of Jetson Linux, 35.3.1.
std::optional<Version> cuda_of_jetson_linux(const DriverVersion& release);
/// "550.54.14": the first driver of a CUDA release, for fixes.
std::optional<DriverVersion> driver_of_cuda(Version cuda, Os os);
const ReleaseRow* find_release(Version cuda);
const ArchRow* find_arch(Arch arch);
const GpuRow* find_gpu(Cc cc);
const FamilyRow* find_family(Arch arch);
const MinimumDriverRow* find_minimum_driver(std::uint16_t cuda_major);
const ForwardCompatRow* find_forward_compat(Version package);
/// 101 -> 110; a number with no alias is itself.
std::uint16_t canonical_number(std::uint16_t number);
std::optional<GpuNameRow> find_gpu_name(std::string_view product);
bool is_tegra(Cc cc);
bool toolkit_emits(const ReleaseRow& release, Arch arch);
Version newest_release();

}  // namespace cudacompat
