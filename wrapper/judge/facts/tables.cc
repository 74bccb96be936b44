// SPDX-License-Identifier: Apache-2.0
#include "judge/facts/tables.h"

#include <algorithm>
#include <limits>

namespace cudacompat {
namespace {

/// The row whose `member` is `key`, or null.
template <typename Row, typename Key>
const Row* find_row(std::span<const Row> rows, Key Row::*member,
                    const Key& key) {
  const auto at = std::find_if(rows.begin(), rows.end(), [&](const Row& row) {
    return row.*member == key;
  });
  return at == rows.end() ? nullptr : &*at;
}

std::optional<Version> cuda_of_linux_driver(const DriverVersion& driver) {
  const BranchRow* row =
      find_row(branch_table(), &BranchRow::branch, driver.branch);
  return row ? std::optional(row->cuda) : std::nullopt;
}

std::optional<Version> cuda_of_windows_driver(const DriverVersion& driver) {
  for (const WindowsDriverRow& row : windows_driver_table())
    if (at_least(driver, row.low) && driver.branch <= row.last) return row.cuda;
  return std::nullopt;
}

}  // namespace

std::optional<Version> ptx_isa_of(Version cuda) {
  const ReleaseRow* row = find_release(cuda);
  return row ? std::optional(row->ptx_isa) : std::nullopt;
}

std::optional<bool> ptx_isa_exists(Version isa) {
  if (find_row(older_ptx_table(), &OlderPtxRow::isa, isa)) return true;
  if (find_row(release_table(), &ReleaseRow::ptx_isa, isa)) return true;
  if (isa > release_table().back().ptx_isa) return std::nullopt;
  return false;
}

std::optional<Version> cuda_of_ptx_isa(Version isa) {
  if (!ptx_isa_exists(isa).value_or(false)) return std::nullopt;
  for (const ReleaseRow& row : release_table())
    if (row.ptx_isa >= isa) return row.cuda;
  return std::nullopt;
}

std::optional<Version> cuda_of_driver(const DriverVersion& driver, Os os) {
  return is_windows(os) ? cuda_of_windows_driver(driver)
                        : cuda_of_linux_driver(driver);
}

std::optional<Version> cuda_of_jetson_linux(const DriverVersion& release) {
  for (const JetsonReleaseRow& row : jetson_release_table())
    if (release.branch == row.major && release.minor >= row.first &&
        release.minor <= row.last)
      return row.cuda;
  return std::nullopt;
}

std::optional<DriverVersion> driver_of_cuda(Version cuda, Os os) {
  const auto number =
      is_windows(os) ? &ReleaseDriverRow::windows : &ReleaseDriverRow::linux_;
  for (const ReleaseDriverRow& row : release_driver_table())
    if (row.cuda == cuda && (row.*number).parts != 0) return row.*number;
  // Releases without a row of their own, or without a Windows driver in it.
  if (is_windows(os)) {
    const WindowsDriverRow* row =
        find_row(windows_driver_table(), &WindowsDriverRow::cuda, cuda);
    return row ? std::optional(row->low) : std::nullopt;
  }
  const BranchRow* row = find_row(branch_table(), &BranchRow::cuda, cuda);
  return row ? std::optional(DriverVersion{row->branch, 0, 0, 1})
             : std::nullopt;
}

const ReleaseRow* find_release(Version cuda) {
  return find_row(release_table(), &ReleaseRow::cuda, cuda);
}

const ArchRow* find_arch(Arch arch) {
  return find_row(arch_table(), &ArchRow::arch, arch);
}

const GpuRow* find_gpu(Cc cc) { return find_row(gpu_table(), &GpuRow::cc, cc); }

const FamilyRow* find_family(Arch arch) {
  arch.number = canonical_number(arch.number);
  return find_row(family_table(), &FamilyRow::arch, arch);
}

const MinimumDriverRow* find_minimum_driver(std::uint16_t cuda_major) {
  return find_row(minimum_driver_table(), &MinimumDriverRow::cuda_major,
                  cuda_major);
}

const ForwardCompatRow* find_forward_compat(Version package) {
  return find_row(forward_compat_table(), &ForwardCompatRow::package, package);
}

std::uint16_t canonical_number(std::uint16_t number) {
  const AliasRow* row = find_row(alias_table(), &AliasRow::from, number);
  return row ? row->to : number;
}

bool is_tegra(Cc cc) {
  const GpuRow* row = find_gpu(cc);
  return row != nullptr && row->tegra;
}

bool toolkit_emits(const ReleaseRow& release, Arch arch) {
  return std::find(release.archs.begin(), release.archs.end(), arch) !=
         release.archs.end();
}

Version newest_release() { return release_table().back().cuda; }

}  // namespace cudacompat
