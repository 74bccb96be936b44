// SPDX-License-Identifier: Apache-2.0
#include "ask/fleet/smi_errors.h"

#include <fmt/format.h>

#include "ask/fleet/readers.h"
#include "base/text/message_text.h"

namespace cudacompat {
namespace {

struct Known {
  std::string_view text;
  std::string_view cause_and_fix;
};

constexpr Known kKnown[] = {
    {"NVIDIA-SMI has failed because",
     "no kernel module of the driver is loaded; install the driver or load it "
     "(modprobe nvidia), then run nvidia-smi again"},
    {"Driver/library version mismatch",
     "the driver was updated and the old kernel module still runs; reboot that "
     "machine. (\"NVML library version\" is the library's, not the driver's)"},
    {"Failed to initialize NVML",
     "the driver does not answer nvidia-smi; run it as a user that may use the "
     "GPU, outside of a container that lost it"},
    {"is not a valid field to query",
     "that nvidia-smi is too old for a field (compute_cap came after 470); "
     "query name,driver_version, and the GPU's name is looked up"},
    {"No devices were found",
     "the driver is loaded and has no GPU; see dmesg of that machine"},
    {"nvidia-smi: command not found", "no driver is installed there"},
    {"nvidia-smi: not found", "no driver is installed there"},
};

tl::unexpected<Error> no_smi_answer(const std::vector<std::string>& lines,
                                    std::string_view wanted) {
  for (const std::string& line : lines) {
    if (auto error = smi_error(line)) {
      return tl::unexpected<Error>(Error{std::move(*error)});
    }
  }
  for (const std::string& line : lines) {
    if (!is_lost_gpu(line)) continue;
    return fail(Error::kNoOffset,
                "nvidia-smi failed with {}: a GPU does not answer the driver; "
                "reset it or reboot that machine",
                quote(line, 90));
  }
  return fail(Error::kNoOffset, "{}", wanted);
}

}  // namespace

std::optional<std::string> smi_error(std::string_view line) {
  for (const Known& known : kKnown) {
    if (line.find(known.text) == std::string_view::npos) continue;
    return fmt::format("nvidia-smi failed with {}: {}", quote(line, 90),
                       known.cause_and_fix);
  }
  return std::nullopt;
}

bool is_windows_driver_model(std::string_view value) {
  return value == "WDDM" || value == "TCC" || value == "MCDM";
}

bool is_lost_gpu(std::string_view line) {
  return line.starts_with("Unable to determine the device handle");
}

Result<void> add_smi_machine(const std::vector<std::string>& lines,
                             FoundMachine machine, std::string_view wanted,
                             Fleet& fleet) {
  if (machine.gpus.empty()) return no_smi_answer(lines, wanted);
  for (const std::string& line : lines) {
    if (!is_lost_gpu(line)) continue;
    fleet.remark(Remark::Kind::doubt,
                 "nvidia-smi could not ask a GPU, whose model is not known; "
                 "reset it or reboot that machine",
                 machine.node);
  }
  return add_single(std::move(machine), fleet);
}

}  // namespace cudacompat
