// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "doctor/environment/doctor_findings.h"
#include "snapshot.h"

namespace cudacompat {
namespace {

using testing::add_nvcc;
using ::testing::AllOf;
using testing::bare_machine;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::ids;
using testing::install;
using ::testing::IsEmpty;
using testing::on;
using testing::package;

Snapshot with_nvcc(const std::string& shorthand, const std::string& release) {
  Snapshot snapshot = on(shorthand);
  add_nvcc(snapshot, release);
  return snapshot;
}

Snapshot with_package(const std::string& framework, Version cuda) {
  Snapshot snapshot = bare_machine();
  Package made = package(framework, framework, {});
  made.cuda = cuda;
  install(snapshot, std::move(made));
  return snapshot;
}

TEST(ToolkitFindings, a_toolkit_no_newer_than_the_driver_is_well) {
  EXPECT_THAT(toolkit_findings(with_nvcc("9.0@535.183.06", "12.2.140")),
              IsEmpty());
  EXPECT_THAT(toolkit_findings(with_nvcc("9.0@580.65.06", "12.9.86")),
              IsEmpty());
}

TEST(ToolkitFindings, a_newer_minor_makes_ptx_that_is_refused) {
  const auto found = toolkit_findings(with_nvcc("9.0@535.183.06", "12.4.131"));
  EXPECT_THAT(ids(found), ElementsAre("CC821 warning"));
  EXPECT_THAT(found[0].message, AllOf(HasSubstr("PTX 8.4"), HasSubstr("222")));
  EXPECT_THAT(found[0].message, ::testing::Not(HasSubstr("35)")));
  EXPECT_THAT(found[0].fix,
              AllOf(HasSubstr("-gencode=arch=compute_90,code=sm_90"),
                    HasSubstr("CUDA 12.2 or older"), HasSubstr("driver 550.")));
}

TEST(ToolkitFindings, a_newer_major_makes_programs_that_do_not_start) {
  const auto found = toolkit_findings(with_nvcc("9.0@535.183.06", "13.0.88"));
  EXPECT_THAT(ids(found), ElementsAre("CC821 warning"));
  EXPECT_THAT(found[0].message, HasSubstr("do not start (35)"));
  EXPECT_THAT(found[0].fix,
              AllOf(HasSubstr("CUDA 12.2 or older"), HasSubstr("driver 580.")));
}

// CUDA 13 makes no code for Volta and older, CUDA 12.4 none for Blackwell.
TEST(ToolkitFindings, a_toolkit_without_code_for_the_gpu) {
  const auto found = toolkit_findings(with_nvcc("6.1@580.65.06", "13.0.88"));
  EXPECT_THAT(ids(found), ElementsAre("CC610 warning"));
  EXPECT_THAT(found[0].fix, HasSubstr("CUDA 12.9"));
  const auto newer = toolkit_findings(with_nvcc("12.0@580.65.06", "12.4.131"));
  EXPECT_THAT(ids(newer), ElementsAre("CC610 warning"));
  EXPECT_THAT(newer[0].fix, HasSubstr("CUDA 12.8"));
}

TEST(ToolkitFindings, another_cupy_is_no_fix_where_the_gpu_is_too_old) {
  Snapshot snapshot = with_package("cupy", {12, 0});
  snapshot.library_majors = {13};
  snapshot.groups = on("6.1@580.65.06").groups;
  EXPECT_EQ(toolkit_findings(snapshot)[0].fix,
            "for the libraries of CUDA 12: pip install \"cupy[ctk]\"");
}

TEST(ToolkitFindings, of_a_range_the_oldest_driver_counts) {
  EXPECT_THAT(
      ids(toolkit_findings(with_nvcc("9.0@535.54.03..580.65.06", "12.4.131"))),
      ElementsAre("CC821 warning"));
}

// vllm-project/vllm#1453: "The detected CUDA version (11.8) mismatches the
// version that was used to compile PyTorch (12.1)".
TEST(ToolkitFindings, torch_refuses_an_nvcc_of_another_major) {
  Snapshot snapshot = with_package("torch", {12, 1});
  add_nvcc(snapshot, "11.8.89");
  const auto found = toolkit_findings(snapshot);
  EXPECT_THAT(ids(found), ElementsAre("CC822 warning"));
  EXPECT_THAT(found[0].message,
              AllOf(HasSubstr("CUDA 12.1"), HasSubstr("nvcc 11.8.89"),
                    HasSubstr("/opt/cuda/bin/nvcc")));
  EXPECT_THAT(found[0].fix, HasSubstr("cuda-toolkit=12.1"));
}

TEST(ToolkitFindings, torch_warns_of_an_nvcc_of_another_minor) {
  Snapshot snapshot = with_package("torch", {12, 1});
  add_nvcc(snapshot, "12.4.131");
  EXPECT_THAT(ids(toolkit_findings(snapshot)), ElementsAre("CC822 note"));
  snapshot.tools.clear();
  add_nvcc(snapshot, "12.1.105");
  EXPECT_THAT(toolkit_findings(snapshot), IsEmpty());
  snapshot.extension_nvcc.reset();
  EXPECT_THAT(toolkit_findings(snapshot), IsEmpty());
}

TEST(ToolkitFindings, cupy_needs_the_libraries_of_its_major) {
  Snapshot snapshot = with_package("cupy", {12, 0});
  snapshot.library_majors = {13};
  const auto found = toolkit_findings(snapshot);
  EXPECT_THAT(ids(found), ElementsAre("CC823 error"));
  EXPECT_THAT(found[0].message, HasSubstr("libnvrtc.so.12"));
  EXPECT_THAT(found[0].fix, HasSubstr("cupy-cuda13x"));
}

TEST(ToolkitFindings, another_cupy_is_no_fix_where_the_driver_is_too_old) {
  Snapshot snapshot = with_package("cupy", {12, 0});
  snapshot.library_majors = {13};
  snapshot.groups = on("9.0@535.183.06").groups;
  EXPECT_EQ(toolkit_findings(snapshot)[0].fix,
            "for the libraries of CUDA 12: pip install \"cupy[ctk]\"");
}

TEST(ToolkitFindings, a_machine_that_is_not_this_one_may_have_the_libraries) {
  Snapshot snapshot = with_package("cupy", {12, 0});
  snapshot.here = false;
  EXPECT_THAT(ids(toolkit_findings(snapshot)), ElementsAre("CC823 warning"));
}

TEST(ToolkitFindings, cupy_takes_them_of_a_toolkit_or_of_wheels) {
  Snapshot snapshot = with_package("cupy", {12, 0});
  snapshot.library_majors = {12, 13};
  EXPECT_THAT(toolkit_findings(snapshot), IsEmpty());
  snapshot.library_majors.clear();
  EXPECT_THAT(ids(toolkit_findings(snapshot)), ElementsAre("CC823 error"));
}

}  // namespace
}  // namespace cudacompat
