#include "doctor/diagnose.h"

#include <gmock/gmock.h>

#include "situation.h"

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

std::string cause_of(const Situation& situation) {
  const Diagnosis diagnosis = diagnose(situation);
  const Finding* cause = primary(diagnosis);
  return cause == nullptr ? "none" : cause->id;
}

TEST(Diagnose, a_machine_without_a_gpu_has_no_cause) {
  const Diagnosis diagnosis = diagnose(bare_machine());
  EXPECT_THAT(ids(diagnosis.findings), ElementsAre("CC801 note", "CC829 note"));
  EXPECT_FALSE(diagnosis.primary);
}

TEST(Diagnose, the_machine_comes_before_what_runs_on_it) {
  Situation situation = bare_machine();
  situation.traces.kernel_module = true;
  situation.classes = on("9.0@535.183.06").classes;
  install(situation, package("x", "", {"sm_80@12.2"}));
  EXPECT_THAT(ids(diagnose(situation).findings),
              ElementsAre("CC802 error", "CC101 error"));
  EXPECT_EQ(cause_of(situation), "CC802");
}

TEST(Diagnose, warnings_alone_are_no_cause) {
  Situation situation = on("9.0@535.183.06");
  add_nvcc(situation, "12.4.131");
  EXPECT_THAT(ids(diagnose(situation).findings),
              ElementsAre("CC821 warning", "CC829 note"));
  EXPECT_FALSE(diagnose(situation).primary);
}

// Where a log asks, a warning may be the cause.
TEST(Diagnose, the_situation_explains_the_log) {
  Situation situation = on("9.0@535.183.06");
  add_nvcc(situation, "12.4.131");
  give_log(situation, kTooNew);
  EXPECT_EQ(cause_of(situation), "CC821");
}

TEST(Diagnose, a_package_explains_the_log_before_the_toolkit_does) {
  Situation situation = on("9.0@535.183.06");
  add_nvcc(situation, "12.4.131");
  install(situation, package("x", "", {"ptx_80@8.7"}));
  give_log(situation, kTooNew);
  const Diagnosis diagnosis = diagnose(situation);
  ASSERT_NE(primary(diagnosis), nullptr);
  EXPECT_EQ(primary(diagnosis)->target, "9.0@535.183.06");
  EXPECT_EQ(primary(diagnosis)->id, "CC201");
}

TEST(Diagnose, what_explains_another_error_is_no_cause) {
  Situation situation = on("9.0@535.183.06");
  add_nvcc(situation, "12.4.131");
  give_log(situation, kNoImage);
  EXPECT_EQ(cause_of(situation), "CC101");
}

TEST(Diagnose, a_switched_jit_explains_209) {
  Situation situation = on("9.0@535.183.06");
  set_variables(situation, {
                               {"CUDA_FORCE_PTX_JIT", "1"}
  });
  give_log(situation, kNoImage);
  EXPECT_EQ(cause_of(situation), "CC812");
}

// ingowald/pynari#6: the PTX is of another release than nvcc at hand.
TEST(Diagnose, a_log_that_names_its_ptx_is_not_of_another_toolkit) {
  Situation situation = on("9.0@535.183.06");
  add_nvcc(situation, "13.0.88");
  give_log(situation,
           "ptxas application ptx input, line 9; fatal   : Unsupported "
           ".version 8.4; current version is '8.2'\n");
  EXPECT_EQ(cause_of(situation), "CC201");
  give_log(situation,
           "ptxas application ptx input, line 9; fatal   : Unsupported "
           ".version 9.0; current version is '8.2'\n");
  EXPECT_EQ(cause_of(situation), "CC821");
}

