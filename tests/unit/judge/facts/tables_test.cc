// SPDX-License-Identifier: Apache-2.0
#include "judge/facts/tables.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

namespace cudacompat {
namespace {

using ::testing::Optional;

/// True where each row's key is greater than that of the row before.
template <typename Row, typename Key>
bool rises(std::span<const Row> rows, Key key) {
  return std::adjacent_find(rows.begin(), rows.end(),
                            [&](const Row& a, const Row& b) {
                              return !(key(a) < key(b));
                            }) == rows.end();
}

auto as_tuple(const DriverVersion& v) {
  return std::tuple(v.branch, v.minor, v.patch);
}

// --- What a row may say ---

TEST(FactTables, are_sorted_and_have_no_row_twice) {
  EXPECT_TRUE(rises(release_table(), [](auto& r) { return r.cuda; }));
  EXPECT_TRUE(rises(older_ptx_table(), [](auto& r) { return r.isa; }));
  EXPECT_TRUE(rises(arch_table(), [](auto& r) { return r.arch; }));
  EXPECT_TRUE(rises(gpu_table(), [](auto& r) { return r.cc; }));
  EXPECT_TRUE(rises(family_table(), [](auto& r) { return r.arch; }));
  EXPECT_TRUE(rises(alias_table(), [](auto& r) { return r.from; }));
  EXPECT_TRUE(rises(branch_table(), [](auto& r) { return r.branch; }));
  EXPECT_TRUE(
      rises(windows_driver_table(), [](auto& r) { return as_tuple(r.low); }));
  EXPECT_TRUE(
      rises(minimum_driver_table(), [](auto& r) { return r.cuda_major; }));
  EXPECT_TRUE(rises(forward_compat_table(), [](auto& r) { return r.package; }));
}

TEST(FactTables, name_a_source_in_every_row) {
  const auto all_have = [](auto rows) {
    return !rows.empty() && std::all_of(rows.begin(), rows.end(), [](auto& r) {
      return r.source.size() > 5;
    });
  };
  EXPECT_TRUE(all_have(release_table()));
  EXPECT_TRUE(all_have(older_ptx_table()));
  EXPECT_TRUE(all_have(arch_table()));
  EXPECT_TRUE(all_have(gpu_table()));
  EXPECT_TRUE(all_have(family_table()));
  EXPECT_TRUE(all_have(alias_table()));
  EXPECT_TRUE(all_have(branch_table()));
  EXPECT_TRUE(all_have(windows_driver_table()));
  EXPECT_TRUE(all_have(jetson_release_table()));
  EXPECT_TRUE(all_have(minimum_driver_table()));
  EXPECT_TRUE(all_have(release_driver_table()));
  EXPECT_TRUE(all_have(forward_compat_table()));
  EXPECT_TRUE(all_have(gpu_name_table()));
  EXPECT_TRUE(all_have(torch_wheel_table()));
}

TEST(FactTables, have_each_release_driver_and_gpu_name_once) {
  std::set<std::string_view> releases;
  for (const ReleaseDriverRow& row : release_driver_table())
    EXPECT_TRUE(releases.insert(row.release).second) << row.release;
  std::set<std::string> names;
  for (const GpuNameRow& row : gpu_name_table()) {
    std::string name(row.name);
    std::transform(name.begin(), name.end(), name.begin(), [](char c) {
      return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    });
    EXPECT_TRUE(names.insert(name).second) << row.name;
  }
}

// --- What rows of different tables say about each other ---

TEST(Releases, never_lose_a_ptx_isa) {
  Version last{};
  for (const ReleaseRow& row : release_table()) {
    EXPECT_GE(row.ptx_isa, last) << to_string(row.cuda);
    last = row.ptx_isa;
  }
}

TEST(Releases, make_code_only_for_architectures_of_the_table) {
  for (const ReleaseRow& release : release_table()) {
    for (Arch a : release.archs) {
      const ArchRow* row = find_arch(a);
      ASSERT_NE(row, nullptr) << to_string(a);
      EXPECT_LE(row->min_ptx, release.ptx_isa) << to_string(a);
    }
  }
}

TEST(Releases, agree_with_first_and_last_toolkit_of_an_architecture) {
  for (const ReleaseRow& release : release_table()) {
    if (release.archs.empty()) continue;
    for (const ArchRow& row : arch_table()) {
      const bool in_range =
          row.first_toolkit <= release.cuda &&
          (row.last_toolkit == Version{} || release.cuda <= row.last_toolkit);
      EXPECT_EQ(toolkit_emits(release, row.arch), in_range)
          << to_string(release.cuda) << " " << to_string(row.arch);
    }
  }
}

TEST(Releases, build_for_a_default_architecture_that_they_have) {
  for (const ReleaseRow& release : release_table())
    if (release.default_arch != 0) {
      EXPECT_TRUE(toolkit_emits(release, {release.default_arch}))
          << to_string(release.cuda);
    }
}

TEST(Architectures, belong_to_a_gpu_of_the_table) {
  for (const ArchRow& row : arch_table())
    EXPECT_NE(find_gpu(row.arch.number), nullptr) << to_string(row.arch);
}

TEST(Gpus, have_an_architecture_of_their_own) {
  for (const GpuRow& row : gpu_table())
    EXPECT_NE(find_arch({row.cc}), nullptr) << cc_to_string(row.cc);
}

TEST(Gpus, name_driver_branches_of_the_table) {
  const auto known = [](std::uint16_t branch) {
    return branch == 0 || cuda_of_driver({branch, 0, 0, 1}, Os::linux_x86_64);
  };
  for (const GpuRow& row : gpu_table()) {
    EXPECT_TRUE(known(row.first_branch)) << cc_to_string(row.cc);
    EXPECT_TRUE(known(row.last_branch)) << cc_to_string(row.cc);
  }
}

TEST(Families, hold_gpus_of_the_table_from_their_own_number_on) {
  for (const FamilyRow& row : family_table()) {
    EXPECT_EQ(row.arch.scope, ArchScope::family);
    ASSERT_FALSE(row.members.empty());
    EXPECT_EQ(row.members.front(), row.arch.number);
    for (Cc cc : row.members) EXPECT_NE(find_gpu(cc), nullptr);
    EXPECT_TRUE(rises(row.members, [](Cc cc) { return cc; }));
  }
}

TEST(Families, exist_for_every_family_architecture) {
  for (const ArchRow& row : arch_table())
    if (row.arch.scope == ArchScope::family) {
      EXPECT_NE(find_family(row.arch), nullptr) << to_string(row.arch);
    }
}

TEST(DriverBranches, are_of_releases_of_the_table_and_never_fall) {
  Version last{};
  for (const BranchRow& row : branch_table()) {
    EXPECT_NE(find_release(row.cuda), nullptr) << row.branch;
    EXPECT_GE(row.cuda, last) << row.branch;
    last = row.cuda;
  }
}

TEST(DriverBranches, exist_for_every_release) {
  for (const ReleaseRow& release : release_table())
    EXPECT_TRUE(std::any_of(
        branch_table().begin(), branch_table().end(),
        [&](const BranchRow& row) { return row.cuda == release.cuda; }))
        << to_string(release.cuda);
}

TEST(WindowsDrivers, are_of_releases_of_the_table_and_do_not_overlap) {
  Version last_cuda{};
  std::uint16_t last_number = 0;
  for (const WindowsDriverRow& row : windows_driver_table()) {
    EXPECT_NE(find_release(row.cuda), nullptr) << to_string(row.low);
    EXPECT_GT(row.cuda, last_cuda) << to_string(row.low);
    EXPECT_GT(row.low.branch, last_number) << to_string(row.low);
    EXPECT_GE(row.last, row.low.branch) << to_string(row.low);
    last_cuda = row.cuda;
    last_number = row.last;
  }
}

TEST(ReleaseDrivers, never_fall_and_belong_to_their_release) {
  const ReleaseDriverRow* last = nullptr;
  for (const ReleaseDriverRow& row : release_driver_table()) {
    EXPECT_THAT(cuda_of_driver(row.linux_, Os::linux_x86_64),
                Optional(row.cuda))
        << row.release;
    if (row.windows.parts != 0) {
      EXPECT_THAT(cuda_of_driver(row.windows, Os::windows_x86_64),
                  Optional(row.cuda))
          << row.release;
    }
    if (last != nullptr) {
      EXPECT_GE(row.cuda, last->cuda) << row.release;
      EXPECT_TRUE(at_least(row.linux_, last->linux_)) << row.release;
      if (row.windows.parts != 0) {
        EXPECT_TRUE(at_least(row.windows, last->windows)) << row.release;
      }
    }
    last = &row;
  }
}

TEST(MinimumDrivers, are_of_the_first_release_of_their_major) {
  for (const MinimumDriverRow& row : minimum_driver_table()) {
    const Version first{row.cuda_major, 0};
    EXPECT_THAT(cuda_of_driver(row.linux_, Os::linux_aarch64), Optional(first));
    if (row.windows.parts != 0) {
      EXPECT_THAT(cuda_of_driver(row.windows, Os::wsl), Optional(first));
    }
    EXPECT_TRUE(at_least(row.linux_, row.linux_fails_below));
    EXPECT_TRUE(at_least(row.windows, row.windows_fails_below));
  }
}

TEST(ForwardCompat, names_packages_and_branches_of_the_tables) {
  for (const ForwardCompatRow& row : forward_compat_table()) {
    ASSERT_NE(find_release(row.package), nullptr);
    EXPECT_TRUE(rises(row.branches, [](std::uint16_t b) { return b; }));
    for (std::uint16_t branch : row.branches) {
      const auto own = cuda_of_driver({branch, 0, 0, 1}, Os::linux_x86_64);
      ASSERT_TRUE(own.has_value()) << branch;
      EXPECT_LT(*own, row.package) << branch;
    }
    if (row.same_branch != 0) {
      EXPECT_THAT(cuda_of_driver({row.same_branch, 0, 0, 1}, Os::linux_x86_64),
                  Optional(row.package));
    }
  }
}

}  // namespace
}  // namespace cudacompat
