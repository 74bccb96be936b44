// SPDX-License-Identifier: Apache-2.0
#include "programs/cudacompat/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>

#include "base/text/message_text.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/messages.h"

namespace cudacompat {

namespace {

/// Help without CLI11's remarks on types and the environment: one line each.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string type = option->get_type_name();
    return option->get_expected_max() == 0 || type.empty() ? "" : " " + type;
  }
  std::string make_usage(const CLI::App* app, std::string name) const override {
    return CLI::Formatter::make_usage(app, "cudacompat " + name);
  }
};

std::string environment_name(std::string option) {
  for (char& c : option) {
    c = c == '-'
            ? '_'
            : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return "CUDACOMPAT_" + option;
}

/// CLI11 writes the allowed words into the help; `type` says them already.
CLI::Validator quiet(CLI::Validator validator) {
  return validator.description("");
}

}  // namespace

struct Options::Parser {
  Parser(const std::string& about, const std::string& name)
      : app(about, name) {}
  CLI::App app;
};

Options::~Options() = default;

Options::Options(const std::string& name, const std::string& about,
                 const std::vector<std::string>& formats)
    : name_(name), parser_(std::make_unique<Parser>(about, name)) {
  CLI::App& app = parser_->app;
  const auto formatter = std::make_shared<HelpFormatter>();
  formatter->column_width(27);
  formatter->label("REQUIRED", "");
  app.formatter(formatter);
  app.set_help_flag("-h,--help", "print this");
  std::string words;
  for (const std::string& format : formats) {
    words += (words.empty() ? "" : "|") + format;
  }
  choice("--format", common_.format, "report format", words, formats);
  value("-o,--output", common_.output,
        "write the report to FILE, whole or not at all", "FILE");
  choice("--color", common_.color, "auto: on a terminal, not NO_COLOR", "WHEN",
         {"auto", "always", "never"});
  flag("-v,--verbose", common_.verbose, "more detail");
  flag("-q,--quiet", common_.quiet, "no notes or progress on stderr");
}

void Options::flag(const std::string& names, bool& out,
                   const std::string& help) {
  parser_->app.add_flag(names, out, help);
}

void Options::value(const std::string& names, std::string& out,
                    const std::string& help, const std::string& type) {
  parser_->app.add_option(names, out, help)->type_name(type);
}

void Options::value(const std::string& names, std::optional<std::string>& out,
                    const std::string& help, const std::string& type) {
  parser_->app.add_option(names, out, help)->type_name(type);
}

void Options::values(const std::string& names, std::vector<std::string>& out,
                     const std::string& help, const std::string& type) {
  parser_->app.add_option(names, out, help)
      ->type_name(type)
      ->allow_extra_args(false);
}

void Options::numbers(const std::string& names, std::vector<int>& out,
                      const std::string& help, const std::string& type) {
  parser_->app.add_option(names, out, help)
      ->type_name(type)
      ->check(quiet(CLI::NonNegativeNumber))
      ->allow_extra_args(false);
}

void Options::choice(const std::string& names, std::string& out,
                     const std::string& help, const std::string& type,
                     const std::vector<std::string>& allowed,
                     bool ignore_case) {
  parser_->app.add_option(names, out, help)
      ->type_name(type)
      ->check(quiet(ignore_case ? CLI::IsMember(allowed, CLI::ignore_case)
                                : CLI::IsMember(allowed)));
}

void Options::argument(const std::string& name, std::string& out,
                       const std::string& help, bool required) {
  parser_->app.add_option(name, out, help)->type_name("")->required(required);
}

void Options::arguments(const std::string& name, std::vector<std::string>& out,
                        const std::string& help, const std::string& type) {
  parser_->app.add_option(name, out, help)->type_name(type)->required();
}

void Options::excludes(const std::string& name, const std::string& other) {
  CLI::App& app = parser_->app;
  app.get_option(name)->excludes(app.get_option(other));
}

