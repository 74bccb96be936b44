// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "doctor/log/log_words.h"
#include "doctor/log/symptom_kind.h"

namespace cudacompat {

/// A row of templates/log_symptoms.json ("kinds").
struct SymptomKindRow {
  SymptomKind kind;
  std::string_view name;  // "ptx_too_new"
  std::string_view id;    // of the finding; empty: the line names it
  /// What it means: either the words, or what makes them.
  Severity severity;
  std::string_view message;  // consequence, then cause
  std::string_view fix;
  SymptomWords (*words)(const Symptom&, const LogReading&);
  /// Findings that follow from it, where one log has both.
  std::array<std::string_view, 4> explains;
  int order;  // -1: nothing works before it is fixed; 1: last
};

const SymptomKindRow& kind_row(SymptomKind kind);

/// Its message and fix, with the versions and architectures that the lines
/// name.
SymptomWords symptom_words(const Symptom& symptom, const LogReading& log);

/// Whether `cause` explains findings of `id`. One that cudacompat itself wrote
/// into the log does as every kind of its id does.
bool explains(const Symptom& cause, std::string_view id);

}  // namespace cudacompat
