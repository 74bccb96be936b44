// SPDX-License-Identifier: Apache-2.0
#include "doctor/environment/package_verdict.h"

#include <gmock/gmock.h>

#include "snapshot.h"

namespace cudacompat {
namespace {

using ::testing::HasSubstr;
using testing::on;
using testing::package;

PackageVerdict judged(const std::vector<std::string>& shapes,
                      const std::string& shorthand) {
  return judge_package(package("p", "", shapes), on(shorthand).groups.front(),
                       {});
}

TEST(PackageVerdict, of_no_device_code_is_none) {
  EXPECT_FALSE(judged({}, "9.0@535.183.06").outcome);
}

TEST(PackageVerdict, counts_containers) {
  const auto verdict = judged(
      {"sm_90@12.2", "sm_80@12.2 ptx_80@8.0", "sm_90a@12.2"}, "9.0@535.183.06");
  EXPECT_EQ(verdict.outcome, Outcome::loads);
  EXPECT_EQ(verdict.all(), 3u);
  EXPECT_EQ(verdict.loading(), 3u);
  EXPECT_FALSE(verdict.why);
}

TEST(PackageVerdict, kernels_for_other_gpus_do_not_decide) {
  const auto verdict =
      judged({"sm_80@12.2", "sm_80@12.2", "sm_90a@12.2"}, "8.6@535.183.06");
  EXPECT_EQ(verdict.outcome, Outcome::loads);
  EXPECT_EQ(verdict.loading(), 2u);
  EXPECT_FALSE(verdict.why);
}

TEST(PackageVerdict, one_kernel_for_the_gpu_does_not_either) {
  const auto verdict =
      judged({"sm_80@12.2", "sm_80@12.2", "sm_90a@12.2"}, "9.0@535.183.06");
  EXPECT_EQ(verdict.outcome, Outcome::fails_209);
  ASSERT_TRUE(verdict.why);
  EXPECT_EQ(verdict.why->id, "CC101");
  EXPECT_THAT(verdict.why->message, HasSubstr("SASS 80"));
}

TEST(PackageVerdict, half_is_not_most) {
  EXPECT_EQ(judged({"sm_80@12.2", "sm_90@12.2"}, "9.0@535.183.06").outcome,
            Outcome::fails_209);
}

TEST(PackageVerdict, jit_is_told_where_most_is_compiled) {
  EXPECT_EQ(judged({"sm_80@12.2 ptx_80@8.2"}, "9.0@535.183.06").outcome,
            Outcome::loads_jit);
  EXPECT_EQ(judged({"ptx_80@8.2"}, "9.0@530.30.02").outcome,
            Outcome::fails_222);
}

TEST(PackageVerdict, a_runtime_too_new_counts_for_the_whole_file) {
  Package made = package("p", "", {"sm_90@13.0", "sm_90@13.0"});
  made.files[0].runtime.version = Version{13, 0};
  const auto verdict =
      judge_package(made, on("9.0@535.183.06").groups.front(), {});
  EXPECT_EQ(verdict.outcome, Outcome::fails_35);
  ASSERT_TRUE(verdict.why);
  EXPECT_EQ(verdict.why->id, "CC504");
}

TEST(PackageVerdict, failures_of_several_kinds_are_no_success) {
  // One loads, and of two that do not each fails otherwise.
  const auto verdict =
      judged({"sm_90@12.2", "sm_80@12.2", "ptx_80@9.0", "ptx_80@8.8"},
             "9.0@535.183.06");
  EXPECT_EQ(verdict.outcome, Outcome::fails_222);
}

TEST(PackageVerdict, a_file_that_was_not_read_is_counted) {
  Package made = package("p", "", {"sm_90@12.2"});
  made.files[0].problem_count = 1;
  const auto verdict =
      judge_package(made, on("9.0@535.183.06").groups.front(), {});
  EXPECT_EQ(verdict.unread, 1u);
  EXPECT_EQ(verdict.outcome, Outcome::unknown);
}

}  // namespace
}  // namespace cudacompat
