// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "ask/driver/driver.h"
#include "ask/fleet/found.h"

namespace cudacompat {

/// Where this machine is asked.
struct ProbePlaces {
  std::string load_worker;  // the program cudacompat-load
  std::string nvidia_smi;   // a path; empty: there is none
  std::string root;         // before /proc and /etc; empty but in tests
};
ProbePlaces system_probe_places();

/// What this machine says of its driver and GPUs.
struct ThisMachine {
  DriverReport driver;  // by the driver library; versions also by others
  std::string from;     // who reported the GPUs: "libcuda", "nvidia-smi", a
                        // path; empty: nobody did
  std::string
      silent;  // why those asked before it reported nothing, in one line
  std::vector<TargetSpec> targets;
  std::vector<Remark> remarks;
};

/// Asks the driver library (in a child process); where that gives no device,
/// nvidia-smi, then what the kernel driver shows in /proc, then the release
/// file of Jetson Linux. The first that names a GPU is believed alone.
ThisMachine ask_this_machine(const ProbePlaces& places);

struct ProbedGpu {
  Cc cc = 0;
  std::string name;
  bool mig = false;
};
/// The driver's own list, or what else reported GPUs.
std::vector<ProbedGpu> gpus_of(const ThisMachine& machine);

/// The name of the built-in profile that this machine is.
inline constexpr std::string_view kThisMachine = "this-machine";
Profile profile_of(const ThisMachine& machine);

}  // namespace cudacompat
