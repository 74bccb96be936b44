#include <algorithm>

#include "cli/exit_status.h"
#include "cli/job_fields.h"
#include "cli/messages.h"
#include "cli/named_texts.h"
#include "cli/options.h"
#include "cli/profile.h"
#include "cli/targets.h"
#include "model/message_text.h"

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

/// The classes that a job can run on; the others are told.
std::vector<MachineClass> reachable(const Profile& profile) {
  std::vector<MachineClass> classes = collapse(profile);
  std::erase_if(classes, [](const MachineClass& machine) {
    const bool windows =
        machine.os == Os::windows_x86_64 || machine.os == Os::wsl;
    if (windows) {
      warn("{} is not tested: no job for {}", shown(machine.name),
           to_string(machine.os));
    }
    return windows;
  });
  return classes;
}

int write_job(const JobWishes& wishes, std::span<const MachineClass> classes,
              const Options& options) {
  mustache::data fields = job_fields(wishes, classes);
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
  Options options("profile jobs",
                  "A load test on a machine of each class, as a job for what "
                  "runs jobs there: --format says which.",
                  engines);
  JobWishes wishes;
  std::string name;
  options.app()
      .add_option("FILE", wishes.files, "what to load, as the machines see it")
      ->type_name("...")
      ->required();
  options.add_profile(name);
  options.app()
      .add_option("--image", wishes.image,
                  "kubernetes, daemonset: holds the files and cudacompat")
      ->type_name("IMAGE");
  options.footer("exit: 0 written, 2 usage, 3 the profile could not be read");
  if (const auto status = options.parse(argc, argv)) return *status;
  name = profile_or_environment(name);
  const std::string& format = options.common().format;
  const bool contained = format == "kubernetes" || format == "daemonset";
  if (std::find(engines.begin(), engines.end(), format) == engines.end()) {
    const std::vector<std::string_view> words(engines.begin(), engines.end());
    complain("--format is needed: {}", one_of(words));
  } else if (name.empty() || name == kPortable) {
    complain("-p is needed: the profile of the machines to run on");
  } else if (contained == wishes.image.empty()) {
    complain("{}", contained
                       ? "--image is needed: a container image with the files "
                         "and cudacompat in it"
                       : "--image is for kubernetes and daemonset only");
  } else if (!fits_a_line(wishes.image) ||
             !std::all_of(wishes.files.begin(), wishes.files.end(),
                          fits_a_line)) {
    complain("control characters in the name of a file or image");
  } else {
    const std::optional<Profile> profile = load_profile(name, nullptr);
    if (!profile) return kUnread;
    wishes.profile = profile->name;
    const std::vector<MachineClass> classes = reachable(*profile);
    if (!classes.empty()) return write_job(wishes, classes, options);
    complain("{} has no class that a job can run on", shown(profile->name));
  }
  return kUsage;
}

}  // namespace cudacompat
