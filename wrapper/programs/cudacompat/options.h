#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "programs/cudacompat/output.h"
#include "read/images/image.h"
#include "report/report.h"

namespace cudacompat {

/// The options that every command has.
struct CommonOptions {
  std::string format = "text";
  std::string output;
  std::string color = "auto";
  std::string fail_on = "error";
  bool verbose = false;
  bool quiet = false;
};

/// One command's options. Each long option is read from the environment too,
/// as CUDACOMPAT_SOME_OPTION, where the command line does not have it.
class Options {
 public:
  /// `name`: "check"; `about`: the first lines of its help.
  Options(const std::string& name, const std::string& about,
          const std::vector<std::string>& formats);

  CLI::App& app() { return app_; }
  const CommonOptions& common() const { return common_; }
  /// FILE..., as "paths, or - for standard input".
  void add_files(std::vector<std::string>& files, bool required = true);
  /// -p; see profile_or_environment.
  void add_profile(std::string& profile);
  /// --target, any number of times.
  void add_target(std::vector<std::string>& targets);
  /// --deep headers|all, and the depth that it stands for.
  void add_deep(std::string& deep);
  static Depth depth_of(const std::string& deep);
  /// --fail-on error|warning|never, for commands that have findings.
  void add_fail_on();
  /// Lines below the options.
  void footer(const std::string& text) { app_.footer(text); }

  /// nullopt: go on. Else the exit status: help was asked for, or the line is
  /// wrong and a message with what is allowed has been written.
  std::optional<int> parse(int argc, char** argv);

  /// Opens `output` and says how text is to look on it. False: a message has
  /// been written.
  bool open(Output& output) const;
  TextStyle style(const Output& output) const;
  bool fails_on(Severity severity) const;

 private:
  int usage_error(const std::string& message);
  std::string nearest_option(const std::string& word);

  std::string name_;
  CLI::App app_;
  CommonOptions common_;
};

/// `profile`, or CUDACOMPAT_PROFILE where it is empty.
std::string profile_or_environment(const std::string& profile);

/// Writes the rest of the report; `status`, or kInternal where that fails.
int finish(Output& output, int status);

}  // namespace cudacompat
