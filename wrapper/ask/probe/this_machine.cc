// SPDX-License-Identifier: Apache-2.0
#include "ask/probe/this_machine.h"

#include <filesystem>
#include <fstream>
#include <utility>

#include "ask/fleet/readers.h"
#include "ask/probe/available.h"
#include "ask/system/nvcc.h"
#include "ask/system/process.h"
#include "base/text/split.h"

namespace cudacompat {
namespace {

namespace fs = std::filesystem;

/// Each says why where it tells of no GPU; nothing: it is not there at all,
/// which needs no word.
using Answer = Result<void>;

FoundMachine found_machine(const DriverReport& report) {
  FoundMachine machine;
  for (const Device& device : report.devices) {
    add_gpu(machine, {device.name, device.cc});
  }
  if (report.kernel) {
    machine.driver = DriverRange{*report.kernel, report.kernel};
  }
  machine.cuda = report.cuda;
  // Beside the kernel driver, also where its CUDA release is not a newer one.
  if (report.kernel &&
      kind_of_libcuda(report.libcuda) == LibcudaFile::Kind::cuda_compat) {
    machine.cuda_compat = std::exchange(machine.cuda, std::nullopt);
  }
  return machine;
}

Answer ask_libcuda(const ProbePlaces& places, ThisMachine& out, Fleet& fleet) {
  auto report = Driver(places.load_worker).devices();
  if (!report) return tl::unexpected(report.error());
  out.driver = std::move(*report);
  if (const std::string why = why_no_device(out.driver); !why.empty()) {
    return fail(Error::kNoOffset, "{}", why);
  }
  fleet.add(found_machine(out.driver));
  return {};
}

Answer ask_nvidia_smi(const ProbePlaces& places, ThisMachine&, Fleet& fleet) {
  if (places.nvidia_smi.empty()) {
    return fail(Error::kNoOffset, "nvidia-smi was not found");
  }
  Answer reported;
  // Old ones know no compute_cap, and all know -q -x, whose GPUs are looked up
  // by name.
  const std::vector<std::string> questions[] = {
      {"--query-gpu=name,driver_version,compute_cap", "--format=csv"},
      {"-q", "-x"}};
  for (const std::vector<std::string>& words : questions) {
    ProcessRequest request;
    request.argv = {places.nvidia_smi};
    request.argv.insert(request.argv.end(), words.begin(), words.end());
    request.time_limit = std::chrono::seconds(60);
    const auto end = run_process(request);
    if (!end) return tl::unexpected(end.error());
    const std::string text = end->out.empty() ? end->err : end->out;
    ByteSource source = ByteSource::from_view(
        std::as_bytes(std::span(text.data(), text.size())), "nvidia-smi");
    reported = read_nvidia_smi(source, fleet);
    if (reported) break;
  }
  return reported;
}

/// The lines of a file; none where it cannot be read.
Lines lines_of_file(const fs::path& path) {
  Lines lines;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

Answer ask_kernel(const ProbePlaces& places, ThisMachine&, Fleet& fleet) {
  const fs::path folder = places.root + "/proc/driver/nvidia";
  FoundMachine machine;
  for (const std::string& line : lines_of_file(folder / "version")) {
    read_nvrm_line(line, machine);
  }
  if (!machine.driver) return fail(Error::kNoOffset, "");
  std::error_code error;
  fs::directory_iterator at(folder / "gpus", error);
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    for (const std::string& line : lines_of_file(at->path() / "information")) {
      std::string_view model = line;
      if (!take_prefix(model, "Model:")) continue;
      add_gpu(machine, {std::string(trimmed(model)), {}});
    }
  }
  if (machine.gpus.empty()) {
    return fail(Error::kNoOffset, "the kernel driver {} shows no GPU",
                to_string(*machine.driver));
  }
  fleet.add(std::move(machine));
  return {};
}

Answer ask_jetson(const ProbePlaces& places, ThisMachine&, Fleet& fleet) {
  Lines lines = lines_of_file(places.root + "/etc/nv_tegra_release");
  if (lines.empty()) return fail(Error::kNoOffset, "");
  for (std::string& line :
       lines_of_file(places.root + "/proc/device-tree/model")) {
    lines.push_back(std::move(line));
  }
  if (read_jetson(lines, fleet)) return {};
  return fail(Error::kNoOffset,
              "/etc/nv_tegra_release and /proc/device-tree/model do not name "
              "the GPU");
}

struct Way {
  const char* from;
  Answer (*ask)(const ProbePlaces&, ThisMachine&, Fleet&);
};
constexpr Way kWays[] = {
    {"libcuda", ask_libcuda},
    {"nvidia-smi", ask_nvidia_smi},
    {"/proc/driver/nvidia", ask_kernel},
    {"/etc/nv_tegra_release", ask_jetson},
};

}  // namespace

ProbePlaces system_probe_places() {
  return {beside_this_program("cudacompat-load"),
          find_in_path("nvidia-smi", system_environment()).value_or(""), ""};
}

ThisMachine ask_this_machine(const ProbePlaces& places) {
  ThisMachine out;
  FoundDefaults defaults;
  defaults.os = this_os();
  Fleet fleet(std::move(defaults));
  for (const Way& way : kWays) {
    const Answer reported = way.ask(places, out, fleet);
    if (reported) {
      out.from = way.from;
      break;
    }
    const std::string& why = reported.error().message;
    if (!out.silent.empty() && !why.empty()) out.silent += "; ";
    out.silent += why;
  }
  if (!out.from.empty() && !out.silent.empty()) {
    fleet.remark(Remark::Kind::doubt,
                 fmt::format("programs here get no GPU ({}); found by {}",
                             out.silent, out.from),
                 "");
  }
  out.targets = fleet.targets();
  out.remarks = fleet.take_statistics().remarks;
  for (const TargetSpec& target : out.targets) {
    if (!out.driver.kernel && target.driver) {
      out.driver.kernel = target.driver->low;
    }
    if (!out.driver.cuda) out.driver.cuda = target.cuda;
  }
  return out;
}

std::vector<ProbedGpu> gpus_of(const ThisMachine& machine) {
  std::vector<ProbedGpu> out;
  if (machine.from == "libcuda") {
    for (const Device& device : machine.driver.devices) {
      out.push_back({device.cc, device.name, device.mig()});
    }
    return out;
  }
  for (const TargetSpec& target : machine.targets) {
    for (const GpuSpec& gpu : target.gpus) out.push_back({gpu.cc, gpu.name});
  }
  return out;
}

Profile profile_of(const ThisMachine& machine) {
  Profile profile;
  profile.name = kThisMachine;
  profile.targets = machine.targets;
  return profile;
}

}  // namespace cudacompat
