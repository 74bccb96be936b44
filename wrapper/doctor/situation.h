#pragma once

#include <optional>
#include <string>
#include <vector>

#include "doctor/build_tree.h"
#include "doctor/log.h"
#include "frameworks/environment.h"
#include "machine/nvcc.h"
#include "model/profile.h"
#include "probe/at_hand.h"
#include "probe/this_machine.h"
#include "verdict/verdict.h"

namespace cudacompat {

/// What the system shows of a driver beside its library.
struct DriverTraces {
  bool kernel_module = false;  // /proc/driver/nvidia/version, /dev/dxg
  bool device_nodes = false;   // /dev/nvidiactl, /dev/nvhost-gpu, /dev/dxg
  bool container = false;      // /.dockerenv, /run/.containerenv
};
/// `root`: before each path; empty but in tests.
DriverTraces find_driver_traces(const std::string& root);

/// All that `doctor` knows. It is gathered first, and what follows from it is
/// pure.
struct Situation {
  bool here = true;  // the classes are this machine's
  ThisMachine machine;
  DriverTraces traces;
  std::vector<LibcudaFile> libcudas;  // in the loader's order
  std::vector<BuildTool> tools;
  Environment variables;
  /// CUDA majors whose libraries programs find here, ascending.
  std::vector<std::uint16_t> library_majors;
  std::optional<BuildTool> triton_ptxas;  // of TRITON_PTXAS_PATH
  std::vector<JudgedClass> classes;       // none: this machine has no GPU
  Policy policy;
  std::optional<PythonEnvironment> python;
  std::optional<LogReading> log;
  std::optional<BuildTree> build;

  /// The nvcc that a build here would use.
  const BuildTool* nvcc() const;
  /// The CUDA release of a tool; nullopt: it does not tell.
  static std::optional<Version> cuda_of(const BuildTool& tool);
};

}  // namespace cudacompat
