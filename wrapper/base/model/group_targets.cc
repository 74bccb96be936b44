#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/model/compiled_profile_text.h"
#include "base/model/profile.h"

namespace cudacompat {
namespace {

std::vector<GpuSpec> distinct(const std::vector<GpuSpec>& gpus) {
  std::vector<GpuSpec> out;
  for (const GpuSpec& gpu : gpus) {
    if (std::find(out.begin(), out.end(), gpu) == out.end()) out.push_back(gpu);
  }
  return out;
}

/// "NAME", "NAME (8.6)" where the target has several models, or with the
/// model's name where it has two of that compute capability.
std::string name_for(const TargetSpec& target, const std::vector<GpuSpec>& gpus,
                     const GpuSpec& gpu) {
  if (gpus.size() == 1) return target.name;
  const auto alike =
      std::count_if(gpus.begin(), gpus.end(),
                    [&](const GpuSpec& other) { return other.cc == gpu.cc; });
  std::string name = target.name + " (" + cc_to_string(gpu.cc);
  if (alike > 1 && !gpu.name.empty()) name += " " + gpu.name;
  return name + ")";
}

TargetGroup make_class(const TargetSpec& target, const GpuSpec& gpu) {
  TargetGroup made;
  made.gpu = gpu;
  made.driver = target.driver;
  made.cuda = target.cuda;
  made.cuda_compat = target.cuda_compat;
  made.max_ptx = target.max_ptx;
  made.os = target.os;
  made.frameworks = target.frameworks;
  return made;
}

/// A group while its targets are gathered.
struct Gathered {
  std::uint64_t targets = 0;
  std::string second;  // name of the second one
};

}  // namespace

std::vector<TargetGroup> group_targets(const Profile& profile) {
  std::vector<TargetGroup> groups;
  std::vector<Gathered> gathered;
  std::unordered_map<std::string, std::size_t> known;
  for (const TargetSpec& target : profile.targets) {
    const std::vector<GpuSpec> gpus = distinct(target.gpus);
    for (const GpuSpec& gpu : gpus) {
      TargetGroup made = make_class(target, gpu);
      made.name = name_for(target, gpus, gpu);
      std::string key;
      append_group_body(made, key);
      const auto [at, added] = known.emplace(std::move(key), groups.size());
      if (added) {
        groups.push_back(std::move(made));
        gathered.emplace_back();
      } else if (gathered[at->second].targets == 1) {
        gathered[at->second].second = std::move(made.name);
      }
      groups[at->second].count += target.count;
      ++gathered[at->second].targets;
    }
  }
  std::unordered_set<std::string> names;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    std::string& name = groups[i].name;
    if (gathered[i].targets > 1) name += ", " + gathered[i].second;
    if (gathered[i].targets > 2) {
      name += " (+" + std::to_string(gathered[i].targets - 2) + ")";
    }
    const std::string plain = name;
    for (unsigned n = 2; !names.insert(name).second; ++n) {
      name = plain + " #" + std::to_string(n);
    }
  }
  return groups;
}

CompiledProfile make_compiled_profile(const Profile& profile) {
  return {profile.name, group_targets(profile), profile.policy};
}

}  // namespace cudacompat
