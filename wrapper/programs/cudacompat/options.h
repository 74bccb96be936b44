// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/text/style.h"
#include "judge/verdict/finding.h"
#include "programs/cudacompat/output.h"
#include "read/images/image.h"

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

/// One command's options; the only door to CLI11, whose header takes seconds to
/// compile in each file that sees it. `names` is "-p,--profile", `type` what
/// the help writes after them, and `out` is written by parse(). Each long
/// option is read from the environment too, as CUDACOMPAT_SOME_OPTION, where
/// the command line does not have it.
class Options {
 public:
  /// `name`: "check"; `about`: the first lines of its help.
  Options(const std::string& name, const std::string& about,
          const std::vector<std::string>& formats);
  ~Options();

  void flag(const std::string& names, bool& out, const std::string& help);
  void value(const std::string& names, std::string& out,
             const std::string& help, const std::string& type);
  void value(const std::string& names, std::optional<std::string>& out,
             const std::string& help, const std::string& type);
  /// Any number of times, each with one value.
  void values(const std::string& names, std::vector<std::string>& out,
              const std::string& help, const std::string& type);
  void numbers(const std::string& names, std::vector<int>& out,
               const std::string& help, const std::string& type);
  /// One of `allowed`.
  void choice(const std::string& names, std::string& out,
              const std::string& help, const std::string& type,
              const std::vector<std::string>& allowed,
              bool ignore_case = false);
  /// A word that is not an option: the first that is left, or all of them.
  void argument(const std::string& name, std::string& out,
                const std::string& help, bool required = false);
  void arguments(const std::string& name, std::vector<std::string>& out,
                 const std::string& help, const std::string& type);
  /// `name` and `other`, both as "--toolkit", cannot be given together.
  void excludes(const std::string& name, const std::string& other);
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
  void footer(const std::string& text);

  /// nullopt: go on. Else the exit status: help was asked for, or the line is
  /// wrong and a message with what is allowed has been written.
  std::optional<int> parse(int argc, char** argv);

  /// Opens `output` and says how text is to look on it. False: a message has
  /// been written.
  bool open(Output& output) const;
  TextStyle style(const Output& output) const;
  bool fails_on(Severity severity) const;

 private:
  struct Parser;

  int usage_error(const std::string& message);
  std::string nearest_option(const std::string& word);

  std::string name_;
  std::unique_ptr<Parser> parser_;
  CommonOptions common_;
};

/// `profile`, or CUDACOMPAT_PROFILE where it is empty.
std::string profile_or_environment(const std::string& profile);

/// Writes the rest of the report; `status`, or kInternal where that fails.
int finish(Output& output, int status);

}  // namespace cudacompat
