// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include "ask/fleet/readers.h"
#include "base/text/message_text.h"
#include "base/text/split.h"

namespace cudacompat {

Result<void> add_single(FoundMachine machine, Fleet& fleet) {
  if (machine.gpus.empty() && !fleet.defaults().cc) {
    return fail(Error::kNoOffset,
                "it names no GPU; add --gpu CC with its compute capability, as "
                "in --gpu 8.9");
  }
  fleet.add(std::move(machine));
  return {};
}

bool read_nvrm_line(std::string_view line, FoundMachine& machine) {
  if (!take_prefix(line, "NVRM version:")) return false;
  if (line.find("aarch64") != std::string_view::npos) {
    machine.os = Os::linux_aarch64;
  }
  // The version is the first word of its form behind two blanks.
  for (std::size_t at = line.find("  "); at != std::string_view::npos;
       at = line.find("  ", at + 1)) {
    const std::string_view rest = trimmed(line.substr(at));
    const std::string_view word = rest.substr(0, rest.find(' '));
    const Result<DriverVersion> version = parse_driver_version(word);
    if (!version || version->parts < 2) continue;
    set_driver(machine, word);
    return true;
  }
  return true;
}

/// deviceQuery of the CUDA samples; /proc/driver/nvidia/version alone or with
/// it.
Result<void> read_device_query(const Lines& lines, Fleet& fleet) {
  FoundMachine machine;
  FoundGpu gpu;
  std::size_t detected = 0;
  std::size_t described = 0;
  for (const std::string& each : lines) {
    std::string_view line = trimmed(each);
    if (read_nvrm_line(line, machine)) continue;
    if (line.find("returned ") != std::string_view::npos &&
        line.starts_with("cudaGetDeviceCount")) {
      return fail(Error::kNoOffset,
                  "deviceQuery failed with {}: no driver, or one that is older "
                  "than the program's CUDA runtime; import nvidia-smi instead",
                  quote(line));
    }
    if (take_prefix(line, "Detected ")) {
      std::from_chars(line.data(), line.data() + line.size(), detected);
    } else if (line.starts_with("Device ") &&
               line.find(": \"") != std::string_view::npos) {
      const std::size_t quote = line.find('"') + 1;
      gpu.name = line.substr(quote, line.rfind('"') - quote);
    } else if (take_prefix(line, "CUDA Driver Version / Runtime Version")) {
      set_cuda(machine, split(line, '/').front());
    } else if (take_prefix(line,
                           "CUDA Capability Major/Minor version number:")) {
      gpu.cc = found_cc(line);
      add_gpu(machine, std::exchange(gpu, {}));
      ++described;
    }
  }
  if (described < detected) {
    return fail(Error::kNoOffset,
                "deviceQuery describes {} of {} devices: the text was cut off",
                described, detected);
  }
  return add_single(std::move(machine), fleet);
}

}  // namespace cudacompat