TEST(Diagnose, flags_of_nvcc_without_an_architecture_explain_nothing) {
  Situation situation = on("9.0@535.183.06");
  set_variables(situation, {
                               {"NVCC_APPEND_FLAGS", "-O1"}
  });
  give_log(situation, kNoImage);
  EXPECT_EQ(cause_of(situation), "CC101");
  set_variables(situation, {
                               {"NVCC_APPEND_FLAGS", "-arch=sm_80"}
  });
  EXPECT_EQ(cause_of(situation), "CC811");
}

TEST(Diagnose, a_log_that_tells_nothing_known_is_told_as_such) {
  Situation situation = on("9.0@535.183.06");
  give_log(situation, "all is well\n");
  EXPECT_THAT(ids(diagnose(situation).findings),
              ElementsAre("CC829 note", "CC826 warning"));
}

/// What a log tells, beside a machine that has the cause.
struct Explained {
  const char* log;
  const char* told;
  const char* cause;
  void (*give)(Situation&);
};
// clang-format off
const Explained kExplained[] = {
    {"CUDA driver is a stub library",                                       "CC856", "CC803",
     [](Situation& s) {
       s = bare_machine();
       s.machine.from = "libcuda";
       s.libcudas = {{"/c/lib64/stubs/libcuda.so", LibcudaFile::Kind::stub},
                     {"/usr/lib/libcuda.so.1", LibcudaFile::Kind::driver}};
     }},
    {"Error 803: system has unsupported display driver / cuda driver "
     "combination",                             "CC604", "CC805",
     [](Situation& s) {
       s = bare_machine();
       s.machine.from = "libcuda";
       s.libcudas = {
           {"/c/compat/libcuda.so.1", LibcudaFile::Kind::cuda_compat},
           {"/usr/lib/libcuda.so.1",  LibcudaFile::Kind::driver     }
       };
     }},
    {"CUDA error: no CUDA-capable device is detected",                      "CC858", "CC815",
     [](Situation& s) {
       s = bare_machine();
       s.machine.from = "libcuda";
       set_variables(s, {
                            {"CUDA_VISIBLE_DEVICES", "-1"}
       });
     }},
    {"The detected CUDA version (13.0) mismatches the version that was used to "
     "compile PyTorch (12.1).",                               "CC870", "CC822",
     [](Situation& s) {
       add_nvcc(s, "13.0.88");
       Package torch = package("torch", "torch", {});
       torch.cuda = Version{12, 1};
       install(s, std::move(torch));
     }},
    {"ptxas /tmp/triton/k.ptx, line 9; fatal : Unsupported .version 8.8; "
     "current version is '8.4'",                             "CC850", "CC814",
     [](Situation& s) {
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
    Situation alone = on("9.0@580.65.06");
    give_log(alone, row.log);
    EXPECT_EQ(cause_of(alone), row.told);
    Situation situation = on("9.0@580.65.06");
    row.give(situation);
    give_log(situation, row.log);
    EXPECT_EQ(cause_of(situation), row.cause);
  }
}

TEST(Diagnose, the_machine_has_its_cause_beside_it) {
  Situation situation = bare_machine();
  situation.traces.nvidia_smi = true;
  situation.machine.silent =
      "the CUDA driver gives no device: cuInit says "
      "100, CUDA_ERROR_NO_DEVICE";
  EXPECT_EQ(cause_of(situation), "CC858");
  situation.traces.kernel_module = true;
  set_variables(situation, {
                               {"CUDA_VISIBLE_DEVICES", "-1"}
  });
  EXPECT_EQ(cause_of(situation), "CC815");
}

TEST(Diagnose, the_log_alone_is_enough) {
  Situation situation = bare_machine();
  give_log(situation, kTooNew);
  EXPECT_EQ(cause_of(situation), "CC201");
}

TEST(Diagnose, a_log_without_a_symptom_leaves_the_machine) {
  Situation situation = on("9.0@535.183.06");
  install(situation, package("x", "", {"sm_80@12.2"}));
  give_log(situation, "all is well\n");
  EXPECT_EQ(cause_of(situation), "CC101");
}

}  // namespace
}  // namespace cudacompat
