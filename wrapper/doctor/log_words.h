#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "doctor/log.h"
#include "verdict/verdict.h"

namespace cudacompat {

/// What a symptom means: message (consequence, then cause), cure, severity.
struct SymptomWords {
  Severity severity = Severity::error;
  std::string message;
  std::string cure;
};

/// With the versions and architectures that the lines name.
SymptomWords symptom_words(const Symptom& symptom, const LogReading& log);

/// The part of it for what frameworks say; nullopt: it is none of theirs.
std::optional<SymptomWords> framework_words(const Symptom& symptom,
                                            const LogReading& log);

/// The words of a kind that names none; nullptr: it has none of its own.
const SymptomWords* fixed_words(std::string_view kind);

}  // namespace cudacompat
