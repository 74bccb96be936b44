// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "ask/fleet/readers.h"
#include "base/text/split.h"

namespace cudacompat {
namespace {

/// The version that follows `name` where it is a whole word:
/// CONDA_OVERRIDE_CUDA="12.2", __cuda=12.2=0, ["__cuda", "12.2", "0"].
std::optional<std::string_view> version_of(std::string_view line,
                                           std::string_view name) {
  for (std::size_t at = line.find(name); at != std::string_view::npos;
       at = line.find(name, at + 1)) {
    std::string_view rest = line.substr(at + name.size());
    const std::size_t digit = rest.find_first_not_of("=\"', \t");
    if (digit == 0 || digit == std::string_view::npos) continue;
    rest = rest.substr(digit);
    return rest.substr(
        0, std::min(rest.find_first_not_of("0123456789."), rest.size()));
  }
  return std::nullopt;
}

}  // namespace

/// __cuda_arch is the least compute capability of the machine (CEP 46).
Result<void> read_conda(const Lines& lines, Fleet& fleet) {
  FoundMachine machine;
  // `conda info --json` has one value a line.
  std::string text;
  for (const std::string& line : lines) text.append(line).append(" ");
  for (const std::string_view name : {"__cuda", "CONDA_OVERRIDE_CUDA"}) {
    if (const auto cuda = version_of(text, name)) set_cuda(machine, *cuda);
  }
  for (const std::string_view name :
       {"__cuda_arch", "CONDA_OVERRIDE_CUDA_ARCH"}) {
    const auto arch = version_of(text, name);
    const std::optional<Cc> cc = arch ? found_cc(*arch) : std::nullopt;
    if (!cc) continue;
    machine.gpus = {{"", cc}};
    fleet.remark(Remark::Kind::note,
                 "conda names the least compute capability of a machine only; "
                 "where it has other GPUs too, import nvidia-smi instead",
                 "");
  }
  if (!machine.cuda && machine.gpus.empty()) {
    return fail(Error::kNoOffset,
                "it has no __cuda, CONDA_OVERRIDE_CUDA or "
                "CONDA_OVERRIDE_CUDA_ARCH with a version");
  }
  return add_single(std::move(machine), fleet);
}

}  // namespace cudacompat
