// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <kainjow/mustache.hpp>
#include <span>
#include <string>
#include <vector>

#include "base/model/profile.h"

namespace cudacompat {

/// What a load test's job is made for.
struct JobRequest {
  std::string profile;             // its name
  std::vector<std::string> files;  // as the machines see them
  std::string image;               // of a container, with the program in it
};

/// What the templates of templates/jobs are filled in with:
///   profile, image, files_sh (words of a shell), files_quoted (the same inside
///   of a double-quoted YAML string), files_list (of a YAML flow sequence),
///   groups: name; slug (fits a DNS label, and no two are the same);
///     terms (each one way to know a node of the group): cpu, cc_major,
///     cc_minor, labels: label, operator, value (labels of GPU feature
///     discovery, without "nvidia.com/").
kainjow::mustache::data job_fields(const JobRequest& requests,
                                   std::span<const TargetGroup> groups);

}  // namespace cudacompat
