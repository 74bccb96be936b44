// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "doctor/environment/doctor_findings.h"
#include "snapshot.h"

namespace cudacompat {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::ids;
using testing::install;
using ::testing::IsEmpty;
using testing::on;
using testing::package;

std::vector<Finding> found(const std::string& shorthand, Package made) {
  Snapshot snapshot = on(shorthand);
  install(snapshot, std::move(made));
  return package_findings(snapshot);
}

TEST(PackageFindings, of_a_package_that_loads_are_none) {
  EXPECT_THAT(found("9.0@535.183.06", package("x", "", {"sm_90@12.2"})),
              IsEmpty());
}

TEST(PackageFindings, without_code_for_the_gpu) {
  const auto all = found("9.0@535.183.06", package("x", "", {"sm_80@12.2"}));
  EXPECT_THAT(ids(all), ElementsAre("CC101 error"));
  EXPECT_THAT(all[0].message,
              AllOf(HasSubstr("x 1.0"), HasSubstr("1 of 1 fatbins"),
                    HasSubstr("209"), HasSubstr("9.0@535.183.06")));
  EXPECT_THAT(all[0].fix, HasSubstr("TORCH_CUDA_ARCH_LIST=\"9.0\""));
  EXPECT_EQ(all[0].target, "9.0@535.183.06");
}

TEST(PackageFindings, with_ptx_that_is_too_new) {
  Package made = package("x", "", {"ptx_80@8.7"});
  made.cuda = Version{12, 8};
  const auto all = found("9.0@535.183.06", made);
  EXPECT_THAT(ids(all), ElementsAre("CC201 error"));
  EXPECT_THAT(all[0].fix, HasSubstr("driver 570."));
}

TEST(PackageFindings, cupy_of_a_newer_major_than_the_driver) {
  Package made = package("cupy-cuda13x", "cupy", {"sm_90@13.0"});
  made.cuda = Version{13, 0};
  const auto all = found("9.0@535.183.06", made);
  EXPECT_THAT(ids(all), ElementsAre("CC503 error"));
  EXPECT_THAT(all[0].fix, AllOf(HasSubstr("driver 580."),
                                HasSubstr("pip install cupy-cuda12x")));
}

TEST(PackageFindings, jax_of_a_newer_major_than_the_driver) {
  Package made = package("jax-cuda13-plugin", "jax", {"sm_90@13.0"});
  made.cuda = Version{13, 0};
  EXPECT_THAT(found("9.0@535.183.06", made)[0].fix,
              HasSubstr("pip install \"jax[cuda12]\""));
}

TEST(PackageFindings, kernels_for_other_gpus_are_a_note) {
  EXPECT_THAT(
      ids(found("8.6@535.183.06",
                package("x", "", {"sm_80@12.2", "sm_86@12.2", "sm_90a@12.2"}))),
      ElementsAre("CC824 note"));
}

TEST(PackageFindings, what_is_not_known_is_no_error_and_no_pass) {
  Package made = package("x", "", {"sm_90@12.2"});
  made.files[0].problem_count = 1;
  const auto all = found("9.0@535.183.06", made);
  EXPECT_THAT(ids(all), ElementsAre("CC825 warning", "CC825 warning"));
}

// vllm-project/vllm#47397: one extension alone fails.
TEST(PackageFindings, what_fails_otherwise_is_not_for_other_gpus) {
  const auto all =
      found("9.0@535.183.06",
            package("x", "", {"sm_90@12.2", "sm_90@12.2", "ptx_80@8.7"}));
  EXPECT_THAT(ids(all), ElementsAre("CC828 warning"));
  EXPECT_THAT(all[0].message, HasSubstr("222"));
}

// Three load, two are of a kind that nobody knows.
TEST(PackageFindings, what_cannot_be_judged_beside_what_loads_is_no_pass) {
  const auto all = found(
      "9.0@535.183.06",
      package("x", "",
              {"sm_90@12.2", "sm_90@12.2", "sm_90@12.2", "kind99", "kind99"}));
  EXPECT_THAT(ids(all), ::testing::Contains("CC825 warning"));
}

TEST(PackageFindings, a_ptxas_newer_than_the_tables_is_of_a_newer_major) {
  Package made = package("triton", "triton", {});
  made.cuda = Version{99, 0};
  EXPECT_THAT(ids(found("9.0@580.65.06", made)), ElementsAre("CC814 error"));
}

TEST(PackageFindings, on_a_machine_that_nothing_works_on_are_none) {
  EXPECT_THAT(found("6.1@590.48", package("x", "", {"sm_80@12.2"})), IsEmpty());
}

TEST(PackageFindings, a_framework_that_was_built_without_cuda) {
  for (const char* platform : {"cpu", "rocm"}) {
    Package made = package("torch", "torch", {});
    made.platform = platform;
    const auto all = found("9.0@535.183.06", made);
    EXPECT_THAT(ids(all), ElementsAre("CC827 error"));
    EXPECT_THAT(all[0].fix, HasSubstr("pip install torch=="));
  }
}

// The driver is new enough for the package; one library of it is of CUDA 13.
TEST(PackageFindings, a_library_of_another_release_has_a_fix_of_its_own) {
  Package made = package("x", "", {"sm_80@13.0"});
  made.cuda = Version{12, 1};
  made.files[0].runtime.version = Version{13, 0};
  const auto all = found("8.0@535.183.06", made);
  EXPECT_THAT(ids(all), ElementsAre("CC504 error"));
  EXPECT_THAT(all[0].fix, HasSubstr("driver 580."));
}

TEST(PackageFindings, each_framework_has_its_own_variable) {
  const auto fix = [](const char* framework) {
    return found("9.0@535.183.06", package("x", framework, {"sm_80@12.2"}))[0]
        .fix;
  };
  EXPECT_THAT(fix("cupy"),
              HasSubstr("CUPY_NVCC_GENERATE_CODE=arch=compute_90,code=sm_90"));
  EXPECT_THAT(fix("jax"),
              HasSubstr("HERMETIC_CUDA_COMPUTE_CAPABILITIES=sm_90"));
}

TEST(PackageFindings, code_that_no_newer_toolkit_makes_needs_an_old_one) {
  Package made = package("cupy-cuda13x", "cupy", {"sm_75@13.0"});
  made.cuda = Version{13, 0};
  const auto all = found("6.1@580.65.06", made);
  EXPECT_THAT(all[0].fix, AllOf(HasSubstr("pip install cupy-cuda12x"),
                                HasSubstr("with CUDA 12.9 or older")));
}

// CUDA 13 has no code for Pascal.
TEST(PackageFindings, another_wheel_has_to_serve_the_gpu) {
  Package made = package("cupy-cuda12x", "cupy", {"sm_70@12.2"});
  made.cuda = Version{12, 2};
  const auto all = found("6.1@580.65.06", made);
  EXPECT_THAT(ids(all), ElementsAre("CC101 error"));
  EXPECT_THAT(all[0].fix, ::testing::Not(HasSubstr("cupy-cuda13x")));
}

// QwenLM/Qwen2.5-Omni#247: Triton's own ptxas is older than the GPU.
TEST(PackageFindings, a_ptxas_of_triton_older_than_the_gpu) {
  Package made = package("triton", "triton", {});
  made.cuda = Version{12, 4};
  const auto all = found("12.0@570.26", made);
  EXPECT_THAT(ids(all), ElementsAre("CC814 error"));
  EXPECT_THAT(all[0].message,
              AllOf(HasSubstr("CUDA 12.4"), HasSubstr("no code for 12.0")));
  EXPECT_THAT(found("9.0@570.26", made), IsEmpty());
}

TEST(PackageFindings, a_ptxas_that_fits_is_named_where_one_is_at_hand) {
  Package made = package("triton", "triton", {});
  made.cuda = Version{12, 4};
  Snapshot snapshot = on("12.0@570.26");
  install(snapshot, made);
  snapshot.tools.push_back({"ptxas", "/opt/13/ptxas", "13.0.88"});
  snapshot.tools.push_back({"ptxas", "/opt/12/ptxas", "12.8.93"});
  EXPECT_EQ(package_findings(snapshot)[0].fix,
            "TRITON_PTXAS_PATH=/opt/12/ptxas");
}

TEST(PackageFindings, a_ptxas_of_triton_of_a_newer_major_than_the_driver) {
  Package made = package("triton", "triton", {});
  made.cuda = Version{13, 0};
  const auto all = found("9.0@535.183.06", made);
  EXPECT_THAT(ids(all), ElementsAre("CC814 error"));
  EXPECT_THAT(all[0].message, HasSubstr("CUDA 13.0"));
}

TEST(PackageFindings, the_ptxas_of_the_environment_counts) {
  Package made = package("triton", "triton", {});
  made.cuda = Version{12, 8};
  Snapshot snapshot = on("12.0@570.26");
  install(snapshot, made);
  snapshot.triton_ptxas = BuildTool{"ptxas", "/usr/bin/ptxas", "12.4.131"};
  const auto all = package_findings(snapshot);
  EXPECT_THAT(ids(all), ElementsAre("CC814 error"));
  EXPECT_EQ(all[0].fix, "unset TRITON_PTXAS_PATH");
}

}  // namespace
}  // namespace cudacompat
