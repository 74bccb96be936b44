// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "ask/fleet/found.h"
#include "base/model/profile_json.h"
#include "base/text/message_text.h"
#include "base/text/printable.h"
#include "base/text/split.h"
#include "judge/facts/tables.h"
#include "judge/facts/virtual_gpu.h"

namespace cudacompat {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Where a MIG profile ("1g.5gb", "2g.20gb") begins in a name, and before it
/// what joins it to the name: "-MIG-", " MIG ", "_", ".". npos: there is none.
std::size_t mig_start(std::string_view name) {
  for (std::size_t at = name.find("g."); at != std::string_view::npos;
       at = name.find("g.", at + 1)) {
    std::size_t end = at + 2;
    while (end < name.size() && is_digit(name[end])) ++end;
    if (at == 0 || !is_digit(name[at - 1]) || end == at + 2 ||
        name.substr(end, 2) != "gb") {
      continue;
    }
    std::size_t start = at - 1;
    const auto joint = [&] {
      return start > 0 && std::string_view("-_. ").find(name[start - 1]) !=
                              std::string_view::npos;
    };
    while (joint()) --start;
    if (start >= 4 && name.substr(start - 3, 3) == "MIG") {
      start -= 3;
      while (joint()) --start;
    }
    return start;
  }
  return std::string_view::npos;
}

/// A text of a source as a profile may hold it.
std::string clean(std::string_view text) {
  constexpr std::size_t kMost = 100;
  return printable(trimmed(text).substr(0, kMost));
}

/// The GPU's own name: a MIG slice or a shared GPU is judged as the whole one.
std::string own_name(std::string_view name) {
  name = name.substr(0, mig_start(name));
  constexpr std::string_view kShared = "-SHARED";
  if (name.ends_with(kShared)) name.remove_suffix(kShared.size());
  return clean(name);
}

std::string name_of(const TargetSpec& target) {
  constexpr std::size_t kMostNames = 4;
  std::string out;
  for (std::size_t i = 0; i < target.gpus.size() && i < kMostNames; ++i) {
    const GpuSpec& gpu = target.gpus[i];
    if (i != 0) out += " + ";
    out += gpu.name.empty() ? cc_to_string(gpu.cc) : gpu.name;
  }
  if (target.gpus.size() > kMostNames) {
    out += fmt::format(" + {} more", target.gpus.size() - kMostNames);
  }
  out += '@';
  if (target.driver) {
    out += to_string(*target.driver);
  } else {
    out += target.cuda ? "cuda" + to_string(*target.cuda) : "unknown";
  }
  if (target.driver && target.cuda) out += "+cuda" + to_string(*target.cuda);
  if (target.cuda_compat) out += "+compat" + to_string(*target.cuda_compat);
  if (target.os != Os::linux_x86_64) {
    out += fmt::format("+{}", to_string(target.os));
  }
  for (const FrameworkSpec& framework : target.frameworks) {
    out += fmt::format("+{}{}", framework.name, framework.version);
  }
  return out;
}

/// Equal for targets that are judged alike.
std::string key_of(TargetSpec target) {
  target.name.clear();
  target.count = 1;
  return target_json(target);
}

}  // namespace

Fleet::Fleet(FoundDefaults defaults, Names names)
    : defaults_(std::move(defaults)), names_(names) {}

void Fleet::remark(Remark::Kind kind, std::string text, const std::string& node,
                   std::uint64_t count) {
  constexpr std::size_t kMostRemarks = 200;
  constexpr std::size_t kMostNodes = 3;
  std::vector<Remark>& all = tally_.remarks;
  const auto find = [&] {
    return std::find_if(all.begin(), all.end(), [&](const Remark& other) {
      return other.kind == kind && other.text == text;
    });
  };
  auto at = find();
  if (at == all.end() && all.size() >= kMostRemarks) {
    text = "as above, for other reasons";
    at = find();
  }
  if (at == all.end()) {
    at = all.insert(at, Remark{kind, std::move(text), 0, {}});
  }
  at->count += count;
  if (!node.empty() && at->nodes.size() < kMostNodes) at->nodes.push_back(node);
}

