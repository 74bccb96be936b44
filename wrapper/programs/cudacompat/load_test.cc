// SPDX-License-Identifier: Apache-2.0
#include "ask/driver/load_test.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "ask/system/process.h"
#include "base/text/printable.h"
#include "programs/cudacompat/commands.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/inputs.h"
#include "programs/cudacompat/load_collect.h"
#include "programs/cudacompat/messages.h"
#include "programs/cudacompat/options.h"
#include "programs/cudacompat/progress.h"
#include "programs/cudacompat/targets.h"
#include "report/load_json.h"
#include "report/load_text.h"

namespace cudacompat {

namespace {

struct Wanted {
  std::vector<std::string> files;
  std::vector<int> devices;
  std::string profile, keep = ".", collect, node;
  bool require_gpu = false;
};

std::string host_name() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return "this machine";
  return name.data();
}

/// Indices of the devices to ask; nullopt: one of --device is not there.
std::optional<std::vector<std::size_t>> choose_devices(
    const DriverReport& machine, const std::vector<int>& wanted) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < machine.devices.size(); ++i)
    if (wanted.empty() ||
        std::ranges::find(wanted, machine.devices[i].ordinal) != wanted.end())
      out.push_back(i);
  for (const int ordinal : wanted) {
    const auto there = [&](std::size_t i) {
      return machine.devices[i].ordinal == ordinal;
    };
    if (std::ranges::any_of(out, there)) continue;
    print_error("there is no device {}; this machine has {}", ordinal,
                pluralized(machine.devices.size(), "device"));
    return std::nullopt;
  }
  return out;
}

/// A machine without a GPU: its report says so, and is not a pass.
template <typename Report>
int skip(const Wanted& wanted, const std::string& why, Report report) {
  report.start(wanted.node, {}, why);
  report.finish();
  if (!wanted.require_gpu) return kNoGpu;
  print_error("no GPU could be asked, and one is required: {}", printable(why));
  return kFindings;
}

int status_of(const LoadedFile& file) {
  int status = kGood;
  for (const DeviceLoads& device : file.devices) {
    status = worse_status(status, load_status(device.verdict));
    if (device.disagreements() != 0) status = worse_status(status, kInternal);
  }
  return status;
}

bool nothing_to_load(const LoadedFile& file) {
  return std::ranges::all_of(file.devices, [](const DeviceLoads& device) {
    return device.verdict == "none";
  });
}

LoadedFile nothing_in(const std::string& path, const LoadTest& test) {
  LoadedFile file{path, std::vector<DeviceLoads>(test.devices.size())};
  for (std::size_t d = 0; d < test.devices.size(); ++d)
    file.devices[d].device = test.devices[d];
  return file;
}

template <typename Report>
int load_all(const Wanted& wanted, const LoadTest& test, bool quiet,
             Report report) {
  report.start(wanted.node, test.devices, "");
  Progress progress(!quiet);
  int status = kGood;
  bool nothing = true;
  for (std::size_t i = 0; i < wanted.files.size(); ++i) {
    const bool reported =
        visit_inputs(wanted.files[i], "load-test", [&](Input& in) {
          const auto unread = [&](const Error& error) {
            print_error("{}: {}", printable(in.path), printable(error.message));
            report.unread(in.path, error);
            status = worse_status(status, kUnread);
            return true;
          };
          if (!in.source) return unread(in.source.error());
          auto devices = load_file(
              *in.source, in.path, test, [&](std::uint64_t containers) {
                progress.tick(i, wanted.files.size(),
                              fmt::format("{}, {}", in.path,
                                          pluralized(containers, "container")));
              });
          if (!devices) return unread(devices.error());
          const LoadedFile file{in.path, std::move(*devices)};
          const bool empty = nothing_to_load(file);
          // A wheel's members are reported where there is something to load.
          if (empty && in.member) return false;
          nothing = nothing && empty;
          report.file(file);
          status = worse_status(status, status_of(file));
          return true;
        });
    if (!reported) report.file(nothing_in(wanted.files[i], test));
  }
  report.finish();
  return status == kGood && nothing ? kNoGpu : status;
}

template <typename Report>
int run_with(const Wanted& wanted, const LoadTest& test, bool quiet,
             Report report) {
  const std::string why = why_no_device(test.machine);
  if (!why.empty()) return skip(wanted, why, std::move(report));
  return load_all(wanted, test, quiet, std::move(report));
}

void add_options(Options& options, Wanted& wanted) {
  options.add_files(wanted.files, false);
  options.value("-p,--profile", wanted.profile,
                "leave out what its policy says is for other GPUs", "PROFILE");
  options.numbers("--device", wanted.devices, "one device; else all, in turn",
                  "N");
  options.flag("--require-gpu", wanted.require_gpu,
               "without a GPU exit 1, not 77");
  options.value("--keep", wanted.keep,
                "folder for code whose prediction was wrong; else .", "DIR");
  options.value("--node", wanted.node,
                "this machine's name in the report; else the host's", "NAME");
  options.value("--collect", wanted.collect,
                "merge the JSON reports of several machines instead", "DIR");
  options.footer(
      "exit: 0 all loads, 1 a load fails, 2 usage, 3 something could not be "
      "read or\n      tried, 4 the driver contradicts the prediction "
      "(please\n      report it), 77 nothing to load, or no GPU");
}

}  // namespace

int run_load_test(int argc, char** argv) {
  Options options(
      "load-test",
      "Gives the device code of files to this machine's driver, as a program\n"
      "would, then with PTX forced and with PTX forbidden, and compares what\n"
      "happens with what `check` predicts.",
      {"text", "json"});
  Wanted wanted;
  add_options(options, wanted);
  if (const auto status = options.parse(argc, argv)) return *status;
  if (wanted.files.empty() == wanted.collect.empty()) {
    print_error("load-test needs {}; see `cudacompat load-test --help`",
                wanted.files.empty() ? "files, or --collect DIR"
                                     : "either files or --collect DIR");
    return kUsage;
  }
  if (!wanted.collect.empty())
    return collect_loads(wanted.collect, options, wanted.require_gpu);
  if (wanted.node.empty()) wanted.node = host_name();
  const bool quiet = options.common().quiet;
  Policy policy;
  if (!wanted.profile.empty()) {
    int status = kGood;
    auto targets = load_targets({wanted.profile, {}, quiet}, status);
    if (!targets) return status;
    policy = std::move(targets->policy);
  }
  const Driver driver(beside_this_program("cudacompat-load"));
  const auto machine = driver.devices();
  if (!machine) {
    print_error("this machine's driver cannot be asked: {}",
                printable(machine.error().message));
    return kUnread;
  }
  std::vector<std::size_t> devices;
  if (why_no_device(*machine).empty()) {
    auto chosen = choose_devices(*machine, wanted.devices);
    if (!chosen) return kUsage;
    devices = std::move(*chosen);
  }
  const LoadTest test{driver, *machine, std::move(devices), std::move(policy),
                      wanted.keep};
  Output output;
  if (!options.open(output)) return kUsage;
  const int status =
      options.common().format == "json"
          ? run_with(wanted, test, quiet, LoadJson(output.sink(), *machine))
          : run_with(wanted, test, quiet,
                     LoadText(output.sink(), options.style(output), *machine));
  return finish(output, status);
}

}  // namespace cudacompat
