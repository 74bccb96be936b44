// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "doctor/environment/doctor_findings.h"
#include "doctor/environment/suitable.h"
#include "doctor/log/log_findings.h"
#include "judge/verdict/explain_choice.h"
#include "judge/verdict/finding.h"
#include "judge/verdict/fixes.h"

namespace cudacompat {
namespace {

/// What the driver library and nvidia-smi said, as a log would have it: their
/// errors mean the same wherever they are read.
std::vector<Finding> told_by_machine(const ThisMachine& machine) {
  std::string text = machine.silent;
  if (machine.driver.error) text += "\n" + machine.driver.error->name;
  ByteSource source = ByteSource::from_view(
      std::as_bytes(std::span(text.data(), text.size())), "this machine");
  const auto read = read_log(source);
  if (!read) return {};
  std::vector<Finding> found = log_findings(*read);
  // It is no log that has lines.
  for (Finding& finding : found) {
    finding.message.resize(
        std::min(finding.message.size(), finding.message.rfind(" (log line")));
  }
  return found;
}

Finding no_gpu_here(const ThisMachine& machine) {
  return make_finding(
      "CC801", Severity::note,
      "whether code loads here is not judged: this machine has no GPU (" +
          machine.silent + ")",
      "run it on the machine that fails, or name one: --target 9.0@535.183.06");
}

std::string fix_no_library(const DriverTraces& traces) {
  if (traces.wsl) {
    return "do not install a Linux driver in WSL: echo /usr/lib/wsl/lib | "
           "sudo tee /etc/ld.so.conf.d/wsl.conf; sudo ldconfig; or, in "
           "Windows: wsl --update";
  }
  if (traces.pod) {
    return "ask for the GPU in the pod (resources.limits: nvidia.com/gpu: 1; "
           "runtimeClassName: nvidia where that is not the default), with "
           "NVIDIA_DRIVER_CAPABILITIES=compute,utility";
  }
  if (traces.container) {
    return "start the container with its GPU and the compute capability: "
           "docker run --gpus all -e "
           "NVIDIA_DRIVER_CAPABILITIES=compute,utility "
           "(Jetson: --runtime nvidia; Singularity: --nv)";
  }
  return "install the driver's own libraries (libnvidia-compute or "
         "cuda-drivers of the kernel module's version), then: ldconfig";
}

Finding no_library(const Snapshot& snapshot) {
  return make_finding(
      "CC802", Severity::error,
      "programs find no GPU (error 100 or 35): an NVIDIA driver is there, but "
      "its library reports no device (" +
          snapshot.machine.silent + ")",
      fix_no_library(snapshot.traces));
}

/// The first of the loader's order decides; the driver's own is to be it.
void libcuda_order(const Snapshot& snapshot, std::vector<Finding>& out) {
  const auto& files = snapshot.libcudas;
  if (files.empty()) return;
  const LibcudaFile& first = files.front();
  const auto driver =
      std::ranges::find(files, LibcudaFile::Kind::driver, &LibcudaFile::kind);
  // Without the driver's there is nothing that it would stand before, and
  // those of toolkits come last.
  if (first.kind == LibcudaFile::Kind::driver || driver == files.end()) return;
  // Toolkits have a stub of the name libcuda.so, which few programs open.
  if (first.kind == LibcudaFile::Kind::stub) {
    out.push_back(make_finding(
        "CC803", Severity::warning,
        "programs that open libcuda.so, not libcuda.so.1, get no GPU (error "
        "34): " +
            first.path + " is a stub and found before the driver's " +
            driver->path,
        "remove the stubs folder from LD_LIBRARY_PATH and "
        "/etc/ld.so.conf.d, then: ldconfig"));
    return;
  }
  out.push_back(make_finding(
      "CC805", Severity::warning,
      "the CUDA release of a cuda-compat package counts, and where it does not "
      "fit the driver or the GPU programs fail with 803 or 804: " +
          first.path + " is loaded before the driver's " + driver->path,
      "where the driver is new enough, remove the cuda-compat package, or its "
      "folder from LD_LIBRARY_PATH and /etc/ld.so.conf.d, then: ldconfig"));
}

bool library_opens(const DriverReport& driver) {
  return !driver.error || driver.error->code >= 0;
}

void this_driver(const Snapshot& snapshot, std::vector<Finding>& out) {
  const ThisMachine& machine = snapshot.machine;
  if (machine.from == "libcuda") return;
  if (!snapshot.driver_is_here()) {
    out.push_back(no_gpu_here(machine));
    return;
  }
  // Where the library is missing, that is the cause of all else.
  if (library_opens(machine.driver)) {
    for (Finding& finding : told_by_machine(machine)) {
      if (finding.severity == Severity::error) {
        out.push_back(std::move(finding));
      }
    }
  }
  if (out.empty()) out.push_back(no_library(snapshot));
  if (snapshot.groups.empty() && !machine.from.empty()) {
    out.push_back(make_finding(
        kUnknownId, Severity::warning,
        fmt::format("whether code loads here is not known: {} reports a GPU "
                    "of unknown compute capability",
                    machine.from),
        "name the machine: --target 9.0@535.183.06"));
  }
}

/// Whatever the code is: the driver does not drive the GPU, or cuda-compat is
/// misused; or a fact is missing.
void blocked_groups(const Snapshot& snapshot, std::vector<Finding>& out) {
  for (const JudgedGroup& judged : snapshot.groups) {
    const DriverCase* worst = worst_blocked(judged);
    if (worst == nullptr) {
      if (const DriverCase& machine = oldest(judged); !machine.cuda) {
        out.push_back(make_finding(
            kUnknownId, Severity::warning,
            fmt::format("what loads on {} is not known: the CUDA "
                        "release of its driver cannot be determined",
                        describe(judged.machine.name, machine)),
            "add the driver (--target 9.0@535.183.06) or its CUDA release "
            "(--target 9.0@cuda12.2)"));
        out.back().target = judged.machine.name;
      }
      continue;
    }
    const bool known = fails(worst->blocked);
    Finding finding = make_finding(
        known ? finding_id(Reason::blocked, *worst) : kUnknownId,
        known ? Severity::error : Severity::warning,
        fmt::format(
            "{} on {}: {}", known ? "no GPU code works" : "nothing is known",
            describe(judged.machine.name, *worst), worst->blocked_because),
        worst->blocked_fix);
    finding.target = judged.machine.name;
    out.push_back(std::move(finding));
  }
}

}  // namespace

const DriverCase* worst_blocked(const JudgedGroup& judged) {
  const auto worst =
      std::ranges::max_element(judged.driver_cases, {}, &DriverCase::blocked);
  return worst == judged.driver_cases.end() || worst->blocked == Outcome::loads
             ? nullptr
             : &*worst;
}

std::vector<Finding> machine_findings(const Snapshot& snapshot) {
  std::vector<Finding> out;
  if (snapshot.here) {
    this_driver(snapshot, out);
    libcuda_order(snapshot, out);
  }
  blocked_groups(snapshot, out);
  return out;
}

}  // namespace cudacompat
