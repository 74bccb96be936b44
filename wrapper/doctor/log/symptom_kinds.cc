// SPDX-License-Identifier: Apache-2.0
#include "doctor/log/symptom_kinds.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace cudacompat {
namespace {

constexpr SymptomKindRow kRows[] = {
#include "symptom_kind_rows.inc"
};

constexpr bool complete() {
  for (std::size_t i = 0; i < std::size(kRows); ++i) {
    const SymptomKindRow& row = kRows[i];
    const bool has_words = !row.message.empty() && !row.fix.empty();
    if (static_cast<std::size_t>(row.kind) != i ||
        has_words == (row.words != nullptr)) {
      return false;
    }
  }
  return std::size(kRows) == static_cast<std::size_t>(kLastSymptomKind) + 1;
}
static_assert(complete(),
              "templates/log_symptoms.json: one row a kind, in the order of "
              "symptom_kind.h, with message and fix or with words");

}  // namespace

const SymptomKindRow& kind_row(SymptomKind kind) {
  return kRows[static_cast<std::size_t>(kind)];
}

std::string to_string(SymptomKind kind) {
  std::string name(kind_row(kind).name);
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

SymptomWords symptom_words(const Symptom& symptom, const LogReading& log) {
  const SymptomKindRow& row = kind_row(symptom.kind);
  if (row.words != nullptr) return row.words(symptom, log);
  return {row.severity, std::string(row.message), std::string(row.fix)};
}

bool explains(const Symptom& cause, std::string_view id) {
  const bool own = cause.kind == SymptomKind::refused_by_cudacompat;
  return std::ranges::any_of(kRows, [&](const SymptomKindRow& row) {
    return (own ? row.id == cause.id : row.kind == cause.kind) &&
           std::ranges::find(row.explains, id) != row.explains.end();
  });
}

}  // namespace cudacompat
