// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/model/profile.h"
#include "base/model/profile_json.h"

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

/// What a profile may hold, see profile_target.cc.
constexpr std::uint64_t kMaxCount = 1'000'000'000;
constexpr std::size_t kMaxName = 4000;

void shorten(std::string& name) {
  if (name.size() <= kMaxName) return;
  std::size_t end = kMaxName;
  while ((static_cast<unsigned char>(name[end]) & 0xc0) == 0x80) --end;
  name.replace(end, std::string::npos, "...");
}

/// Equal for targets of one GPU that are judged alike.
std::string key_of(const TargetSpec& target, const GpuSpec& gpu) {
  TargetSpec body = target;
  body.name.clear();
  body.count = 1;
  body.gpus = {gpu};
  return target_json(body);
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
      const auto [at, added] =
          known.emplace(key_of(target, gpu), groups.size());
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
    shorten(name);
    const std::string plain = name;
    for (unsigned n = 2; !names.insert(name).second; ++n) {
      name = plain + " #" + std::to_string(n);
    }
  }
  return groups;
}

Profile group_profile(const Profile& profile) {
  Profile out;
  out.name = profile.name;
  out.policy = profile.policy;
  for (TargetGroup& group : group_targets(profile)) {
    out.targets.push_back({std::move(group.name),
                           std::min(group.count, kMaxCount),
                           {std::move(group.gpu)},
                           group.driver,
                           group.cuda,
                           group.cuda_compat,
                           group.max_ptx,
                           group.os,
                           std::move(group.frameworks)});
  }
  return out;
}

}  // namespace cudacompat
