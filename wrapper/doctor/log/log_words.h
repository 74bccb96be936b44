#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "doctor/log/log.h"
#include "judge/verdict/verdict.h"

namespace cudacompat {

/// What a symptom means: message (consequence, then cause), fix, severity.
struct SymptomWords {
  Severity severity = Severity::error;
  std::string message;
  std::string fix;
};

/// With the versions and architectures that the lines name.
SymptomWords symptom_words(const Symptom& symptom, const LogReading& log);

/// The part of it for what frameworks say; nullopt: it is none of theirs.
std::optional<SymptomWords> framework_words(const Symptom& symptom,
                                            const LogReading& log);

/// The words of a kind that names none; nullptr: it has none of its own.
const SymptomWords* fixed_words(std::string_view kind);

}  // namespace cudacompat
