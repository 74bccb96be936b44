// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <unordered_map>
#include <utility>

#include "base/model/profile_json.h"
#include "base/text/message_text.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/messages.h"
#include "programs/cudacompat/options.h"
#include "programs/cudacompat/profile.h"

namespace cudacompat {
namespace {

bool alike_but_for_count(const TargetSpec& a, TargetSpec b) {
  b.count = a.count;
  return a == b;
}

/// Profiles joined into one, and where each part came from.
class Merge {
 public:
  /// False: a message has been written.
  bool add(const std::string& file, const Profile& profile) {
    if (out_.name.empty()) out_.name = profile.name;
    for (const TargetSpec& target : profile.targets) {
      if (!add(file, target)) return false;
    }
    const std::string policy = policy_json(profile.policy);
    if (policy.empty()) return true;
    if (!policy_.empty() && policy != policy_) {
      print_error(
          "the policies of {} and {} differ, and one profile has one; "
          "make them equal, or leave it out of all but one",
          policy_file_, file);
      return false;
    }
    policy_ = policy;
    policy_file_ = file;
    out_.policy = profile.policy;
    return true;
  }

  const Profile& profile() const { return out_; }

 private:
  bool add(const std::string& file, const TargetSpec& target) {
    const auto [at, added] =
        index_.emplace(target.name, std::pair(out_.targets.size(), file));
    if (added) {
      out_.targets.push_back(target);
      return true;
    }
    TargetSpec& known = out_.targets[at->second.first];
    if (!alike_but_for_count(known, target)) {
      print_error(
          "the target {} is one thing in {} and another in {}; rename one",
          quote(target.name), at->second.second, file);
      return false;
    }
    known.count += target.count;
    return true;
  }

  Profile out_;
  std::unordered_map<std::string, std::pair<std::size_t, std::string>> index_;
  std::string policy_, policy_file_;
};

}  // namespace

int run_profile_merge(int argc, char** argv) {
  Options options(
      "profile merge",
      "Merges profiles: the counts of targets of the same name add up.",
      {"json"});
  std::vector<std::string> files;
  options.add_files(files);
  options.footer("exit: 1 they contradict each other, 3 one could not be read");
  if (const auto status = options.parse(argc, argv)) return *status;
  Merge merge;
  for (const std::string& file : files) {
    const LoadedProfile loaded = load_for_report(file);
    for (const std::string& error : loaded.errors) print_error("{}", error);
    if (!loaded.profile) return kUnread;
    if (!merge.add(file, *loaded.profile)) return kFindings;
  }
  Output output;
  if (!options.open(output)) return kUsage;
  write_profile_json(output.sink(), merge.profile());
  return finish(output, kGood);
}

}  // namespace cudacompat
