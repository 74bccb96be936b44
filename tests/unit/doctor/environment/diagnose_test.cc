// SPDX-License-Identifier: Apache-2.0
#include "doctor/environment/diagnose.h"

#include <gmock/gmock.h>

#include "snapshot.h"

namespace cudacompat {
namespace {

using testing::add_nvcc;
using testing::bare_machine;
using ::testing::ElementsAre;
using testing::give_log;
using testing::ids;
using testing::install;
using testing::on;
using testing::package;
using testing::primary;
using testing::set_variables;

constexpr const char* kNoImage =
    "RuntimeError: CUDA error: no kernel image is available for execution on "
    "the device\n";
constexpr const char* kTooNew =
    "the provided PTX was compiled with an unsupported toolchain.\n";

std::string cause_of(const Snapshot& snapshot) {
  const Diagnosis diagnosis = diagnose(snapshot);
  const Finding* cause = primary(diagnosis);
  return cause == nullptr ? "none" : cause->id;
}

TEST(Diagnose, a_machine_without_a_gpu_has_no_cause) {
  const Diagnosis diagnosis = diagnose(bare_machine());
  EXPECT_THAT(ids(diagnosis.findings), ElementsAre("CC801 note", "CC829 note"));
  EXPECT_FALSE(diagnosis.primary);
}

TEST(Diagnose, the_machine_comes_before_what_runs_on_it) {
  Snapshot snapshot = bare_machine();
  snapshot.traces.kernel_module = true;
  snapshot.groups = on("9.0@535.183.06").groups;
  install(snapshot, package("x", "", {"sm_80@12.2"}));
  EXPECT_THAT(ids(diagnose(snapshot).findings),
              ElementsAre("CC802 error", "CC101 error"));
  EXPECT_EQ(cause_of(snapshot), "CC802");
}

TEST(Diagnose, warnings_alone_are_no_cause) {
  Snapshot snapshot = on("9.0@535.183.06");
  add_nvcc(snapshot, "12.4.131");
  EXPECT_THAT(ids(diagnose(snapshot).findings),
              ElementsAre("CC821 warning", "CC829 note"));
  EXPECT_FALSE(diagnose(snapshot).primary);
}

// Where a log asks, a warning may be the cause.
TEST(Diagnose, the_situation_explains_the_log) {
  Snapshot snapshot = on("9.0@535.183.06");
  add_nvcc(snapshot, "12.4.131");
  give_log(snapshot, kTooNew);
  EXPECT_EQ(cause_of(snapshot), "CC821");
}

TEST(Diagnose, a_package_explains_the_log_before_the_toolkit_does) {
  Snapshot snapshot = on("9.0@535.183.06");
  add_nvcc(snapshot, "12.4.131");
  install(snapshot, package("x", "", {"ptx_80@8.7"}));
  give_log(snapshot, kTooNew);
  const Diagnosis diagnosis = diagnose(snapshot);
  ASSERT_NE(primary(diagnosis), nullptr);
  EXPECT_EQ(primary(diagnosis)->target, "9.0@535.183.06");
  EXPECT_EQ(primary(diagnosis)->id, "CC201");
}

TEST(Diagnose, what_explains_another_error_is_no_cause) {
  Snapshot snapshot = on("9.0@535.183.06");
  add_nvcc(snapshot, "12.4.131");
  give_log(snapshot, kNoImage);
  EXPECT_EQ(cause_of(snapshot), "CC101");
}

TEST(Diagnose, a_switched_jit_explains_209) {
  Snapshot snapshot = on("9.0@535.183.06");
  set_variables(snapshot, {{"CUDA_FORCE_PTX_JIT", "1"}});
  give_log(snapshot, kNoImage);
  EXPECT_EQ(cause_of(snapshot), "CC812");
}

// ingowald/pynari#6: the PTX is of another release than nvcc at hand.
TEST(Diagnose, a_log_that_names_its_ptx_is_not_of_another_toolkit) {
  Snapshot snapshot = on("9.0@535.183.06");
  add_nvcc(snapshot, "13.0.88");
  give_log(snapshot,
           "ptxas application ptx input, line 9; fatal   : Unsupported "
           ".version 8.4; current version is '8.2'\n");
  EXPECT_EQ(cause_of(snapshot), "CC201");
  give_log(snapshot,
           "ptxas application ptx input, line 9; fatal   : Unsupported "
           ".version 9.0; current version is '8.2'\n");
  EXPECT_EQ(cause_of(snapshot), "CC821");
}

TEST(Diagnose, flags_of_nvcc_without_an_architecture_explain_nothing) {
  Snapshot snapshot = on("9.0@535.183.06");
  set_variables(snapshot, {{"NVCC_APPEND_FLAGS", "-O1"}});
  give_log(snapshot, kNoImage);
  EXPECT_EQ(cause_of(snapshot), "CC101");
  set_variables(snapshot, {{"NVCC_APPEND_FLAGS", "-arch=sm_80"}});
  EXPECT_EQ(cause_of(snapshot), "CC811");
}

TEST(Diagnose, a_log_that_tells_nothing_known_is_told_as_such) {
  Snapshot snapshot = on("9.0@535.183.06");
  give_log(snapshot, "all is well\n");
  EXPECT_THAT(ids(diagnose(snapshot).findings),
              ElementsAre("CC829 note", "CC826 warning"));
}

/// What a log tells, beside a machine that has the cause.
struct Explained {
  const char* log;
  const char* told;
  const char* cause;
  void (*give)(Snapshot&);
};
// clang-format off
const Explained kExplained[] = {
    {"CUDA driver is a stub library",                                       "CC856", "CC803",
     [](Snapshot& s) {
       s = bare_machine();
       s.machine.from = "libcuda";
       s.libcudas = {{"/c/lib64/stubs/libcuda.so", LibcudaFile::Kind::stub},
                     {"/usr/lib/libcuda.so.1", LibcudaFile::Kind::driver}};
     }},
    {"Error 803: system has unsupported display driver / cuda driver "
     "combination",                             "CC604", "CC805",
     [](Snapshot& s) {
       s = bare_machine();
       s.machine.from = "libcuda";
       s.libcudas = {
           {"/c/compat/libcuda.so.1", LibcudaFile::Kind::cuda_compat},
           {"/usr/lib/libcuda.so.1",  LibcudaFile::Kind::driver     }
       };
     }},
    {"CUDA error: no CUDA-capable device is detected",                      "CC858", "CC815",
     [](Snapshot& s) {
       s = bare_machine();
       s.machine.from = "libcuda";
       set_variables(s, {
                            {"CUDA_VISIBLE_DEVICES", "-1"}
       });
     }},
    {"The detected CUDA version (13.0) mismatches the version that was used to "
     "compile PyTorch (12.1).",                               "CC870", "CC822",
     [](Snapshot& s) {
       add_nvcc(s, "13.0.88");
       Package torch = package("torch", "torch", {});
       torch.cuda = Version{12, 1};
       install(s, std::move(torch));
     }},
    {"ptxas /tmp/triton/k.ptx, line 9; fatal : Unsupported .version 8.8; "
     "current version is '8.4'",                             "CC850", "CC814",
     [](Snapshot& s) {
       s = on("12.0@570.26");
       Package triton = package("triton", "triton", {});
       triton.cuda = Version{12, 4};
       install(s, std::move(triton));
     }},
};
// clang-format on

TEST(Diagnose, each_log_has_its_cause) {
  for (const Explained& row : kExplained) {
    SCOPED_TRACE(row.log);
    Snapshot alone = on("9.0@580.65.06");
    give_log(alone, row.log);
    EXPECT_EQ(cause_of(alone), row.told);
    Snapshot snapshot = on("9.0@580.65.06");
    row.give(snapshot);
    give_log(snapshot, row.log);
    EXPECT_EQ(cause_of(snapshot), row.cause);
  }
}

TEST(Diagnose, the_machine_has_its_cause_beside_it) {
  Snapshot snapshot = bare_machine();
  snapshot.traces.nvidia_smi = true;
  snapshot.machine.silent =
      "the CUDA driver gives no device: cuInit says "
      "100, CUDA_ERROR_NO_DEVICE";
  EXPECT_EQ(cause_of(snapshot), "CC858");
  snapshot.traces.kernel_module = true;
  set_variables(snapshot, {{"CUDA_VISIBLE_DEVICES", "-1"}});
  EXPECT_EQ(cause_of(snapshot), "CC815");
}

TEST(Diagnose, the_log_alone_is_enough) {
  Snapshot snapshot = bare_machine();
  give_log(snapshot, kTooNew);
  EXPECT_EQ(cause_of(snapshot), "CC201");
}

TEST(Diagnose, a_log_without_a_symptom_leaves_the_machine) {
  Snapshot snapshot = on("9.0@535.183.06");
  install(snapshot, package("x", "", {"sm_80@12.2"}));
  give_log(snapshot, "all is well\n");
  EXPECT_EQ(cause_of(snapshot), "CC101");
}

}  // namespace
}  // namespace cudacompat
