// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "ask/probe/cuda_libraries.h"
#include "base/text/printable.h"
#include "doctor/environment/diagnose.h"
#include "doctor/environment/doctor_findings.h"
#include "programs/cudacompat/commands.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/inputs.h"
#include "programs/cudacompat/messages.h"
#include "programs/cudacompat/options.h"
#include "programs/cudacompat/probe_python.h"
#include "programs/cudacompat/targets.h"
#include "report/doctor_report.h"

namespace cudacompat {
namespace {

struct DoctorOptions {
  std::string python, log, build;
  TargetOptions targets;
  bool assert_only = false;
};

void add_options(Options& options, DoctorOptions& wanted) {
  options.value("--env", wanted.python,
                "a Python environment whose frameworks are compared; without "
                "it that of VIRTUAL_ENV or CONDA_PREFIX",
                "DIR");
  options.value("--log", wanted.log,
                "the output of the program or build that failed", "FILE");
  options.value("--build", wanted.build, "a CMake build folder", "DIR");
  // CUDACOMPAT_PROFILE is for builds; what fails, fails here.
  options.value("-p,--profile", wanted.targets.profile,
                "machines that are not this one: a JSON file, or portable",
                "PROFILE");
  options.add_target(wanted.targets.targets);
  options.flag("--assert", wanted.assert_only,
               "a guard: nothing is written, or one line on standard error");
  options.footer(
      "Without -p and --target this machine is judged.\n"
      "exit: 0 no error found, 1 an error, 2 usage, 3 an input could not be "
      "read, 77 no\n      GPU to judge for (with --assert)");
}

/// Reads into `out` where `path` names something; a message has been written
/// where false comes back.
template <typename T, typename Read>
bool read_part(const std::string& path, std::optional<T>& out, Read read) {
  if (path.empty()) return true;
  Result<T> part = read(path);
  if (part) {
    out = std::move(*part);
    return true;
  }
  print_error("{}: {}", printable(path), printable(part.error().message));
  return false;
}

Result<LogReading> read_log_file(const std::string& path) {
  Result<ByteSource> source = open_input(path, "doctor --log");
  if (!source) return tl::unexpected(source.error());
  return read_log(*source);
}

/// The machine at hand, or the groups that were named.
bool find_groups(const DoctorOptions& wanted, Snapshot& snapshot, int& status) {
  const TargetOptions& named = wanted.targets;
  const bool any = !named.profile.empty() || !named.targets.empty();
  snapshot.here = !any || named.profile == kThisMachine;
  snapshot.machine = ask_this_machine(system_probe_places());
  if (snapshot.here && named.targets.empty()) {
    auto groups = group_targets(profile_of(snapshot.machine));
    for (TargetGroup& machine : groups) {
      machine.name =
          machine.gpu.name.empty() ? "this machine" : machine.gpu.name;
    }
    snapshot.groups = resolve_all(groups);
    return true;
  }
  const auto targets = load_targets(named, status);
  if (!targets) return false;
  snapshot.policy = targets->policy;
  snapshot.groups = resolve_all(targets->groups);
  return true;
}

/// torch takes CUDA_HOME or CUDA_PATH, and PATH only without them
/// (torch.utils.cpp_extension, _find_cuda_home).
std::optional<BuildTool> extension_nvcc(const Snapshot& snapshot) {
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) {
    const auto home = snapshot.variables(name);
    if (!home || home->empty()) continue;
    const std::string nvcc = *home + "/bin/nvcc";
    const auto release = ask_release(nvcc);
    return BuildTool{"nvcc", nvcc, release ? release->release : ""};
  }
  const BuildTool* nvcc = snapshot.nvcc();
  if (nvcc == nullptr) return std::nullopt;
  return *nvcc;
}

/// nullopt: a message has been written, `status` is what to exit with. Else
/// it is kUnread where something of the Python environment was not read.
std::optional<Snapshot> gather(const DoctorOptions& wanted, int& status) {
  Snapshot snapshot;
  snapshot.variables = system_environment();
  if (!find_groups(wanted, snapshot, status)) return std::nullopt;
  snapshot.traces = find_driver_traces("", snapshot.variables);
  snapshot.libcudas = available_libcudas();
  snapshot.tools = find_build_tools(snapshot.variables);
  status = kGood;
  snapshot.python = probed_python(wanted.python, wanted.targets.quiet, status);
  // An environment that was named must be read; part of it may be left.
  if (!wanted.python.empty() && !snapshot.python) return std::nullopt;
  if (!snapshot.python && active_python_environment(snapshot.variables)) {
    status = kUnread;  // a message has been written
  }
  snapshot.library_majors = available_cuda_majors(
      snapshot.python ? nvidia_library_folders(*snapshot.python)
                      : std::vector<std::string>());
  const bool read = read_part(wanted.log, snapshot.log, read_log_file) &&
                    read_part(wanted.build, snapshot.build, read_build_tree);
  if (!read) {
    status = kUnread;
    return std::nullopt;
  }
  if (snapshot.build) {
    for (const std::string& problem : snapshot.build->problems) {
      warn("{}", printable(problem));
      status = kUnread;
    }
  }
  if (const auto ptxas = snapshot.variables("TRITON_PTXAS_PATH");
      ptxas && !ptxas->empty()) {
    const auto release = ask_release(*ptxas);
    snapshot.triton_ptxas =
        BuildTool{"ptxas", *ptxas, release ? release->release : ""};
  }
  snapshot.extension_nvcc = extension_nvcc(snapshot);
  return snapshot;
}

/// The first that is not known; nullptr: all is.
const Finding* unknown(const Diagnosis& diagnosis) {
  const auto at =
      std::ranges::find_if(diagnosis.findings, [](const Finding& finding) {
        return finding.id == kUnknownId || finding.id == kUnexplainedLogId;
      });
  return at == diagnosis.findings.end() ? nullptr : &*at;
}

int status_of(const Diagnosis& diagnosis, int gathered) {
  if (diagnosis.primary) return kFindings;
  return unknown(diagnosis) != nullptr ? kUnread : gathered;
}

void say_line(const Finding& finding) {
  fmt::print(stderr, "cudacompat doctor: [{}] {}{}\n", finding.id,
             printable(finding.message),
             finding.fix.empty() ? "" : "; fix: " + printable(finding.fix));
}

/// One line on standard error where the environment is wrong, or not known.
int guard(const Snapshot& snapshot, const Diagnosis& diagnosis, int gathered) {
  if (diagnosis.primary) {
    say_line(diagnosis.findings[*diagnosis.primary]);
  } else if (const Finding* finding = unknown(diagnosis)) {
    say_line(*finding);
  } else if (snapshot.groups.empty()) {
    fmt::print(stderr,
               "cudacompat doctor: no GPU here, nothing was judged: {}\n",
               printable(snapshot.machine.silent));
    return kNoGpu;
  }
  return status_of(diagnosis, gathered);
}

}  // namespace

int run_doctor(int argc, char** argv) {
  Options options(
      "doctor",
      "Driver, toolkit and frameworks side by side, what is wrong with them, "
      "and\nthe one cause with its fix.",
      {"text", "json"});
  DoctorOptions wanted;
  add_options(options, wanted);
  if (const auto status = options.parse(argc, argv)) return *status;
  wanted.targets.quiet = options.common().quiet || wanted.assert_only;
  int status = kGood;
  const auto snapshot = gather(wanted, status);
  if (!snapshot) return status;
  const Diagnosis diagnosis = diagnose(*snapshot);
  if (wanted.assert_only) return guard(*snapshot, diagnosis, status);
  Output output;
  if (!options.open(output)) return kUsage;
  if (options.common().format == "json") {
    write_doctor_json(output.sink(), *snapshot, diagnosis);
  } else {
    write_doctor_text(output.sink(), *snapshot, diagnosis,
                      options.style(output));
  }
  return finish(output, status_of(diagnosis, status));
}

}  // namespace cudacompat
