// SPDX-License-Identifier: Apache-2.0
#include "ask/driver/driver.h"

#include <filesystem>

#include "ask/system/process.h"

namespace cudacompat {
namespace {

constexpr std::size_t kMostOutput = std::size_t{64} << 20;

std::string words_of(const DriverError& error) {
  if (error.code < 0) return error.text;
  std::string out = fmt::format("{} says {}", error.function, error.code);
  for (const std::string& more : {error.name, error.text})
    if (!more.empty()) out += fmt::format(", {}", more);
  return out;
}

}  // namespace

std::string_view to_string(LoadMode mode) {
  switch (mode) {
    case LoadMode::as_is:
      return "as-is";
    case LoadMode::force_ptx_jit:
      return "force-ptx-jit";
    case LoadMode::disable_ptx_jit:
      return "disable-ptx-jit";
  }
  return "";
}

Result<DriverReport> Driver::devices() const {
  ProcessRequest request;
  request.argv = {worker_, "devices"};
  request.time_limit = std::chrono::seconds(90);
  auto end = run_process(request);
  if (!end) return tl::unexpected(end.error());
  return parse_driver_report(end->out);
}

Result<std::vector<LoadEnd>> Driver::load(
    int device, LoadMode mode, const std::vector<std::string>& files) const {
  std::vector<LoadEnd> ends;
  while (ends.size() < files.size()) {
    ProcessRequest request;
    request.argv = {worker_, "load", std::to_string(device),
                    std::string(to_string(mode)),
                    std::to_string(one_file_.count())};
    request.argv.insert(
        request.argv.end(),
        files.begin() + static_cast<std::ptrdiff_t>(ends.size()), files.end());
    // The child keeps the time of each file itself.
    request.time_limit = one_file_ * (files.size() - ends.size() + 2);
    request.output_limit = kMostOutput;
    const auto end = run_process(request);
    if (!end) return tl::unexpected(end.error());
    auto report = parse_load_report(end->out, files.size() - ends.size());
    if (!report) return tl::unexpected(report.error());
    const int signal = end->exit_code > 128 ? end->exit_code - 128 : 0;
    for (ImageAnswer& image : report->images) {
      const bool ended = image.ended;
      ends.push_back({std::move(image), ended ? 0 : signal});
    }
    if (report->error)
      return fail(Error::kNoOffset, "{}", words_of(*report->error));
    if (report->images.empty())
      return fail(Error::kNoOffset,
                  "the driver ended the process ({}) before "
                  "it was given any code",
                  signal != 0 ? fmt::format("signal {}", signal)
                              : fmt::format("status {}", end->exit_code));
  }
  return ends;
}

std::string why_no_device(const DriverReport& report) {
  if (report.error) {
    constexpr int kStubLibrary = 34;
    const std::string where =
        report.libcuda.empty() ? "" : fmt::format(" ({})", report.libcuda);
    if (report.error->code < 0)
      return fmt::format("no CUDA driver: {}", report.error->text);
    if (report.error->code == kStubLibrary)
      return fmt::format(
          "the driver library is a stub of the toolkit{}: take the folder "
          "\"stubs\" out of LD_LIBRARY_PATH and of run paths",
          where);
    return fmt::format("the CUDA driver gives no device: {}{}",
                       words_of(*report.error), where);
  }
  return report.devices.empty() ? "the CUDA driver has no device" : "";
}

Os this_os() {
  std::error_code error;
  if (std::filesystem::exists("/dev/dxg", error)) return Os::wsl;
#ifdef __aarch64__
  return Os::linux_aarch64;
#else
  return Os::linux_x86_64;
#endif
}

TargetGroup group_of(const DriverReport& report, const Device& device) {
  TargetGroup machine;
  machine.name = fmt::format("device {}", device.ordinal);
  machine.count = 1;
  machine.gpu.cc = device.cc;
  machine.gpu.name = device.name;
  if (report.kernel)
    machine.driver = DriverRange{*report.kernel, report.kernel};
  machine.cuda = report.cuda;
  // Kernel drivers of Windows, which WSL shows, are numbered in their own way.
  machine.os = this_os();
  return machine;
}

}  // namespace cudacompat
