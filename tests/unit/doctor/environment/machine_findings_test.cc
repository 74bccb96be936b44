// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "doctor/environment/doctor_findings.h"
#include "snapshot.h"

namespace cudacompat {
namespace {

using testing::bare_machine;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::ids;
using ::testing::IsEmpty;
using testing::on;

const LibcudaFile kDriver = {"/usr/lib/x86_64-linux-gnu/libcuda.so.535.183.06",
                             LibcudaFile::Kind::driver};

Snapshot with_driver() {
  Snapshot snapshot = bare_machine();
  snapshot.traces = {true, true, false};
  snapshot.libcudas = {kDriver};
  return snapshot;
}

Snapshot with_gpu() {
  Snapshot snapshot = with_driver();
  snapshot.machine.from = "libcuda";
  snapshot.machine.silent.clear();
  snapshot.groups = on("9.0@535.183.06").groups;
  return snapshot;
}

TEST(MachineFindings, without_a_gpu_or_driver_are_a_note) {
  const auto found = machine_findings(bare_machine());
  EXPECT_THAT(ids(found), ElementsAre("CC801 note"));
  EXPECT_THAT(found[0].message, HasSubstr("libcuda.so.1: not there"));
  EXPECT_THAT(found[0].fix, HasSubstr("--target"));
}

TEST(MachineFindings, of_a_machine_that_was_named_are_none) {
  EXPECT_THAT(machine_findings(on("9.0@535.183.06")), IsEmpty());
}

TEST(MachineFindings, of_a_machine_whose_gpus_programs_get_are_none) {
  EXPECT_THAT(machine_findings(with_gpu()), IsEmpty());
}

TEST(MachineFindings, a_container_without_the_compute_capability) {
  Snapshot snapshot = with_driver();
  snapshot.libcudas.clear();
  snapshot.traces.container = true;
  const auto found = machine_findings(snapshot);
  EXPECT_THAT(ids(found), ElementsAre("CC802 error"));
  EXPECT_THAT(found[0].fix,
              HasSubstr("NVIDIA_DRIVER_CAPABILITIES=compute,utility"));
}

TEST(MachineFindings, a_driver_whose_libraries_are_not_installed) {
  Snapshot snapshot = with_driver();
  snapshot.libcudas.clear();
  const auto found = machine_findings(snapshot);
  EXPECT_THAT(ids(found), ElementsAre("CC802 error"));
  EXPECT_THAT(found[0].fix, HasSubstr("libnvidia-compute"));
}

// What cuInit says has the meaning that it has in a log.
TEST(MachineFindings, an_error_of_the_driver_is_explained) {
  Snapshot snapshot = with_driver();
  snapshot.machine.silent =
      "the CUDA driver gives no device: cuInit says 803, "
      "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, system has unsupported display "
      "driver / cuda driver combination";
  EXPECT_THAT(ids(machine_findings(snapshot)), ElementsAre("CC604 error"));
  snapshot.machine.silent =
      "the CUDA driver gives no device: cuInit says 804, "
      "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE";
  EXPECT_THAT(ids(machine_findings(snapshot)), ElementsAre("CC605 error"));
}

// Some containers, and WSL, show no file of the driver.
TEST(MachineFindings, a_driver_that_answers_is_there) {
  Snapshot snapshot = bare_machine();
  snapshot.machine.driver.error =
      DriverError{"cuInit", 803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", ""};
  snapshot.machine.silent =
      "the CUDA driver gives no device: cuInit says 803, "
      "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH";
  EXPECT_THAT(ids(machine_findings(snapshot)), ElementsAre("CC604 error"));
  snapshot.machine.driver.error->code = 100;
  snapshot.machine.silent = "cuInit says 100, CUDA_ERROR_NO_DEVICE";
  EXPECT_THAT(ids(machine_findings(snapshot)), ElementsAre("CC801 note"))
      << "a machine without a GPU may have the library";
}

TEST(MachineFindings, in_a_pod_the_pod_asks_for_the_gpu) {
  Snapshot snapshot = with_driver();
  snapshot.libcudas.clear();
  snapshot.traces.container = snapshot.traces.pod = true;
  EXPECT_THAT(machine_findings(snapshot)[0].fix,
              HasSubstr("nvidia.com/gpu: 1"));
}

// NVIDIA's guide of CUDA on WSL forbids a Linux driver there.
TEST(MachineFindings, in_wsl_no_driver_is_installed) {
  Snapshot snapshot = bare_machine();
  snapshot.traces.wsl = true;
  const auto found = machine_findings(snapshot);
  EXPECT_THAT(ids(found), ElementsAre("CC802 error"));
  EXPECT_THAT(found[0].fix, HasSubstr("/usr/lib/wsl/lib"));
}

TEST(MachineFindings, a_gpu_that_the_driver_does_not_drive) {
  for (const char* target : {"6.1@590.48", "12.0@535.183.06"}) {
    EXPECT_THAT(ids(machine_findings(on(target))), ElementsAre("CC603 error"))
        << target;
  }
}

TEST(MachineFindings, of_a_machine_that_is_not_known_are_no_pass) {
  EXPECT_THAT(ids(machine_findings(on("13.9@580.65.06"))),
              ElementsAre("CC825 warning"));
}

TEST(MachineFindings, a_gpu_without_a_compute_capability) {
  Snapshot snapshot = with_driver();
  snapshot.machine.from = "nvidia-smi";
  snapshot.machine.silent = "the moon is in the way";
  EXPECT_THAT(ids(machine_findings(snapshot)),
              ElementsAre("CC802 error", "CC825 warning"));
}

TEST(MachineFindings, a_driver_that_was_updated_without_a_restart) {
  Snapshot snapshot = with_driver();
  snapshot.machine.silent =
      "Failed to initialize NVML: Driver/library version mismatch";
  EXPECT_THAT(ids(machine_findings(snapshot)), ElementsAre("CC866 error"));
}

TEST(MachineFindings, an_error_that_nobody_knows_is_told_as_it_is) {
  Snapshot snapshot = with_driver();
  snapshot.machine.silent = "the moon is in the way";
  const auto found = machine_findings(snapshot);
  EXPECT_THAT(ids(found), ElementsAre("CC802 error"));
  EXPECT_THAT(found[0].message, HasSubstr("the moon is in the way"));
}

TEST(MachineFindings, a_stub_before_the_driver) {
  Snapshot snapshot = with_gpu();
  snapshot.libcudas.insert(
      snapshot.libcudas.begin(),
      {"/usr/local/cuda/lib64/stubs/libcuda.so", LibcudaFile::Kind::stub});
  const auto found = machine_findings(snapshot);
  EXPECT_THAT(ids(found), ElementsAre("CC803 warning"))
      << "programs open libcuda.so.1, which toolkits do not have";
  EXPECT_THAT(found[0].message, HasSubstr("/lib64/stubs/libcuda.so"));
}

// NVIDIA/nvidia-container-toolkit#1679: cuda-13.0/compat before the driver's
// own library in `ldconfig -p`.
TEST(MachineFindings, a_compat_library_before_the_driver) {
  Snapshot snapshot = with_gpu();
  snapshot.libcudas.insert(snapshot.libcudas.begin(),
                           {"/usr/local/cuda-13.0/compat/libcuda.so.580.65.06",
                            LibcudaFile::Kind::cuda_compat});
  EXPECT_THAT(ids(machine_findings(snapshot)), ElementsAre("CC805 warning"));
}

TEST(MachineFindings, those_of_toolkits_after_the_driver_are_well) {
  Snapshot snapshot = with_gpu();
  snapshot.libcudas.push_back(
      {"/usr/local/cuda/lib64/stubs/libcuda.so", LibcudaFile::Kind::stub});
  snapshot.libcudas.push_back({"/usr/local/cuda/compat/libcuda.so.580.65.06",
                               LibcudaFile::Kind::cuda_compat});
  EXPECT_THAT(machine_findings(snapshot), IsEmpty());
}

}  // namespace
}  // namespace cudacompat