std::optional<GpuSpec> Fleet::known_gpu(const FoundMachine& machine,
                                        const FoundGpu& gpu) {
  const auto tell = [&](Remark::Kind kind, std::string text) {
    remark(kind, std::move(text), machine.node, machine.count);
  };
  GpuSpec spec;
  spec.name = own_name(gpu.name);
  const std::optional<GpuNameRow> row = find_gpu_name(spec.name);
  const auto given = [&](const std::string& name) -> std::optional<Cc> {
    const auto at = defaults_.cc_of_name.find(name);
    if (at == defaults_.cc_of_name.end()) return std::nullopt;
    return at->second;
  };
  std::optional<Cc> cc = gpu.cc;
  if (!cc) cc = given(gpu.name);
  if (!cc) cc = given(spec.name);
  if (!cc && row && !gpu.name.ends_with("...")) cc = row->cc;
  if (!cc && gpu.name.empty()) cc = defaults_.cc;
  if (!cc) {
    tell(Remark::Kind::left_out,
         gpu.name.empty()
             ? "the GPU has no name; add --gpu CC with its compute "
               "capability, as in --gpu 8.9"
         : gpu.name.ends_with("...")
             ? fmt::format("the GPU's name was cut ({}); import the output of "
                           "nvidia-smi -L or -q instead, or add --gpu '{}=CC'",
                           quote(spec.name), spec.name)
             : fmt::format("no table knows the GPU {}; add --gpu '{}=CC' with "
                           "its compute capability",
                           quote(spec.name), spec.name));
    return std::nullopt;
  }
  if (row && row->cc != *cc) {
    tell(Remark::Kind::doubt,
         fmt::format("the compute capability {} is not the one of {} in the "
                     "tables ({}); {} is kept",
                     cc_to_string(*cc), quote(spec.name), cc_to_string(row->cc),
                     cc_to_string(*cc)));
  }
  if (is_virtual_gpu(spec.name)) {
    tell(Remark::Kind::note,
         "the GPU is a virtual one (vGPU): its driver has to be of the host's "
         "vGPU branch, so that the build is easier to change than the driver");
  }
  spec.cc = *cc;
  spec.tegra = is_tegra(*cc) || (row && row->brand == Brand::jetson);
  return spec;
}

/// The driver decides where both are found; a CUDA release above its own can
/// only come from a cuda-compat library.
void Fleet::settle_versions(const FoundMachine& machine, TargetSpec& target) {
  target.driver = machine.driver;
  target.cuda = machine.cuda;
  target.cuda_compat = machine.cuda_compat;
  if (!target.driver && !target.cuda) {
    target.driver = defaults_.driver;
    target.cuda = defaults_.cuda;
  }
  const auto tell = [&](std::string text) {
    remark(Remark::Kind::note, std::move(text), machine.node, machine.count);
  };
  if (!target.driver && !target.cuda) {
    tell(
        "neither driver nor CUDA release is named, so all code is unknown "
        "there; add --driver or --cuda");
    return;
  }
  const bool tegra = target.gpus.front().tegra;
  if (!machine.driver || !machine.cuda || tegra) return;
  const std::optional<Version> own =
      cuda_of_driver(machine.driver->low, target.os);
  if (!own) return;
  if (*own == *target.cuda) {
    target.cuda.reset();  // it follows from the driver
  } else if (*own < *target.cuda && machine.cuda_of_container) {
    tell(fmt::format(
        "CUDA {} is left out: driver {} supports {}, so it comes "
        "from a cuda-compat library in the container that looked",
        to_string(*target.cuda), to_string(*machine.driver), to_string(*own)));
    target.cuda.reset();
  } else if (*own < *target.cuda) {
    tell(fmt::format(
        "CUDA {} comes from a cuda-compat library: driver {} "
        "itself supports {}",
        to_string(*target.cuda), to_string(*machine.driver), to_string(*own)));
    target.cuda_compat = std::exchange(target.cuda, std::nullopt);
  } else {
    tell(fmt::format(
        "driver {} supports CUDA {}, but {} was found, so all "
        "code is unknown there; correct one of them",
        to_string(*machine.driver), to_string(*own), to_string(*target.cuda)));
  }
}

