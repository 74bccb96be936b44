// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "ask/probe/this_machine.h"
#include "base/model/profile_json.h"
#include "base/text/message_text.h"
#include "base/text/printable.h"
#include "base/text/text_table.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/probe.h"
#include "programs/cudacompat/profile.h"
#include "programs/cudacompat/profile_notes.h"
#include "programs/cudacompat/targets.h"

namespace cudacompat {

namespace {

template <typename Items, typename Word>
std::string list_of(const Items& items, Word word,
                    std::string_view between = ", ") {
  std::string out;
  for (const auto& item : items) {
    if (!out.empty()) out += between;
    out += word(item);
  }
  return out;
}

/// A row a GPU; name and number of the machines stand in a target's first.
void add_rows(const TargetSpec& target,
              std::vector<std::vector<std::string>>& rows) {
  bool first = true;
  for (const GpuSpec& gpu : target.gpus) {
    TargetSpec one = target;
    one.gpus = {gpu};
    const JudgedGroup judged =
        resolve_all(group_targets({"", {one}, {}})).at(0);
    GroupWords words = group_words(judged);
    if (target.cuda_compat) words.cuda += " by cuda-compat";
    rows.push_back({first ? target.name : "",
                    first ? std::to_string(target.count) : "", words.gpu,
                    gpu.name.empty() ? "-" : gpu.name, words.driver, words.cuda,
                    words.ptx, std::string(to_string(target.os))});
    first = false;
  }
}

std::string framework_line(const TargetSpec& target,
                           const FrameworkSpec& framework) {
  std::string out = fmt::format("  {}: {}", target.name, framework.name);
  if (!framework.version.empty()) out += " " + framework.version;
  if (framework.cuda) out += ", CUDA " + to_string(*framework.cuda);
  const auto sass = [](Arch arch) { return "sm_" + to_string(arch); };
  const auto ptx = [](Arch arch) { return "compute_" + to_string(arch); };
  for (const std::string& archs :
       {list_of(framework.sass, sass, " "), list_of(framework.ptx, ptx, " ")}) {
    if (!archs.empty()) out += ", " + archs;
  }
  return out;
}

std::vector<std::string> policy_lines(const Policy& policy) {
  std::string first =
      "policy: accepts " + list_of(policy.accept, [](Outcome outcome) {
        return to_string(outcome);
      });
  if (policy.downgrade_ptx) first += "; PTX that is too new is downgraded";
  if (policy.future_gpus) first += "; one PTX is for GPUs that come later";
  std::vector<std::string> lines = {first};
  for (const PartialRow& row : policy.partial) {
    std::string what;
    for (const auto& [word, glob] : {std::pair("file", &row.path),
                                     {"unit", &row.unit},
                                     {"kernel", &row.kernel}}) {
      if (glob->empty()) continue;
      what += fmt::format("{}{} {}", what.empty() ? "" : ", ", word, *glob);
    }
    lines.push_back(fmt::format(
        "  partial: {}, for {}: {}", what.empty() ? "all code" : what,
        row.gpus.empty() ? "some GPUs" : list_of(row.gpus, cc_to_string),
        row.reason));
  }
  for (const SuppressRow& row : policy.suppress) {
    lines.push_back(fmt::format("  suppressed: {}{}: {}", row.id,
                                row.path.empty() ? "" : " in " + row.path,
                                row.reason));
  }
  return lines;
}

void write_text(const Sink& sink, const Profile& profile, TextStyle style) {
  std::uint64_t machines = 0;
  std::vector<std::vector<std::string>> rows = {
      {"target", "machines", "gpu", "name", "driver", "cuda", "ptx", "system"}};
  std::vector<std::string> lines;
  for (const TargetSpec& target : profile.targets) {
    machines += target.count;
    add_rows(target, rows);
    for (const FrameworkSpec& framework : target.frameworks) {
      if (lines.empty()) lines.emplace_back("frameworks:");
      lines.push_back(framework_line(target, framework));
    }
  }
  sink(fmt::format("{}: {}, {}, {}\n",
                   profile.name.empty() ? "profile" : printable(profile.name),
                   pluralized(profile.targets.size(), "target"),
                   pluralized(machines, "machine"),
                   pluralized(group_targets(profile).size(), "target group")));
  if (rows.size() > 1) write_table(sink, rows, style);
  for (const std::string& line : policy_lines(profile.policy)) {
    lines.push_back(line);
  }
  for (const std::string& line : profile_notes(profile)) {
    lines.push_back("note: " + line);
  }
  for (const std::string& line : lines) sink(printable(line) + "\n");
}

}  // namespace

void add_profile_argument(Options& options, std::string& name) {
  options.argument("PROFILE", name, "a file, portable, this-machine, or -",
                   true);
}

std::optional<Profile> profile_argument(const std::string& name,
                                        const Options& options, int& status) {
  if (name == kThisMachine) {
    return probed_profile(options.common().quiet, status);
  }
  std::optional<Profile> profile = load_profile(name, nullptr);
  status = profile ? kGood : kUnread;
  return profile;
}

int run_profile_show(int argc, char** argv) {
  Options options("profile show", "A profile as a table, with what it means.",
                  {"text", "json"});
  std::string name;
  add_profile_argument(options, name);
  options.footer(
      "cuda, ptx: what its oldest driver supports and reads; json: the "
      "profile\n"
      "as every command takes it");
  if (const auto done = options.parse(argc, argv)) return *done;
  int status = kGood;
  const auto profile = profile_argument(name, options, status);
  if (!profile) return status;
  Output output;
  if (!options.open(output)) return kUsage;
  if (options.common().format == "json") {
    write_profile_json(output.sink(), *profile);
  } else {
    write_text(output.sink(), *profile, options.style(output));
  }
  return finish(output, status);
}

}  // namespace cudacompat
