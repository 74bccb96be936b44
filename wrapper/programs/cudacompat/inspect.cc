// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text/printable.h"
#include "programs/cudacompat/commands.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/inputs.h"
#include "programs/cudacompat/messages.h"
#include "programs/cudacompat/options.h"
#include "programs/cudacompat/progress.h"
#include "report/inspect_json.h"
#include "report/inspect_text.h"
#include "report/tool.h"

namespace cudacompat {

namespace {

/// `reported`: whether the report tells of it; of a wheel's member it does
/// where there is something to tell.
template <typename Report>
int inspect_input(Input& input, Depth depth, Report& report, bool& reported) {
  const auto unread = [&](const Error& error) {
    print_error("{}: {}", printable(input.path), printable(error.message));
    report.unread(input.path, error);
    reported = true;
    return kUnread;
  };
  if (!input.source) return unread(input.source.error());
  bool begun = false;
  bool problems = false;
  const auto begin = [&] {
    if (!begun) report.begin_file(input.path);
    begun = reported = true;
  };
  ScanSink sink;
  sink.container = [&](const Container& container) {
    begin();
    report.container(container);
  };
  sink.problem = [&](const Problem& problem) {
    begin();
    problems = true;
    report.problem(problem);
  };
  const Result<ScanSummary> summary = scan(*input.source, depth, sink);
  if (!summary && !begun) return unread(summary.error());
  if (input.member && !begun) return kGood;
  begin();
  if (!summary) {
    report.problem({summary.error().message, summary.error().offset, ""});
    problems = true;
  }
  report.end_file(summary ? *summary : ScanSummary{});
  return problems ? kUnread : kGood;
}

template <typename Report>
int inspect_file(const std::string& path, Depth depth, Report& report) {
  int status = kGood;
  const bool reported = visit_inputs(path, "inspect", [&](Input& input) {
    bool tells = false;
    status = std::max<int>(status, inspect_input(input, depth, report, tells));
    return tells;
  });
  if (!reported) {
    report.begin_file(path);
    report.end_file(ScanSummary{});
  }
  return status;
}

template <typename Report>
int inspect_files(const std::vector<std::string>& files, Depth depth,
                  Report report, bool progress_wanted) {
  Progress progress(progress_wanted);
  int status = kGood;
  for (std::size_t i = 0; i < files.size() && report.wanted(); ++i) {
    progress.tick(i, files.size(), files[i]);
    status = std::max(status, inspect_file(files[i], depth, report));
  }
  report.finish();
  return status;
}

}  // namespace

int run_inspect(int argc, char** argv) {
  Options options(
      "inspect",
      "Lists the device code of FILE: each container and image, one "
      "line each.",
      {"text", "json"});
  std::vector<std::string> files;
  std::string deep;
  options.add_files(files);
  options.add_deep(deep);
  options.footer("exit: 0 read, 3 a file or a part of one could not be read");
  if (const auto status = options.parse(argc, argv)) return *status;
  Output output;
  if (!options.open(output)) return kUsage;
  const Depth depth =
      deep.empty() ? Depth::cubin_headers : Options::depth_of(deep);
  const int status =
      options.common().format == "json"
          ? inspect_files(files, depth, InspectJson(output.sink(), this_tool()),
                          !options.common().quiet)
          : inspect_files(files, depth,
                          InspectText(output.sink(), options.style(output)),
                          !options.common().quiet);
  return finish(output, status);
}

}  // namespace cudacompat
