// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text/message_text.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/job_fields.h"
#include "programs/cudacompat/messages.h"
#include "programs/cudacompat/named_texts.h"
#include "programs/cudacompat/options.h"
#include "programs/cudacompat/profile.h"
#include "programs/cudacompat/targets.h"

namespace cudacompat {

namespace {

namespace mustache = kainjow::mustache;

/// The part that two of the templates share.
constexpr std::string_view kNodeTerms = "node_terms";

std::string template_named(std::string_view name) {
  for (const NamedText& file : job_templates()) {
    if (file.name == name) return std::string(file.text);
  }
  return {};
}

/// Files and image end up in lines of scripts.
bool fits_a_line(const std::string& text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20;
  });
}

/// The groups that a job can run on; the others are reported.
std::vector<TargetGroup> reachable(const Profile& profile) {
  std::vector<TargetGroup> groups = group_targets(profile);
  std::erase_if(groups, [](const TargetGroup& machine) {
    const bool windows = is_windows(machine.os);
    if (windows) {
      warn("{} is not tested: no job for {}", quote(machine.name),
           to_string(machine.os));
    }
    return windows;
  });
  return groups;
}

int write_job(const JobRequest& requests, std::span<const TargetGroup> groups,
              const Options& options) {
  mustache::data fields = job_fields(requests, groups);
  fields.set(std::string(kNodeTerms), mustache::partial([] {
               std::string text = template_named(kNodeTerms);
               text.pop_back();  // the line that names it has an end too
               return text;
             }));
  mustache::mustache page(template_named(options.common().format));
  page.set_custom_escape([](const std::string& text) { return text; });
  Output output;
  if (!options.open(output)) return kUsage;
  output.sink()(page.render(fields));
  return finish(output, kGood);
}

}  // namespace

int run_profile_jobs(int argc, char** argv) {
  std::vector<std::string> engines;
  for (const NamedText& file : job_templates()) {
    if (file.name != kNodeTerms) engines.emplace_back(file.name);
  }
  Options options(
      "profile jobs",
      "A load test on a machine of each target group, as a job for what "
      "runs jobs there: --format says which.",
      engines);
  JobRequest requests;
  std::string name;
  options.arguments("FILE", requests.files,
                    "what to load, as the machines see it", "...");
  options.add_profile(name);
  options.value("--image", requests.image,
                "kubernetes, daemonset: holds the files and cudacompat",
                "IMAGE");
  options.footer("exit: 0 written, 2 usage, 3 the profile could not be read");
  if (const auto status = options.parse(argc, argv)) return *status;
  name = profile_or_environment(name);
  const std::string& format = options.common().format;
  const bool contained = format == "kubernetes" || format == "daemonset";
  if (std::find(engines.begin(), engines.end(), format) == engines.end()) {
    const std::vector<std::string_view> words(engines.begin(), engines.end());
    print_error("--format is needed: {}", one_of(words));
  } else if (name.empty() || name == kPortable) {
    print_error("-p is needed: the profile of the machines to run on");
  } else if (contained == requests.image.empty()) {
    print_error(
        "{}", contained ? "--image is needed: a container image with the files "
                          "and cudacompat in it"
                        : "--image is for kubernetes and daemonset only");
  } else if (!fits_a_line(requests.image) ||
             !std::all_of(requests.files.begin(), requests.files.end(),
                          fits_a_line)) {
    print_error("control characters in the name of a file or image");
  } else {
    const std::optional<Profile> profile = load_profile(name, nullptr);
    if (!profile) return kUnread;
    requests.profile = profile->name;
    const std::vector<TargetGroup> groups = reachable(*profile);
    if (!groups.empty()) return write_job(requests, groups, options);
    print_error("{} has no target group that a job can run on",
                quote(profile->name));
  }
  return kUsage;
}

}  // namespace cudacompat
