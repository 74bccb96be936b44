#include <gmock/gmock.h>

#include "doctor/doctor_findings.h"
#include "situation.h"

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

Situation with_nvcc(const std::string& shorthand, const std::string& release) {
  Situation situation = on(shorthand);
  add_nvcc(situation, release);
  return situation;
}

Situation with_package(const std::string& framework, Version cuda) {
  Situation situation = bare_machine();
  Package made = package(framework, framework, {});
  made.cuda = cuda;
  install(situation, std::move(made));
  return situation;
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
  EXPECT_THAT(found[0].cure,
              AllOf(HasSubstr("-gencode=arch=compute_90,code=sm_90"),
                    HasSubstr("CUDA 12.2 or older"), HasSubstr("driver 550.")));
}

TEST(ToolkitFindings, a_newer_major_makes_programs_that_do_not_start) {
  const auto found = toolkit_findings(with_nvcc("9.0@535.183.06", "13.0.88"));
  EXPECT_THAT(ids(found), ElementsAre("CC821 warning"));
  EXPECT_THAT(found[0].message, HasSubstr("do not start (35)"));
  EXPECT_THAT(found[0].cure,
              AllOf(HasSubstr("CUDA 12.2 or older"), HasSubstr("driver 580.")));
}

// CUDA 13 makes no code for Volta and older, CUDA 12.4 none for Blackwell.
TEST(ToolkitFindings, a_toolkit_without_code_for_the_gpu) {
  const auto found = toolkit_findings(with_nvcc("6.1@580.65.06", "13.0.88"));
  EXPECT_THAT(ids(found), ElementsAre("CC610 warning"));
  EXPECT_THAT(found[0].cure, HasSubstr("CUDA 12.9"));
  const auto newer = toolkit_findings(with_nvcc("12.0@580.65.06", "12.4.131"));
  EXPECT_THAT(ids(newer), ElementsAre("CC610 warning"));
  EXPECT_THAT(newer[0].cure, HasSubstr("CUDA 12.8"));
}

TEST(ToolkitFindings, another_cupy_is_no_cure_where_the_gpu_is_too_old) {
  Situation situation = with_package("cupy", {12, 0});
  situation.library_majors = {13};
  situation.classes = on("6.1@580.65.06").classes;
  EXPECT_EQ(toolkit_findings(situation)[0].cure,
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
  Situation situation = with_package("torch", {12, 1});
  add_nvcc(situation, "11.8.89");
  const auto found = toolkit_findings(situation);
  EXPECT_THAT(ids(found), ElementsAre("CC822 warning"));
  EXPECT_THAT(found[0].message,
              AllOf(HasSubstr("CUDA 12.1"), HasSubstr("nvcc 11.8.89"),
                    HasSubstr("/opt/cuda/bin/nvcc")));
  EXPECT_THAT(found[0].cure, HasSubstr("cuda-toolkit=12.1"));
}

TEST(ToolkitFindings, torch_warns_of_an_nvcc_of_another_minor) {
  Situation situation = with_package("torch", {12, 1});
  add_nvcc(situation, "12.4.131");
  EXPECT_THAT(ids(toolkit_findings(situation)), ElementsAre("CC822 note"));
  situation.tools.clear();
  add_nvcc(situation, "12.1.105");
  EXPECT_THAT(toolkit_findings(situation), IsEmpty());
  situation.extension_nvcc.reset();
  EXPECT_THAT(toolkit_findings(situation), IsEmpty());
}

TEST(ToolkitFindings, cupy_needs_the_libraries_of_its_major) {
  Situation situation = with_package("cupy", {12, 0});
  situation.library_majors = {13};
  const auto found = toolkit_findings(situation);
  EXPECT_THAT(ids(found), ElementsAre("CC823 error"));
  EXPECT_THAT(found[0].message, HasSubstr("libnvrtc.so.12"));
  EXPECT_THAT(found[0].cure, HasSubstr("cupy-cuda13x"));
}

TEST(ToolkitFindings, another_cupy_is_no_cure_where_the_driver_is_too_old) {
  Situation situation = with_package("cupy", {12, 0});
  situation.library_majors = {13};
  situation.classes = on("9.0@535.183.06").classes;
  EXPECT_EQ(toolkit_findings(situation)[0].cure,
            "for the libraries of CUDA 12: pip install \"cupy[ctk]\"");
}

TEST(ToolkitFindings, a_machine_that_is_not_this_one_may_have_the_libraries) {
  Situation situation = with_package("cupy", {12, 0});
  situation.here = false;
  EXPECT_THAT(ids(toolkit_findings(situation)), ElementsAre("CC823 warning"));
}

TEST(ToolkitFindings, cupy_takes_them_of_a_toolkit_or_of_wheels) {
  Situation situation = with_package("cupy", {12, 0});
  situation.library_majors = {12, 13};
  EXPECT_THAT(toolkit_findings(situation), IsEmpty());
  situation.library_majors.clear();
  EXPECT_THAT(ids(toolkit_findings(situation)), ElementsAre("CC823 error"));
}

}  // namespace
}  // namespace cudacompat
