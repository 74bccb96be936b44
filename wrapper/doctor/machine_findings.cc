#include <algorithm>

#include "doctor/doctor_findings.h"
#include "doctor/log_findings.h"

namespace cudacompat {
namespace {

/// What the driver library and nvidia-smi said, as a log would have it: their
/// errors mean the same wherever they are read.
std::vector<Finding> told_by_machine(const ThisMachine& machine) {
  if (machine.silent.empty()) return {};
  ByteSource source = ByteSource::from_view(
      std::as_bytes(std::span(machine.silent.data(), machine.silent.size())),
      "this machine");
  const auto read = read_log(source);
  return read ? log_findings(*read) : std::vector<Finding>();
}

Finding no_gpu_here(const ThisMachine& machine) {
  return doctor_finding(
      "CC801", Severity::note,
      "whether code loads here is not judged: this machine has no GPU (" +
          machine.silent + ")",
      "run it on the machine that fails, or name one: --target 9.0@535.183.06");
}

Finding no_library(const Situation& situation) {
  const std::string cure =
      situation.traces.container
          ? "start the container with its GPU and the compute capability: "
            "docker run --gpus all -e "
            "NVIDIA_DRIVER_CAPABILITIES=compute,utility"
          : "install the driver's own libraries (libnvidia-compute or "
            "cuda-drivers of the kernel module's version), then: ldconfig";
  return doctor_finding(
      "CC802", Severity::error,
      "programs find no GPU (error 100 or 35): the kernel has the NVIDIA "
      "driver, but its library gives no device (" +
          situation.machine.silent + ")",
      cure);
}

/// The first of the loader's order decides; the driver's own is to be it.
void libcuda_order(const Situation& situation, std::vector<Finding>& out) {
  const auto& files = situation.libcudas;
  if (files.empty()) return;
  const LibcudaFile& first = files.front();
  const auto driver =
      std::ranges::find(files, LibcudaFile::Kind::driver, &LibcudaFile::kind);
  // Without the driver's there is nothing that it would stand before, and
  // those of toolkits come last.
  if (first.kind == LibcudaFile::Kind::driver || driver == files.end()) return;
  if (first.kind == LibcudaFile::Kind::stub) {
    out.push_back(doctor_finding(
        "CC803", Severity::error,
        "programs get no GPU (error 34): they load " + first.path +
            ", which is a stub, before the driver's " + driver->path,
        "take the folder stubs out of LD_LIBRARY_PATH and "
        "/etc/ld.so.conf.d, then: ldconfig"));
    return;
  }
  out.push_back(doctor_finding(
      "CC805", Severity::warning,
      "the CUDA release of a cuda-compat package counts, and where it does not "
      "fit the driver or the GPU programs fail with 803 or 804: " +
          first.path + " is loaded before the driver's " + driver->path,
      "where the driver is new enough, remove the cuda-compat package, or its "
      "folder from LD_LIBRARY_PATH and /etc/ld.so.conf.d, then: ldconfig"));
}

}  // namespace

std::vector<Finding> machine_findings(const Situation& situation) {
  std::vector<Finding> out;
  if (!situation.here) return out;
  const bool library_works = situation.machine.from == "libcuda";
  if (!library_works) {
    const bool driver = situation.traces.kernel_module ||
                        situation.traces.device_nodes ||
                        !situation.machine.from.empty();
    if (!driver) {
      out.push_back(no_gpu_here(situation.machine));
      return out;
    }
    // Without a library there is nothing that could have said why.
    const bool library = !situation.libcudas.empty();
    for (Finding& finding : told_by_machine(situation.machine)) {
      if (library && finding.severity == Severity::error) {
        out.push_back(std::move(finding));
      }
    }
    if (out.empty()) out.push_back(no_library(situation));
  }
  libcuda_order(situation, out);
  return out;
}

}  // namespace cudacompat
