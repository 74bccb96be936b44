// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ask/fleet/import.h"
#include "base/model/profile_json.h"
#include "base/model/target_values.h"
#include "base/text/message_text.h"
#include "base/text/printable.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/messages.h"
#include "programs/cudacompat/options.h"
#include "programs/cudacompat/profile.h"

namespace cudacompat {
namespace {

struct ImportOptions {
  std::vector<std::string> files;
  std::string from, driver, cuda, nodes;
  std::vector<std::string> gpus;  // CC, NAME=CC
};

Result<FoundDefaults> defaults_of(const ImportOptions& options) {
  FoundDefaults defaults;
  if (!options.driver.empty()) {
    const auto driver = parse_driver_range(options.driver);
    if (!driver) return fail(0, "--driver: {}", driver.error().message);
    defaults.driver = *driver;
  }
  if (!options.cuda.empty()) {
    const auto cuda = read_cuda(options.cuda);
    if (!cuda) return fail(0, "--cuda: {}", cuda.error().message);
    defaults.cuda = *cuda;
  }
  for (const std::string& gpu : options.gpus) {
    const std::size_t equals = gpu.rfind('=');
    const auto cc =
        read_cc(equals == std::string::npos ? gpu : gpu.substr(equals + 1));
    if (!cc) return fail(0, "--gpu: {}", cc.error().message);
    if (equals == std::string::npos) {
      defaults.cc = *cc;
    } else {
      defaults.cc_of_name[gpu.substr(0, equals)] = *cc;
    }
  }
  return defaults;
}

/// "2 machines (n1, n2): TEXT"
std::string line_of(const Remark& remark) {
  std::string names;
  for (const std::string& node : remark.nodes) {
    names += (names.empty() ? "" : ", ") + node;
  }
  if (!names.empty() && remark.count > remark.nodes.size()) names += ", ...";
  const std::string_view what =
      remark.kind == Remark::Kind::left_out      ? " left out"
      : remark.kind == Remark::Kind::passed_over ? " passed over"
                                                 : "";
  return fmt::format("{}{}{}: {}", pluralized(remark.count, "machine"), what,
                     names.empty() ? "" : fmt::format(" ({})", names),
                     remark.text);
}

/// Tells of a source's machines; the exit status that they ask for.
int tell(const std::string& file, const Fleet::Tally& tally, bool quiet) {
  int status = kGood;
  for (const Remark& remark : tally.remarks) {
    const bool grave = remark.kind >= Remark::Kind::doubt;
    if (grave) status = kFindings;
    if (grave || !quiet) {
      say(grave ? "warning" : "note",
          fmt::format("{}: {}", printable(file), line_of(remark)));
    }
  }
  return status;
}

int import_file(const std::string& file, const ImportOptions& options,
                bool quiet, Fleet& fleet) {
  const auto failed = [&](const Error& error) {
    print_error("{}: {}{}", printable(file), error.message,
                error.offset == Error::kNoOffset
                    ? ""
                    : fmt::format(" (at byte {})", error.offset));
    return kUnread;
  };
  Result<ByteSource> source = ByteSource::open(file);
  if (!source) return failed(source.error());
  const FleetFormat* format = find_fleet_format(options.from);
  if (format == nullptr) {
    const auto found = detect_fleet_format(*source);
    if (!found) return failed(found.error());
    format = *found;
  }
  const Result<void> done = format->read(*source, fleet);
  const Fleet::Tally tally = fleet.take_statistics();
  if (done && !quiet) {
    note("{}: {}: {}", printable(file), format->name,
         pluralized(tally.machines, "machine"));
  }
  const int status = tell(file, tally, quiet);
  if (!done) return failed(done.error());
  if (const auto same = source->unchanged(); !same) return failed(same.error());
  return status;
}

std::string kinds_text() {
  std::string out = "KIND is detected, or one of\n";
  for (const FleetFormat& row : fleet_formats()) {
    out += fmt::format("  {:<14} {}\n", row.name, row.input);
  }
  out +=
      "exit: 0 all machines with a GPU are in it, 1 some are missing or "
      "incomplete,\n3 a file could not be read (then no profile is written)";
  return out;
}

/// "TARGET<tab>COUNT<tab>gpu-[001-128],...": the count is of all machines, with
/// a name or without.
int write_nodes(const std::string& path, const Fleet& fleet,
                const Profile& profile) {
  Output output;
  if (const auto opened = output.open(path); !opened) {
    print_error("--nodes: {}", opened.error().message);
    return kUsage;
  }
  const std::vector<std::string> lists = fleet.node_lists();
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const TargetSpec& target = profile.targets[i];
    output.sink()(
        fmt::format("{}\t{}\t{}\n", target.name, target.count, lists[i]));
  }
  return finish(output, kGood);
}

}  // namespace

int run_profile_import(int argc, char** argv) {
  Options options("profile import",
                  "Makes a profile from the output of other tools.", {"json"});
  ImportOptions import;
  options.add_files(import.files);
  std::vector<std::string> kinds;
  for (const FleetFormat& row : fleet_formats()) kinds.emplace_back(row.name);
  options.choice("--from", import.from, "what the files are; see below", "KIND",
                 kinds);
  options.value("--driver", import.driver,
                "of machines whose driver and CUDA are unknown", "VERSION");
  options.value("--cuda", import.cuda, "the same, by CUDA release", "VERSION");
  options.values("--gpu", import.gpus,
                 "compute capability of GPUs without a name, or of NAME",
                 "[NAME=]CC");
  options.value("--nodes", import.nodes,
                "write the machines' names there, a line a target", "FILE");
  options.footer(kinds_text());
  if (const auto status = options.parse(argc, argv)) return *status;
  auto defaults = defaults_of(import);
  if (!defaults) {
    print_error("{}", defaults.error().message);
    return kUsage;
  }
  if (import.nodes == "-") {
    print_error("--nodes: name a file, for the profile is written to its own");
    return kUsage;
  }
  Fleet fleet(std::move(*defaults), import.nodes.empty() ? Fleet::Names::dropped
                                                         : Fleet::Names::kept);
  int status = kGood;
  for (const std::string& file : import.files) {
    status = std::max(status,
                      import_file(file, import, options.common().quiet, fleet));
  }
  if (status == kUnread) return status;
  Profile profile;
  profile.name = "imported";
  profile.targets = fleet.targets();
  if (profile.targets.empty()) {
    print_error("no machine with a known GPU, so no profile is written");
    return kUnread;
  }
  if (!import.nodes.empty()) {
    const int written = write_nodes(import.nodes, fleet, profile);
    if (written != kGood) return written;
  }
  Output output;
  if (!options.open(output)) return kUsage;
  write_profile_json(output.sink(), profile);
  return finish(output, status);
}

}  // namespace cudacompat
