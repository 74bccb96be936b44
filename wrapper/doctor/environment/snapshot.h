// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ask/frameworks/environment.h"
#include "ask/probe/available.h"
#include "ask/probe/this_machine.h"
#include "ask/system/nvcc.h"
#include "base/model/profile.h"
#include "doctor/build/build_tree.h"
#include "doctor/log/log.h"
#include "judge/verdict/judge.h"

namespace cudacompat {

/// What the system shows of a driver beside its library.
struct DriverTraces {
  bool kernel_module = false;  // /proc/driver/nvidia/version
  bool device_nodes = false;   // /dev/nvidiactl, /dev/nvhost-gpu
  /// Windows gives its driver to WSL: /usr/lib/wsl/lib/libcuda.so.1. (/dev/dxg
  /// is there for GPUs of any maker.)
  bool wsl = false;
  bool nvidia_smi = false;  // the program, which comes with a driver
  bool container = false;   // of Docker, Podman, Singularity or a pod
  bool pod = false;         // of Kubernetes
};
/// `root`: before each path; empty but in tests.
DriverTraces find_driver_traces(const std::string& root,
                                const Environment& variables);

/// All that `doctor` knows. It is gathered first, and what follows from it is
/// pure.
struct Snapshot {
  bool here = true;  // the groups are this machine's
  ThisMachine machine;
  DriverTraces traces;
  std::vector<LibcudaFile> libcudas;  // in the loader's order
  std::vector<BuildTool> tools;
  std::optional<BuildTool> extension_nvcc;  // that torch would take
  Environment variables;
  /// CUDA majors whose libraries programs find here, those of the Python
  /// environment too, ascending.
  std::vector<std::uint16_t> library_majors;
  /// Of TRITON_PTXAS_PATH; without a release where it is no ptxas.
  std::optional<BuildTool> triton_ptxas;
  std::vector<JudgedGroup> groups;  // none: this machine has no GPU
  Policy policy;
  std::optional<PythonEnvironment> python;
  std::optional<LogReading> log;
  std::optional<BuildTree> build;

  /// The nvcc that a build here would use.
  const BuildTool* nvcc() const;
  /// Whether something shows that this machine is to have a driver.
  bool driver_is_here() const;
};

}  // namespace cudacompat
