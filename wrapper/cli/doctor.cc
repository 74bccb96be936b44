#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.h"
#include "cli/doctor_report.h"
#include "cli/exit_status.h"
#include "cli/inputs.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/probe_python.h"
#include "cli/targets.h"
#include "doctor/diagnose.h"
#include "doctor/doctor_findings.h"
#include "probe/cuda_libraries.h"
#include "report/words.h"

namespace cudacompat {
namespace {

struct DoctorOptions {
  std::string python, log, build;
  TargetOptions targets;
  bool assert_only = false;
};

void add_options(Options& options, DoctorOptions& wanted) {
  CLI::App& app = options.app();
  app.add_option("--env", wanted.python,
                 "a Python environment whose frameworks are compared; without "
                 "it that of VIRTUAL_ENV or CONDA_PREFIX")
      ->type_name("DIR");
  app.add_option("--log", wanted.log,
                 "the output of the program or build that failed")
      ->type_name("FILE");
  app.add_option("--build", wanted.build, "a CMake build folder")
      ->type_name("DIR");
  // CUDACOMPAT_PROFILE is for builds; what fails, fails here.
  app.add_option("-p,--profile", wanted.targets.profile,
                 "machines that are not this one: a JSON file, or portable")
      ->type_name("PROFILE");
  options.add_target(wanted.targets.targets);
  app.add_flag("--assert", wanted.assert_only,
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
  complain("{}: {}", printable(path), printable(part.error().message));
  return false;
}

Result<LogReading> read_log_file(const std::string& path) {
  Result<ByteSource> source = open_input(path, "doctor --log");
  if (!source) return tl::unexpected(source.error());
  return read_log(*source);
}

/// The machine at hand, or the classes that were named.
bool find_classes(const DoctorOptions& wanted, Situation& situation,
                  int& status) {
  const TargetOptions& named = wanted.targets;
  const bool any = !named.profile.empty() || !named.targets.empty();
  situation.here = !any || named.profile == kThisMachine;
  situation.machine = ask_this_machine(system_probe_places());
  if (situation.here && named.targets.empty()) {
    auto classes = collapse(profile_of(situation.machine));
    for (MachineClass& machine : classes) {
      machine.name =
          machine.gpu.name.empty() ? "this machine" : machine.gpu.name;
    }
    situation.classes = resolve_all(classes);
    return true;
  }
  const auto targets = load_targets(named, status);
  if (!targets) return false;
  situation.policy = targets->policy;
  situation.classes = resolve_all(targets->classes);
  return true;
}

/// torch takes CUDA_HOME or CUDA_PATH, and PATH only without them
/// (torch.utils.cpp_extension, _find_cuda_home).
std::optional<BuildTool> extension_nvcc(const Situation& situation) {
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) {
    const auto home = situation.variables(name);
    if (!home || home->empty()) continue;
    const std::string nvcc = *home + "/bin/nvcc";
    const auto release = ask_release(nvcc);
    return BuildTool{"nvcc", nvcc, release ? release->release : ""};
  }
  const BuildTool* nvcc = situation.nvcc();
  if (nvcc == nullptr) return std::nullopt;
  return *nvcc;
}

/// nullopt: a message has been written, `status` is what to exit with. Else
/// it is kUnread where something of the Python environment was not read.
std::optional<Situation> gather(const DoctorOptions& wanted, int& status) {
  Situation situation;
  situation.variables = system_environment();
  if (!find_classes(wanted, situation, status)) return std::nullopt;
  situation.traces = find_driver_traces("", situation.variables);
  situation.libcudas = libcuda_files_at_hand();
  situation.tools = find_build_tools(situation.variables);
  status = kGood;
  situation.python = probed_python(wanted.python, wanted.targets.quiet, status);
  // An environment that was named must be read; part of it may be left.
  if (!wanted.python.empty() && !situation.python) return std::nullopt;
  if (!situation.python && python_environment_at_hand(situation.variables)) {
    status = kUnread;  // a message has been written
  }
  situation.library_majors = cuda_library_majors_at_hand(
      situation.python ? nvidia_library_folders(*situation.python)
                       : std::vector<std::string>());
  const bool read = read_part(wanted.log, situation.log, read_log_file) &&
                    read_part(wanted.build, situation.build, read_build_tree);
  if (!read) {
    status = kUnread;
    return std::nullopt;
  }
  if (situation.build) {
    for (const std::string& problem : situation.build->problems) {
      warn("{}", printable(problem));
      status = kUnread;
    }
  }
  if (const auto ptxas = situation.variables("TRITON_PTXAS_PATH");
      ptxas && !ptxas->empty()) {
    const auto release = ask_release(*ptxas);
    situation.triton_ptxas =
        BuildTool{"ptxas", *ptxas, release ? release->release : ""};
  }
  situation.extension_nvcc = extension_nvcc(situation);
  return situation;
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
             finding.cure.empty() ? "" : "; cure: " + printable(finding.cure));
}

/// One line on standard error where the environment is wrong, or not known.
int guard(const Situation& situation, const Diagnosis& diagnosis,
          int gathered) {
  if (diagnosis.primary) {
    say_line(diagnosis.findings[*diagnosis.primary]);
  } else if (const Finding* finding = unknown(diagnosis)) {
    say_line(*finding);
  } else if (situation.classes.empty()) {
    fmt::print(stderr,
               "cudacompat doctor: no GPU here, nothing was judged: {}\n",
               printable(situation.machine.silent));
    return kNoGpu;
  }
  return status_of(diagnosis, gathered);
}

}  // namespace

int run_doctor(int argc, char** argv) {
  Options options(
      "doctor",
      "Driver, toolkit and frameworks side by side, what is wrong with them, "
      "and\nthe one cause with its cure.",
      {"text", "json"});
  DoctorOptions wanted;
  add_options(options, wanted);
  if (const auto status = options.parse(argc, argv)) return *status;
  wanted.targets.quiet = options.common().quiet || wanted.assert_only;
  int status = kGood;
  const auto situation = gather(wanted, status);
  if (!situation) return status;
  const Diagnosis diagnosis = diagnose(*situation);
  if (wanted.assert_only) return guard(*situation, diagnosis, status);
  Output output;
  if (!options.open(output)) return kUsage;
  if (options.common().format == "json") {
    write_doctor_json(output.sink(), *situation, diagnosis);
  } else {
    write_doctor_text(output.sink(), *situation, diagnosis,
                      options.style(output));
  }
  return finish(output, status_of(diagnosis, status));
}

}  // namespace cudacompat
