// SPDX-License-Identifier: Apache-2.0
#include "ask/fleet/readers.h"
#include "base/text/split.h"
#include "judge/facts/tables.h"

namespace cudacompat {
namespace {

/// The release of Jetson Linux in "# R35 (release), REVISION: 3.1, ...",
/// "L4T 32.6.1" or "nvidia-l4t-core 35.3.1-2023..."; empty: none.
std::string release_of(std::string_view line) {
  if (std::string_view rest = line; take_prefix(rest, "# R")) {
    const std::string_view major = rest.substr(0, rest.find(' '));
    const auto revision = value_after(rest, "REVISION:");
    if (!is_number(major) || !revision) return {};
    return fmt::format("{}.{}", major,
                       revision->substr(0, revision->find(',')));
  }
  for (const std::string_view key : {"L4T", "nvidia-l4t-core"}) {
    const std::size_t at = line.find(key);
    if (at == std::string_view::npos) continue;
    line = line.substr(at + key.size());
    const std::size_t digit = line.find_first_of("0123456789");
    if (digit == std::string_view::npos) return {};
    line = line.substr(digit);
    return std::string(line.substr(0, line.find_first_not_of("0123456789.")));
  }
  return {};
}

}  // namespace

/// What a Jetson says of itself: /etc/nv_tegra_release, jetson_release, the
/// model of /proc/device-tree/model, dpkg -l nvidia-l4t-core.
Result<void> read_jetson(const Lines& lines, Fleet& fleet) {
  FoundMachine machine;
  bool any = false;
  for (const std::string& each : lines) {
    // The device tree ends its texts with NUL.
    const std::string_view line =
        trimmed(std::string_view(each).substr(0, each.find('\0')));
    any |= read_nvrm_line(line, machine);
    if (const std::string release = release_of(line); !release.empty()) {
      any = true;
      set_driver(machine, release);
      if (!machine.cuda) {
        fleet.remark(Remark::Kind::note,
                     fmt::format("no table says which CUDA release Jetson "
                                 "Linux {} has; add --cuda",
                                 release),
                     "");
      }
    }
    const auto row = find_gpu_name(line);
    if (row && row->brand == Brand::jetson && machine.gpus.empty()) {
      machine.gpus.push_back({std::string(row->name), {}});
    }
    if (const auto arch = value_after(line, "CUDA Arch BIN:")) {
      if (const auto cc = found_cc(*arch); cc && machine.gpus.empty()) {
        machine.gpus.push_back({"", cc});
      }
    }
  }
  if (!any) {
    return fail(Error::kNoOffset,
                "it has no release of Jetson Linux (\"# R35 (release), "
                "REVISION: ...\", \"L4T 35.3.1\")");
  }
  machine.os = Os::linux_aarch64;
  return add_single(std::move(machine), fleet);
}

}  // namespace cudacompat
