// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cudacompat {

/// One thing that a JIT compiler did not take, and where.
struct Refusal {
  std::string what;  // "Unsupported .version 9.5; current version is '8.2'"
  std::uint64_t line = 0;  // of the PTX text, from 1; 0: it does not say
  std::string kernel;      // the entry or function that the line is in
  /// By the .loc before it, where the text was compiled with -lineinfo or -G.
  std::string source;
  std::uint64_t source_line = 0;
  /// "LINE N, kernel K (FILE:L): WHAT", with what is known of it.
  std::string text() const;
  friend bool operator==(const Refusal&, const Refusal&) = default;
};

/// The refusals of a log as ptxas and libnvJitLink 12.0 to 13.5 write it
/// ("ptxas application ptx input, line 7; error   : ..."), in the log's order
/// and each once, at most `most`. A log that has no such line is one Refusal
/// without a place.
std::vector<Refusal> parse_refusals(std::string_view log, std::string_view ptx,
                                    std::size_t most = 10);

/// Whether the text was refused for its .version alone: error 222 of a driver.
bool is_version_refusal(std::string_view log);

}  // namespace cudacompat
