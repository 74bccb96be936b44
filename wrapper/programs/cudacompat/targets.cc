// SPDX-License-Identifier: Apache-2.0
#include "programs/cudacompat/targets.h"

#include "ask/probe/this_machine.h"
#include "base/text/printable.h"
#include "judge/facts/tables.h"
#include "judge/plan/portable.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/inputs.h"
#include "programs/cudacompat/messages.h"
#include "programs/cudacompat/options.h"
#include "programs/cudacompat/probe.h"
#include "programs/cudacompat/toolkit.h"

namespace cudacompat {

namespace {

std::optional<std::string> read_profile_text(const std::string& name) {
  Result<std::string> text = read_text(name);
  if (text) return std::move(*text);
  print_error("profile {}: {}", printable(name), text.error().message);
  return std::nullopt;
}

std::optional<Profile> parse_text(const std::string& text,
                                  const std::string& name) {
  auto profile = parse_profile(text, name);
  if (profile) return std::move(*profile);
  for (const std::string& error : profile.error()) print_error("{}", error);
  return std::nullopt;
}

Targets from_profile(const Profile& profile) {
  return {profile.name, profile.policy, group_targets(profile)};
}

std::optional<Targets> load_named(const std::string& name) {
  const auto text = read_profile_text(name);
  if (!text) return std::nullopt;
  const auto profile = parse_text(*text, name);
  if (!profile) return std::nullopt;
  return from_profile(*profile);
}

/// The tables' newest release that was a toolkit too.
Version newest_toolkit() {
  Version newest = newest_release();
  for (const ReleaseRow& row : release_table()) {
    if (!row.archs.empty()) newest = row.cuda;
  }
  return newest;
}

/// `portable`, for the local toolkit or, without one, the newest known.
Profile portable_here(bool quiet, bool asked_for) {
  auto toolkit = choose_toolkit("", "");
  if (!toolkit) toolkit = *toolkit_from_tables(newest_toolkit());
  if (!quiet && !asked_for) {
    note(
        "no profile named (-p, --target or CUDACOMPAT_PROFILE): judging for "
        "`portable`, every GPU that CUDA {} builds for on its oldest driver",
        to_string(toolkit->cuda));
  }
  return portable_profile(*toolkit);
}

bool add_shorthands(Targets& all, const std::vector<std::string>& words) {
  Profile profile;
  for (const std::string& word : words) {
    Result<TargetSpec> target = parse_target_shorthand(word);
    if (!target) {
      print_error("--target {}", target.error().message);
      return false;
    }
    profile.targets.push_back(std::move(*target));
  }
  for (TargetGroup& machine : group_targets(profile)) {
    all.groups.push_back(std::move(machine));
  }
  return true;
}

}  // namespace

std::optional<Profile> load_profile(const std::string& name,
                                    const ToolkitFacts* toolkit) {
  if (name == kPortable) {
    return toolkit ? portable_profile(*toolkit) : portable_here(true, true);
  }
  if (name == kThisMachine) {
    int status = kGood;
    return probed_profile(true, status);
  }
  const auto text = read_profile_text(name);
  if (!text) return std::nullopt;
  return parse_text(*text, name);
}

std::optional<Targets> load_targets(const TargetOptions& options, int& status) {
  Targets all;
  const std::string name = options.targets.empty()
                               ? profile_or_environment(options.profile)
                               : options.profile;
  status = kUnread;
  if (name == kPortable || (name.empty() && options.targets.empty())) {
    all = from_profile(portable_here(options.quiet, !name.empty()));
  } else if (name == kThisMachine) {
    const auto profile = probed_profile(options.quiet, status);
    if (!profile) return std::nullopt;
    all = from_profile(*profile);
  } else if (!name.empty()) {
    auto loaded = load_named(name);
    if (!loaded) return std::nullopt;
    all = std::move(*loaded);
  } else {
    all.profile = "--target";
  }
  status = kUsage;
  if (!add_shorthands(all, options.targets)) return std::nullopt;
  if (all.groups.empty()) {
    // Nothing to fail on would be a pass.
    print_error("profile {} has no targets", printable(name));
    status = kUnread;
    return std::nullopt;
  }
  status = kGood;
  return all;
}

}  // namespace cudacompat
