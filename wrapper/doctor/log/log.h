// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes/byte_source.h"
#include "base/model/arch.h"
#include "base/model/version.h"
#include "doctor/log/symptom_kind.h"
#include "judge/verdict/finding.h"

namespace cudacompat {

/// One thing that went wrong, as lines of a log tell it. What a text does not
/// say stays empty.
struct Symptom {
  SymptomKind kind = SymptomKind::refused_by_cudacompat;
  std::string id;           // of the finding that it makes: "CC101"
  std::uint64_t line = 0;   // the first that tells it, from 1
  std::uint64_t count = 1;  // how many lines do
  /// The first line: trimmed, at most 300 bytes, printable UTF-8.
  std::string text;
  std::optional<Version> ptx;     // PTX ISA that was refused
  std::optional<Version> reader;  // the newest that the compiler reads
  /// What the speaking ptxas was given, or the library that is missing.
  std::string file;
  std::string arch;                // "sm_120": the GPU's, or what was asked for
  std::vector<std::string> archs;  // what there is code for: "sm_90"
  std::optional<std::pair<Cc, Cc>> range;  // the same, where only ends are told
  std::optional<Version> had;              // the CUDA release that is there
  std::optional<Version> wanted;           // the one that is needed
  // Of a line that cudacompat itself wrote:
  Severity severity = Severity::error;
  std::string fix;
};

struct LogReading {
  std::uint64_t lines = 0;
  bool triton = false;   // Triton ran a ptxas
  bool windows = false;  // some symptom names a file of Windows (C:\...)
  std::vector<Symptom> symptoms;  // by first line
};

/// Finds the symptoms in an error log or a build log of any size, whatever is
/// in it: colours, time stamps, progress bars, JSON around a message. A line
/// that several rows of the table fit is the most specific of them. At most
/// kMostSymptoms different ones are told apart. Fails where the text is UTF-16
/// or cannot be read.
Result<LogReading> read_log(ByteSource& source);
inline constexpr std::size_t kMostSymptoms = 64;

}  // namespace cudacompat
