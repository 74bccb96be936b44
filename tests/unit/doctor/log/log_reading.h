// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "doctor/log/log.h"
#include "doctor/log/log_findings.h"
#include "judge/verdict/finding.h"

namespace cudacompat::testing {

inline Result<LogReading> try_read(std::string_view text) {
  ByteSource source = ByteSource::from_view(
      std::as_bytes(std::span(text.data(), text.size())), "log");
  return read_log(source);
}

inline LogReading reading_of(std::string_view text) {
  return try_read(text).value();
}

/// "KIND ID" of each symptom, in the order of the log.
inline std::vector<std::string> kinds_of(std::string_view text) {
  std::vector<std::string> out;
  for (const Symptom& symptom : reading_of(text).symptoms) {
    std::string kind = to_string(symptom.kind);
    if (symptom.severity != Severity::error) {
      kind += fmt::format("-{}", to_string(symptom.severity));
    }
    out.push_back(kind + " " + symptom.id);
  }
  return out;
}

/// The only symptom of a text; an empty one where there is another number.
inline Symptom symptom_of(std::string_view text) {
  LogReading log = reading_of(text);
  return log.symptoms.size() == 1 ? log.symptoms.front() : Symptom{};
}

inline std::vector<Finding> findings_of(std::string_view text) {
  return log_findings(reading_of(text));
}

/// "CC201 error: MESSAGE; fix: FIX" of each finding.
inline std::vector<std::string> told(std::string_view text) {
  std::vector<std::string> out;
  for (const Finding& finding : findings_of(text)) {
    out.push_back(fmt::format("{} {}: {}; fix: {}", finding.id,
                              to_string(finding.severity), finding.message,
                              finding.fix));
  }
  return out;
}

inline std::vector<std::string> ids_of(std::string_view text) {
  std::vector<std::string> out;
  for (const Finding& finding : findings_of(text)) out.push_back(finding.id);
  return out;
}

}  // namespace cudacompat::testing
