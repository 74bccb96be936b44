// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include "ask/fleet/readers.h"
#include "ask/fleet/smi_errors.h"
#include "base/text/split.h"

namespace cudacompat {

/// `nvidia-smi -q`: "Key  : Value" lines, indented by section. Driver 610 keeps
/// the old keys with the text "[Deprecated; ...]" as their value.
Result<void> read_smi_query(const Lines& lines, Fleet& fleet) {
  FoundMachine machine;
  std::size_t attached = 0;
  std::size_t named = 0;
  for (const std::string& line : lines) {
    const std::size_t colon = line.find(" : ");
    if (colon == std::string::npos) continue;
    const std::string_view key =
        trimmed(std::string_view(line).substr(0, colon));
    const std::string_view value =
        trimmed(std::string_view(line).substr(colon + 3));
    if (key == "Driver Version" || key == "KMD Version") {
      set_driver(machine, value);
    } else if (key == "CUDA Version" || key == "CUDA UMD Version") {
      set_cuda(machine, value);
    } else if (key == "Attached GPUs") {
      std::from_chars(value.data(), value.data() + value.size(), attached);
    } else if (key == "Product Name") {
      add_gpu(machine, {std::string(value), {}});
      ++named;
    } else if (is_windows_driver_model(value)) {
      machine.os = Os::windows_x86_64;  // "Driver Model"
    }
  }
  if (named < attached) {
    return fail(Error::kNoOffset,
                "the output of nvidia-smi -q describes {} of {} GPUs: it was "
                "cut off",
                named, attached);
  }
  return add_smi_machine(lines, std::move(machine),
                         "the output of nvidia-smi -q has no \"Product Name\"",
                         fleet);
}

/// `nvidia-smi -L`: "GPU 0: NVIDIA A30 (UUID: GPU-...)", and MIG devices below
/// their GPU, which are not GPUs of their own. May be followed by the text of
/// /proc/driver/nvidia/version.
Result<void> read_smi_list(const Lines& lines, Fleet& fleet) {
  FoundMachine machine;
  for (const std::string& line : lines) {
    if (read_nvrm_line(line, machine)) continue;
    std::string_view rest = line;
    if (!take_prefix(rest, "GPU ")) continue;
    const std::size_t colon = rest.find(": ");
    const std::size_t end = rest.find(" (UUID");
    if (colon == std::string_view::npos || !is_number(rest.substr(0, colon)) ||
        end == std::string_view::npos || end < colon) {
      continue;
    }
    add_gpu(
        machine,
        {std::string(trimmed(rest.substr(colon + 2, end - colon - 2))), {}});
  }
  return add_smi_machine(lines, std::move(machine),
                         "no line \"GPU 0: NAME (UUID: ...)\"", fleet);
}

}  // namespace cudacompat
