#pragma once

#include <optional>
#include <string>

#include "model/profile.h"

namespace cudacompat {

/// A profile file with all that is wrong with it; nothing has been written.
struct LoadedProfile {
  std::string path;
  std::optional<Profile> profile;
  ProfileErrors errors;
  bool read = true;  // false: the file itself could not be read
};
LoadedProfile load_for_report(const std::string& path);

/// `cudacompat profile classes`.
int run_profile_classes(int argc, char** argv);

/// `cudacompat profile import` and `merge`.
int run_profile_import(int argc, char** argv);
int run_profile_merge(int argc, char** argv);

/// `cudacompat profile jobs`.
int run_profile_jobs(int argc, char** argv);

}  // namespace cudacompat
