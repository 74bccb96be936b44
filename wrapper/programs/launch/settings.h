// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/bytes/result.h"

namespace cudacompat {

/// What a refusal does.
enum class Mode : std::uint8_t {
  error,  // the object is moved aside, exit 1
  warn,   // the finding is a warning, the object stays, exit 0
  off,    // the command is run and nothing else
};

/// The launcher's own command line:
/// (--plan P | --profile F) [--mode error|warn|off] [-v] [--] COMMAND...
struct Settings {
  Mode mode = Mode::error;
  std::string machines;  // file of --plan or --profile, or "this-machine"
  bool verbose = false;  // say also what was not judged
  bool help = false;
  bool version = false;
  std::size_t command = 0;  // index of the command's first word
};

/// Value of an environment variable; empty: not set.
using Environment = std::function<std::string_view(const char* name)>;

/// `words` is argv, the program's name included. An option beats its twin in
/// the environment (CUDACOMPAT_PLAN, CUDACOMPAT_PROFILE, CUDACOMPAT_MODE,
/// CUDACOMPAT_VERBOSE); only CUDACOMPAT_MODE=off beats all, so that one can get
/// a build out of our way without editing it.
Result<Settings> parse_settings(std::span<const std::string_view> words,
                                const Environment& environment);

std::string_view usage_text();
/// "cudacompat-launch 0.1.0".
std::string_view version_text();

}  // namespace cudacompat
