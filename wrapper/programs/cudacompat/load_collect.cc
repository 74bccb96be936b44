// SPDX-License-Identifier: Apache-2.0
#include "programs/cudacompat/load_collect.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/text/printable.h"
#include "base/text/sink.h"
#include "base/text/style.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/inputs.h"
#include "programs/cudacompat/messages.h"
#include "report/load_json.h"
#include "report/load_text.h"

namespace cudacompat {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;

void add_report(Collection& all, const fs::path& path) {
  const std::string file = path.filename().string();
  const auto text = read_text(path.string(), kMostBytes);
  if (!text) return all.add_unread(file, text.error().message);
  const auto report = parse_node_report(*text, file);
  if (!report)  // the place behind the file's name
    return all.add_unread(file, report.error().front().substr(file.size() + 1));
  all.add(*report);
}

/// The greatest ExitStatus that a part of the collection asks for.
int status_of(const Collection& all, bool require_gpu) {
  int status = all.unread().empty() ? kGood : kUnread;
  if (require_gpu && !all.skipped().empty())
    status = worse_status(status, kFindings);
  std::size_t empty = 0;  // groups on which nothing was loaded: no pass
  for (const auto& [key, of] : all.groups()) {
    const std::string verdict = of.verdict();
    if (verdict == "none") ++empty;
    status = worse_status(status, load_status(verdict));
    if (of.disagreements() != 0) status = worse_status(status, kInternal);
  }
  if (empty == all.groups().size()) return status == kGood ? kNoGpu : status;
  return empty == 0 ? status : worse_status(status, kUnread);
}

std::string joined(const std::set<std::string>& names) {
  return printable(fmt::format("{}", fmt::join(names, ", ")));
}

void write_names(JsonWriter& json, std::string_view name,
                 const std::set<std::string>& names) {
  json.member(name, std::vector<std::string>(names.begin(), names.end()));
}

}  // namespace

int load_status(std::string_view word) {
  const int rank = load_rank(word).value_or(kRankUnknown);
  return rank <= kRankLoads     ? kGood
         : rank == kRankUnknown ? kUnread
                                : kFindings;
}

void write_collection_text(const Sink& sink, const Collection& all,
                           TextStyle style) {
  for (const auto& [key, of] : all.groups()) {
    const std::string verdict = of.verdict();
    sink(fmt::format("{}, {}: {} on {}\n", cc_to_string(key.cc),
                     driver_words(key.driver, key.cuda),
                     colored(verdict, paint_of_load(verdict), style.color),
                     pluralized(of.nodes.size(), "node")));
    sink(fmt::format("  GPUs: {}\n  nodes: {}\n", joined(of.gpus),
                     joined(of.nodes)));
    for (const auto& [path, artifact] : of.artifacts) {
      sink(fmt::format(
          "  {}  {}{}\n", printable(path),
          colored(artifact.verdict, paint_of_load(artifact.verdict),
                  style.color),
          artifact.nodes == of.nodes ? "" : " on " + joined(artifact.nodes)));
      if (artifact.disagreements != 0)
        sink(
            fmt::format("    {}: {} predicted otherwise, which is a fault of "
                        "cudacompat: see the nodes' own reports\n",
                        colored("disagreement", Paint::bad, style.color),
                        pluralized(artifact.disagreements, "container")));
    }
  }
  for (const auto& [node, reason] : all.skipped())
    sink(
        fmt::format("skipped on {}: {}\n", printable(node), printable(reason)));
  for (const auto& [file, error] : all.unread())
    sink(fmt::format("not read: {}: {}\n", printable(file), printable(error)));
}

void write_collection_json(const Sink& sink, const Collection& all) {
  JsonWriter json(sink);
  begin_load_json(json);
  json.key("groups");
  json.begin_array();
  for (const auto& [key, of] : all.groups()) {
    json.begin_object();
    json.member("cc", cc_to_string(key.cc));
    json.value_or_null("driver", key.driver);
    json.value_or_null("cuda", key.cuda);
    write_names(json, "gpus", of.gpus);
    write_names(json, "nodes", of.nodes);
    json.member("verdict", of.verdict());
    json.member("disagreements", of.disagreements());
    json.key("artifacts");
    json.begin_array();
    for (const auto& [path, artifact] : of.artifacts) {
      json.begin_object(JsonWriter::Layout::line);
      json.member("path", path);
      json.member("verdict", artifact.verdict);
      json.member("disagreements", artifact.disagreements);
      write_names(json, "nodes", artifact.nodes);
      json.end();
    }
    json.end();
    json.end();
  }
  json.end();
  const auto pairs = [&](std::string_view name, std::string_view first,
                         std::string_view second, const auto& rows) {
    json.key(name);
    json.begin_array();
    for (const auto& [a, b] : rows) {
      json.begin_object(JsonWriter::Layout::line);
      json.member(first, a);
      json.member(second, b);
      json.end();
    }
    json.end();
  };
  pairs("skipped", "node", "reason", all.skipped());
  pairs("unread", "file", "error", all.unread());
  json.end();
}

int collect_loads(const std::string& folder, const Options& options,
                  bool require_gpu) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  if (error || files.empty()) {
    print_error(
        "{}: {}", printable(folder),
        error ? error.message()
              : "there is no report (*.json) in it; `cudacompat load-test "
                "--format json -o DIR/NODE.json` writes one");
    return kUnread;
  }
  std::ranges::sort(files);
  Collection all;
  for (const fs::path& file : files) add_report(all, file);
  Output output;
  if (!options.open(output)) return kUsage;
  if (options.common().format == "json") {
    write_collection_json(output.sink(), all);
  } else {
    write_collection_text(output.sink(), all, options.style(output));
  }
  return finish(output, status_of(all, require_gpu));
}

}  // namespace cudacompat