void Options::footer(const std::string& text) { parser_->app.footer(text); }

void Options::add_files(std::vector<std::string>& files, bool required) {
  parser_->app.add_option("FILE", files, "paths, or - for standard input")
      ->type_name("...")
      ->required(required);
}

void Options::add_profile(std::string& profile) {
  value("-p,--profile", profile,
        "a JSON file, or portable; else $CUDACOMPAT_PROFILE", "PROFILE");
}

void Options::add_target(std::vector<std::string>& targets) {
  parser_->app
      .add_option("--target", targets,
                  "one more target: 8.9@535.183.06, 9.0@cuda12.2")
      ->type_name("TARGET")
      ->allow_extra_args(false)
      ->delimiter(';');
}

void Options::add_deep(std::string& deep) {
  choice("--deep", deep, "headers: each image's own; all: every byte, kernels",
         "headers|all", {"headers", "all"});
}

Depth Options::depth_of(const std::string& deep) {
  return deep == "all" ? Depth::all : Depth::compare;
}

void Options::add_fail_on() {
  choice("--fail-on", common_.fail_on,
         "exit 1 from this severity on: error, warning, never", "LEVEL",
         {"error", "warning", "never"});
}

std::string Options::nearest_option(const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::Option* option : parser_->app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  return std::string(nearest(word.substr(0, word.find('=')), views));
}

int Options::usage_error(const std::string& message) {
  print_error("{}; see `cudacompat {} --help`", message, name_);
  return kUsage;
}

std::optional<int> Options::parse(int argc, char** argv) {
  std::vector<std::string> from_environment;
  for (CLI::Option* option : parser_->app.get_options()) {
    const auto& names = option->get_lnames();
    // Whether a profile comes from the command line makes a difference.
    if (names.empty() || names[0] == "help" || names[0] == "profile") continue;
    const std::string name = environment_name(names[0]);
    option->envname(name);
    if (std::getenv(name.c_str()) != nullptr) from_environment.push_back(name);
  }
  try {
    parser_->app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    std::fputs(parser_->app.help().c_str(), stdout);
    return kGood;
  } catch (const CLI::ExtrasError&) {
    const std::vector<std::string> extra = parser_->app.remaining();
    const std::string word = extra.empty() ? "" : extra.front();
    const std::string meant = nearest_option(word);
    const bool option = word.starts_with('-') && word != "-";
    return usage_error(fmt::format(
        "{} {}{}",
        option ? "there is no option" : "one argument too many:", quote(word),
        meant.empty() ? "" : fmt::format(", did you mean {}?", meant)));
  } catch (const CLI::ParseError& error) {
    std::string message = error.what();
    for (const std::string& name : from_environment) {
      message += fmt::format("; {} is set to {}", name,
                             quote(std::getenv(name.c_str())));
    }
    return usage_error(message);
  }
  return std::nullopt;
}

bool Options::open(Output& output) const {
  const Result<void> opened = output.open(common_.output);
  if (!opened) print_error("{}", opened.error().message);
  return opened.has_value();
}

TextStyle Options::style(const Output& output) const {
  TextStyle style;
  style.verbose = common_.verbose;
  const char* no_color = std::getenv("NO_COLOR");
  const bool wanted = no_color == nullptr || *no_color == '\0';
  style.color = common_.color == "always" ||
                (common_.color == "auto" && wanted && output.is_terminal());
  return style;
}

bool Options::fails_on(Severity severity) const {
  if (common_.fail_on == "never") return false;
  return severity == Severity::error ||
         (severity == Severity::warning && common_.fail_on == "warning");
}

std::string profile_or_environment(const std::string& profile) {
  const char* twin = std::getenv("CUDACOMPAT_PROFILE");
  return profile.empty() && twin != nullptr ? twin : profile;
}

int finish(Output& output, int status) {
  const Result<void> written = output.commit();
  if (written) return status;
  print_error("{}", written.error().message);
  return kInternal;
}

}  // namespace cudacompat
