// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/model/profile.h"
#include "judge/verdict/judge.h"
#include "programs/cudacompat/options.h"

namespace cudacompat {

/// A profile file with all that is wrong with it; nothing has been written.
struct LoadedProfile {
  std::string path;
  std::optional<Profile> profile;
  ProfileErrors errors;
  bool read = true;  // false: the file itself could not be read
};
LoadedProfile load_for_report(const std::string& path);

/// What tables say of a group, in words; "-" where they do not.
struct GroupWords {
  std::string gpu;     // "8.7 tegra"
  std::string driver;  // "535.183.06", ">=535 <580"
  std::string cuda;    // that its oldest driver supports
  std::string ptx;     // that its oldest driver reads
};
GroupWords group_words(const JudgedGroup& judged);

/// The one profile that a command is about: a file, "-", "portable" or
/// "this-machine". Where there is none a message has been written, and `status`
/// is what to exit with; else it is 0, or 1 for a machine with a doubt.
void add_profile_argument(Options& options, std::string& name);
std::optional<Profile> profile_argument(const std::string& name,
                                        const Options& options, int& status);

/// `cudacompat profile show` and `groups`.
int run_profile_show(int argc, char** argv);
int run_profile_groups(int argc, char** argv);

/// `cudacompat profile import` and `merge`.
int run_profile_import(int argc, char** argv);
int run_profile_merge(int argc, char** argv);

/// `cudacompat profile jobs`.
int run_profile_jobs(int argc, char** argv);

}  // namespace cudacompat
