// SPDX-License-Identifier: Apache-2.0
#include "programs/cudacompat/profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "base/json/json_writer.h"
#include "base/text/message_text.h"
#include "base/text/printable.h"
#include "programs/cudacompat/commands.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/inputs.h"
#include "programs/cudacompat/messages.h"
#include "programs/cudacompat/options.h"
#include "programs/cudacompat/profile_notes.h"
#include "report/tool.h"

namespace cudacompat {

LoadedProfile load_for_report(const std::string& path) {
  LoadedProfile out;
  out.path = path;
  const auto text = read_text(path);
  if (!text) {
    out.read = false;
    out.errors = {fmt::format("{}: {}", path, text.error().message)};
    return out;
  }
  auto parsed = parse_profile(*text, path);
  if (parsed) {
    out.profile = std::move(*parsed);
  } else {
    out.errors = parsed.error();
  }
  return out;
}

namespace {

int status_of(const LoadedProfile& loaded) {
  return loaded.profile ? kGood : loaded.read ? kFindings : kUnread;
}

int run_validate(int argc, char** argv) {
  Options options("profile validate",
                  "Validates a profile: every mistake, with its place.",
                  {"text", "json"});
  std::vector<std::string> files;
  options.add_files(files);
  options.footer("exit: 0 valid, 1 mistakes, 3 a file could not be read");
  if (const auto status = options.parse(argc, argv)) return *status;
  Output output;
  if (!options.open(output)) return kUsage;
  const Sink sink = output.sink();
  const bool text = options.common().format == "text";
  int status = kGood;
  JsonWriter json(text ? [](std::string_view) { return true; } : sink);
  json.begin_object();
  json.member("schema_version", kReportSchemaVersion);
  json.key("profiles");
  json.begin_array();
  for (const std::string& file : files) {
    const LoadedProfile loaded = load_for_report(file);
    status = std::max(status, status_of(loaded));
    json.begin_object();
    json.member("path", file);
    json.member("valid", loaded.profile.has_value());
    json.member("errors", loaded.errors);
    const auto notes = loaded.profile ? profile_notes(*loaded.profile)
                                      : std::vector<std::string>{};
    json.member("notes", notes);
    json.end();
    if (!text) continue;
    for (const std::string& error : loaded.errors) {
      sink(fmt::format("{}\n", printable(error)));
    }
    if (loaded.profile) {
      sink(fmt::format(
          "{}: {}, {}\n", printable(file),
          pluralized(loaded.profile->targets.size(), "target"),
          pluralized(group_targets(*loaded.profile).size(), "target group")));
      for (const std::string& note : notes) {
        sink(fmt::format("{}: note: {}\n", printable(file), printable(note)));
      }
    }
  }
  json.end();
  json.end();
  return finish(output, status);
}

}  // namespace

int run_profile(int argc, char** argv) {
  const std::string_view word = argc > 1 ? argv[1] : "";
  if (word == "validate") return run_validate(argc - 1, argv + 1);
  if (word == "show") return run_profile_show(argc - 1, argv + 1);
  if (word == "groups") return run_profile_groups(argc - 1, argv + 1);
  if (word == "jobs") return run_profile_jobs(argc - 1, argv + 1);
  if (word == "import") return run_profile_import(argc - 1, argv + 1);
  if (word == "merge") return run_profile_merge(argc - 1, argv + 1);
  constexpr std::string_view kUsageText =
      "usage: cudacompat profile import [--from KIND] FILE...\n"
      "       cudacompat profile merge FILE...\n"
      "       cudacompat profile validate FILE...\n"
      "       cudacompat profile show PROFILE\n"
      "       cudacompat profile groups PROFILE\n"
      "       cudacompat profile jobs FILE... -p PROFILE --format ENGINE\n";
  if (word == "--help" || word == "-h") {
    std::fputs(kUsageText.data(), stdout);
    return kGood;
  }
  constexpr std::array<std::string_view, 6> kWords = {
      "import", "merge", "validate", "show", "groups", "jobs"};
  if (word.empty()) {
    std::fputs(kUsageText.data(), stderr);
  } else {
    print_error("profile has no {}; it is one of {}", quote(word),
                one_of(kWords));
  }
  return kUsage;
}

}  // namespace cudacompat
