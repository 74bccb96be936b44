// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "doctor/environment/doctor_findings.h"
#include "snapshot.h"

namespace cudacompat {
namespace {

using testing::add_nvcc;
using testing::bare_machine;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::ids;
using ::testing::IsEmpty;
using testing::on;
using testing::set_variables;

std::vector<Finding> with(const std::string& name, const std::string& value,
                          Snapshot snapshot = on("9.0@535.183.06")) {
  set_variables(snapshot, {{name, value}});
  return variable_findings(snapshot);
}

TEST(VariableFindings, without_variables_are_none) {
  EXPECT_THAT(variable_findings(on("9.0@535.183.06")), IsEmpty());
}

TEST(VariableFindings, flags_of_nvcc) {
  const auto found = with("NVCC_APPEND_FLAGS", "-arch=sm_80");
  EXPECT_THAT(ids(found), ElementsAre("CC811 warning"));
  EXPECT_THAT(found[0].message, HasSubstr("NVCC_APPEND_FLAGS=-arch=sm_80"));
  EXPECT_EQ(found[0].fix, "unset NVCC_APPEND_FLAGS");
  EXPECT_THAT(ids(with("NVCC_PREPEND_FLAGS", "-O1")),
              ElementsAre("CC811 note"));
  EXPECT_THAT(with("NVCC_APPEND_FLAGS", ""), IsEmpty());
}

TEST(VariableFindings, jit_that_is_forced_or_forbidden) {
  for (const char* name : {"CUDA_FORCE_PTX_JIT", "CUDA_DISABLE_PTX_JIT",
                           "CUDA_FORCE_JIT", "CUDA_DISABLE_JIT"}) {
    EXPECT_THAT(ids(with(name, "1")), ElementsAre("CC812 warning")) << name;
    EXPECT_THAT(with(name, "0"), IsEmpty()) << name;
  }
}

TEST(VariableFindings, jit_switches_that_leave_a_package_without_code) {
  const auto found = [](const char* name, const char* code) {
    Snapshot snapshot = on("9.0@535.183.06");
    testing::install(snapshot, testing::package("x", "", {code}));
    return ids(with(name, "1", std::move(snapshot)));
  };
  EXPECT_THAT(found("CUDA_FORCE_PTX_JIT", "sm_90@12.2"),
              ElementsAre("CC812 error"));
  EXPECT_THAT(found("CUDA_FORCE_PTX_JIT", "sm_90@12.2 ptx_90@8.4"),
              ElementsAre("CC812 error"))
      << "its PTX is too new";
  EXPECT_THAT(found("CUDA_FORCE_PTX_JIT", "sm_90@12.2 ptx_90@8.2"),
              ElementsAre("CC812 warning"));
  EXPECT_THAT(found("CUDA_DISABLE_PTX_JIT", "ptx_90@8.2"),
              ElementsAre("CC812 error"));
  EXPECT_THAT(found("CUDA_DISABLE_PTX_JIT", "sm_90@12.2"),
              ElementsAre("CC812 warning"));
}

TEST(VariableFindings, hidden_devices_are_an_error_where_a_driver_is) {
  Snapshot here = bare_machine();
  EXPECT_THAT(ids(with("CUDA_VISIBLE_DEVICES", "", here)),
              ElementsAre("CC815 warning"));
  here.traces.kernel_module = true;
  for (const char* value : {"", "-1", "-1,0", "NoDevFiles"}) {
    EXPECT_THAT(ids(with("CUDA_VISIBLE_DEVICES", value, here)),
                ElementsAre("CC815 error"))
        << value;
  }
  for (const char* value : {"0", "0,1", "GPU-8932f937", "MIG-1"}) {
    EXPECT_THAT(with("CUDA_VISIBLE_DEVICES", value, here), IsEmpty()) << value;
  }
  EXPECT_THAT(with("CUDA_VISIBLE_DEVICES", "-1"), IsEmpty())
      << "hides nothing on a machine that was named";
}

TEST(VariableFindings, a_ptxas_of_triton_that_is_none) {
  Snapshot snapshot = on("9.0@535.183.06");
  snapshot.triton_ptxas = BuildTool{"ptxas", "/nowhere/ptxas", ""};
  const auto found = variable_findings(snapshot);
  EXPECT_THAT(ids(found), ElementsAre("CC814 warning"));
  EXPECT_THAT(found[0].message, HasSubstr("/nowhere/ptxas"));
}

TEST(VariableFindings, a_torch_list_without_the_gpu) {
  const auto found = with("TORCH_CUDA_ARCH_LIST", "7.5;8.0");
  EXPECT_THAT(ids(found), ElementsAre("CC813 warning"));
  EXPECT_THAT(found[0].fix, HasSubstr("TORCH_CUDA_ARCH_LIST=\"9.0\""));
  EXPECT_THAT(with("TORCH_CUDA_ARCH_LIST", "8.0;9.0"), IsEmpty());
  EXPECT_THAT(with("TORCH_CUDA_ARCH_LIST", "8.6", on("8.9@535.183.06")),
              IsEmpty())
      << "SASS of a lower minor runs";
}

// PTX of nvcc 13.0 is 9.0, which the driver of CUDA 12.2 refuses.
TEST(VariableFindings, ptx_of_a_torch_list_is_of_the_toolkit_at_hand) {
  Snapshot old = on("9.0@535.183.06");
  add_nvcc(old, "12.2.140");
  EXPECT_THAT(with("TORCH_CUDA_ARCH_LIST", "8.0+PTX", old), IsEmpty());
  Snapshot newer = on("9.0@535.183.06");
  add_nvcc(newer, "13.0.88");
  EXPECT_THAT(ids(with("TORCH_CUDA_ARCH_LIST", "8.0+PTX", newer)),
              ElementsAre("CC813 warning"));
}

// pytorch/pytorch#89279: YAML turned 8.0 into 8.
TEST(VariableFindings, a_torch_list_that_torch_cannot_read) {
  const auto found = with("TORCH_CUDA_ARCH_LIST", "8");
  EXPECT_THAT(ids(found), ElementsAre("CC813 warning"));
  EXPECT_THAT(found[0].message, HasSubstr("8.0"));
}

}  // namespace
}  // namespace cudacompat