void Fleet::add(FoundMachine machine) {
  machine.node = printable(machine.node);
  if (machine.gpus.empty()) machine.gpus.emplace_back();
  if (!machine.os) machine.os = defaults_.os;
  TargetSpec target;
  target.os = machine.os.value_or(Os::linux_x86_64);
  for (const FoundGpu& gpu : machine.gpus) {
    std::optional<GpuSpec> known = known_gpu(machine, gpu);
    if (!known) return;
    if (std::find(target.gpus.begin(), target.gpus.end(), *known) ==
        target.gpus.end()) {
      target.gpus.push_back(std::move(*known));
    }
  }
  if (target.gpus.size() > kMostGpus) {
    remark(Remark::Kind::left_out,
           fmt::format("more than {} models of GPU in one machine", kMostGpus),
           machine.node, machine.count);
    return;
  }
  const auto order = [](const GpuSpec& a, const GpuSpec& b) {
    return std::tie(a.cc, a.name) < std::tie(b.cc, b.name);
  };
  std::sort(target.gpus.begin(), target.gpus.end(), order);
  if (target.gpus.front().cc != target.gpus.back().cc) {
    remark(Remark::Kind::note,
           "GPUs of several compute capabilities; each is judged", machine.node,
           machine.count);
  }
  if (!machine.os && target.gpus.front().tegra) target.os = Os::linux_aarch64;
  settle_versions(machine, target);
  target.frameworks = std::move(machine.frameworks);
  for (FrameworkSpec& framework : target.frameworks) {
    framework.version = clean(framework.version);
  }
  target.count = 0;
  tally_.machines += machine.count;
  std::string key = key_of(target);
  constexpr std::uint64_t kMostMachines = 1'000'000'000;  // of a target
  Entry& entry = targets_.emplace(std::move(key), Entry{std::move(target), {}})
                     .first->second;
  std::uint64_t& count = entry.target.count;
  count = std::min(count + machine.count, kMostMachines);
  if (names_ == Names::kept && !machine.node.empty()) {
    entry.names.add(machine.node);
  }
}

Fleet::Tally Fleet::take_statistics() { return std::exchange(tally_, {}); }

std::vector<Fleet::Named> Fleet::ordered() const {
  std::vector<Named> out;
  for (const auto& [key, entry] : targets_) {
    out.push_back({entry.target, &entry.names});
    out.back().target.name = name_of(entry.target);
  }
  const auto order = [](const Named& a, const Named& b) {
    return std::tie(a.target.gpus.front().cc, a.target.name) <
           std::tie(b.target.gpus.front().cc, b.target.name);
  };
  std::stable_sort(out.begin(), out.end(), order);
  std::set<std::string> names;
  for (auto& [target, nodes] : out) {
    const std::string plain = target.name;
    for (unsigned n = 2; !names.insert(target.name).second; ++n) {
      target.name = fmt::format("{} #{}", plain, n);
    }
  }
  return out;
}

std::vector<TargetSpec> Fleet::targets() const {
  std::vector<TargetSpec> out;
  for (Named& named : ordered()) out.push_back(std::move(named.target));
  return out;
}

std::vector<std::string> Fleet::node_lists() const {
  std::vector<std::string> out;
  for (const Named& named : ordered()) out.push_back(named.names->text());
  return out;
}

}  // namespace cudacompat
