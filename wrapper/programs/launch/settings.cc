// SPDX-License-Identifier: Apache-2.0
#include "programs/launch/settings.h"

#include <optional>
#include <utility>

namespace cudacompat {
namespace {

std::optional<Mode> parse_mode(std::string_view text) {
  if (text == "error") return Mode::error;
  if (text == "warn") return Mode::warn;
  if (text == "off") return Mode::off;
  return std::nullopt;
}

Result<Mode> mode_of(std::string_view text, std::string_view where) {
  if (const std::optional<Mode> mode = parse_mode(text)) return *mode;
  return fail(Error::kNoOffset, "{} is '{}', not error, warn or off", where,
              text);
}

/// The words of the launcher itself, one option after the other.
class Words {
 public:
  explicit Words(std::span<const std::string_view> words) : words_(words) {}

  bool at_option() const {
    return next_ < words_.size() && words_[next_].starts_with('-');
  }
  std::string_view take() { return words_[next_++]; }
  std::size_t next() const { return next_; }
  bool at_end() const { return next_ >= words_.size(); }

  /// The value of `--name VALUE` or `--name=VALUE`; nullopt: another option.
  Result<std::optional<std::string_view>> value(std::string_view word,
                                                std::string_view name) {
    if (!word.starts_with(name)) return std::nullopt;
    const std::string_view rest = word.substr(name.size());
    if (rest.starts_with('=')) return rest.substr(1);
    if (!rest.empty()) return std::nullopt;
    if (at_end() || words_[next_] == "--")
      return fail(Error::kNoOffset, "{} needs a value", name);
    return take();
  }

 private:
  std::span<const std::string_view> words_;
  std::size_t next_ = 1;
};

/// What the options themselves say, before the environment has its word.
struct Options {
  std::string_view plan, profile, mode;
};

Result<void> take_option(Words& words, Options& options, Settings& out) {
  const std::string_view word = words.take();
  const std::pair<std::string_view, bool*> flags[] = {
      {"-v", &out.verbose},  {"--verbose", &out.verbose}, {"-h", &out.help},
      {"--help", &out.help}, {"--version", &out.version},
  };
  for (const auto& [name, target] : flags) {
    if (word != name) continue;
    *target = true;
    return {};
  }
  const std::pair<std::string_view, std::string_view*> valued[] = {
      {"--plan", &options.plan},
      {"--profile", &options.profile},
      {"--mode", &options.mode},
  };
  for (const auto& [name, target] : valued) {
    const auto value = words.value(word, name);
    if (!value) return tl::unexpected(value.error());
    if (!*value) continue;
    *target = **value;
    return {};
  }
  return fail(Error::kNoOffset, "unknown option '{}'", word);
}

}  // namespace

Result<Settings> parse_settings(std::span<const std::string_view> argv,
                                const Environment& environment) {
  Settings out;
  Options options;
  Words words(argv);
  while (words.at_option()) {
    if (argv[words.next()] == "--") {
      words.take();
      break;
    }
    if (const auto taken = take_option(words, options, out); !taken)
      return tl::unexpected(taken.error());
  }
  out.command = words.next();
  if (out.help || out.version) return out;
  if (words.at_end())
    return fail(Error::kNoOffset, "no command to run: it stands after --");

  const std::string_view environment_mode = environment("CUDACOMPAT_MODE");
  if (!environment_mode.empty() &&
      (options.mode.empty() || environment_mode == "off")) {
    const auto mode = mode_of(environment_mode, "CUDACOMPAT_MODE");
    if (!mode) return tl::unexpected(mode.error());
    out.mode = *mode;
  } else if (!options.mode.empty()) {
    const auto mode = mode_of(options.mode, "--mode");
    if (!mode) return tl::unexpected(mode.error());
    out.mode = *mode;
  }
  out.verbose = out.verbose || !environment("CUDACOMPAT_VERBOSE").empty();
  if (out.mode == Mode::off) return out;

  if (!options.plan.empty() && !options.profile.empty())
    return fail(Error::kNoOffset, "--plan and --profile: only one can hold");
  for (const std::string_view file :
       {options.plan, options.profile, environment("CUDACOMPAT_PLAN"),
        environment("CUDACOMPAT_PROFILE")}) {
    if (out.machines.empty()) out.machines = file;
  }
  if (out.machines.empty())
    return fail(Error::kNoOffset,
                "no machines to judge for: give --plan or --profile");
  return out;
}

std::string_view usage_text() {
  return "usage: cudacompat-launch (--plan P | --profile F)\n"
         "           [--mode error|warn|off] [-v] -- [ccache] nvcc ...\n"
         "\n"
         "Runs the command as it stands. Where it succeeded, judges the "
         "device\n"
         "code that it wrote for the machines of P or F, and refuses what\n"
         "would not load there. Silent when all is well.\n"
         "\n"
         "  --plan P      groups made by `cudacompat plan --format groups`\n"
         "  --profile F   a profile, or this-machine: asked at each compile\n"
         "  --mode M      error: a refused object becomes OBJECT.rejected, "
         "exit 1\n"
         "                warn: the finding is a warning; off: only run\n"
         "  -v            say also what was not judged, and why\n"
         "\n"
         "Environment: CUDACOMPAT_PLAN, CUDACOMPAT_PROFILE, CUDACOMPAT_MODE,\n"
         "CUDACOMPAT_VERBOSE. An option beats its variable, but for\n"
         "CUDACOMPAT_MODE=off.\n"
         "Exit: the command's own status; 1 refused, 2 usage, 4 a fault of "
         "ours\n"
         "in mode error.\n";
}

std::string_view version_text() {
  return "cudacompat-launch " CUDACOMPAT_VERSION "\n";
}

}  // namespace cudacompat
