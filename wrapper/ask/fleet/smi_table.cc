// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "ask/fleet/readers.h"
#include "ask/fleet/smi_errors.h"
#include "base/text/split.h"

namespace cudacompat {
namespace {

bool has_letter(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
}

/// "00000000:63:00.0 Off"; Jetson has no bus.
bool is_bus_cell(std::string_view cell) {
  const std::string_view first = cell.substr(0, cell.find(' '));
  return first == "N/A" || (std::count(first.begin(), first.end(), ':') == 2 &&
                            first.find('.') != std::string_view::npos);
}

/// "0  NVIDIA B200                    On": the name between the index and the
/// word for persistence mode or driver model. Columns are as wide as the
/// version likes.
std::optional<std::string_view> gpu_name(std::string_view cell) {
  const std::size_t index = std::min(cell.find(' '), cell.size());
  if (!is_number(cell.substr(0, index))) return std::nullopt;
  std::string_view name = trimmed(cell.substr(index));
  constexpr std::array<std::string_view, 8> kModes = {
      "On", "Off", "N/A", "WDDM", "TCC", "MCDM", "ERR!", "[N/A]"};
  const std::size_t blank = name.rfind(' ');
  if (blank != std::string_view::npos &&
      std::find(kModes.begin(), kModes.end(), name.substr(blank + 1)) !=
          kModes.end()) {
    name = trimmed(name.substr(0, blank));
  }
  if (!has_letter(name)) return std::nullopt;  // a row of MIG devices
  return name;
}

/// From driver 610 on "KMD Version" and "CUDA UMD Version".
void read_banner(std::string_view line, FoundMachine& machine) {
  const auto driver = value_after(line, "KMD Version:");
  set_driver(
      machine,
      driver
          ? *driver
          : value_after(line, "Driver Version:").value_or(std::string_view()));
  const auto cuda = value_after(line, "CUDA UMD Version:");
  set_cuda(
      machine,
      cuda ? *cuda
           : value_after(line, "CUDA Version:").value_or(std::string_view()));
  // In WSL the tool is of Linux and the driver of Windows; elsewhere it refuses
  // a driver of another version.
  FoundMachine tool;
  set_driver(tool, value_after(line, "NVIDIA-SMI").value_or(""));
  if (tool.driver && machine.driver && tool.driver != machine.driver) {
    machine.os = Os::wsl;
  }
}

}  // namespace

Result<void> read_smi_table(const Lines& lines, Fleet& fleet) {
  FoundMachine machine;
  bool banner = false;
  bool open = false;   // the last row of the table has no border below it
  bool whole = false;  // the table of processes has come, which is the last
  for (const std::string& each : lines) {
    const std::string_view line = trimmed(each);
    if (line.find("NVIDIA-SMI") != std::string_view::npos &&
        line.find("Version:") != std::string_view::npos) {
      banner = true;
      read_banner(line, machine);
    }
    if (line.find("TCC/WDDM") != std::string_view::npos ||
        line.find("Driver-Model") != std::string_view::npos) {
      machine.os = Os::windows_x86_64;
    }
    whole |= line.find("Processes:") != std::string_view::npos;
    if (line.starts_with('+')) open = false;
    if (!line.starts_with('|')) continue;
    open = true;
    const std::vector<std::string_view> cells = split(line, '|');
    constexpr std::size_t kCells = 5;  // three, and what is outside
    if (cells.size() < kCells || !is_bus_cell(cells[2])) continue;
    if (const auto name = gpu_name(cells[1])) {
      add_gpu(machine, {std::string(*name), {}});
    }
  }
  if (banner && open) {
    return fail(Error::kNoOffset,
                "the table of nvidia-smi ends in the middle: it was cut off, "
                "so that GPUs may be missing");
  }
  if (!whole && !machine.gpus.empty()) {
    fleet.remark(
        Remark::Kind::doubt,
        "the table of processes, which ends what nvidia-smi prints, is "
        "not there; GPUs may be missing too",
        machine.node);
  }
  return add_smi_machine(
      lines, std::move(machine),
      banner ? "the table of nvidia-smi has no row of a GPU"
             : "no line \"NVIDIA-SMI ... Version:\" and no row of a GPU; is it "
               "the output of nvidia-smi?",
      fleet);
}

}  // namespace cudacompat
