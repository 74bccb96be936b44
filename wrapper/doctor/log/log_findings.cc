// SPDX-License-Identifier: Apache-2.0
#include "doctor/log/log_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "doctor/log/symptom_kinds.h"

namespace cudacompat {
namespace {

/// It names versions or architectures, as others of its id may not.
bool is_detailed(const Symptom& s) {
  return s.ptx || s.reader || s.had || s.range || !s.arch.empty() ||
         !s.archs.empty() || s.kind == SymptomKind::refused_by_cudacompat;
}

/// The lines of several symptoms.
struct Told {
  Finding finding;
  Symptom first;
  std::uint64_t line = 0;
  std::uint64_t count = 0;
  bool explained = false;  // by another
};

int order_of(const Told& told) { return kind_row(told.first.kind).order; }

void count_lines(Told& told, const Symptom& symptom) {
  told.line = told.line == 0 ? symptom.line : std::min(told.line, symptom.line);
  told.count += symptom.count;
}

/// Libraries that are missing are one thing to tell.
std::vector<Symptom> with_libraries_joined(std::vector<Symptom> symptoms) {
  Symptom* first = nullptr;
  for (Symptom& symptom : symptoms) {
    if (symptom.kind != SymptomKind::library_missing) continue;
    if (first == nullptr) {
      first = &symptom;
      continue;
    }
    if (!symptom.file.empty() && first->file.size() < 200) {
      first->file += (first->file.empty() ? "" : ", ") + symptom.file;
    }
    first->count += symptom.count;
    symptom.count = 0;
  }
  std::erase_if(symptoms, [](const Symptom& s) { return s.count == 0; });
  return symptoms;
}

/// A cause is as severe as the worst that it explains.
void drop_explained(std::vector<Told>& all) {
  for (Told& told : all) {
    for (Told& cause : all) {
      if (cause.finding.severity == Severity::note ||
          !explains(cause.first, told.finding.id)) {
        continue;
      }
      told.explained = true;
      cause.finding.severity =
          std::max(cause.finding.severity, told.finding.severity);
    }
  }
  std::erase_if(all, [](const Told& told) { return told.explained; });
}

}  // namespace

std::vector<Finding> log_findings(const LogReading& log) {
  std::vector<Told> all;
  std::vector<Symptom> general;
  for (const Symptom& symptom : with_libraries_joined(log.symptoms)) {
    const bool is_general =
        !is_detailed(symptom) &&
        std::any_of(log.symptoms.begin(), log.symptoms.end(),
                    [&symptom](const Symptom& other) {
                      return other.id == symptom.id && is_detailed(other);
                    });
    if (is_general) {
      general.push_back(symptom);
      continue;
    }
    SymptomWords words = symptom_words(symptom, log);
    const auto same =
        std::find_if(all.begin(), all.end(), [&](const Told& told) {
          return told.finding.id == symptom.id &&
                 told.finding.message == words.message;
        });
    Told& told = same != all.end() ? *same : all.emplace_back();
    told.finding.id = symptom.id;
    told.first = symptom;
    told.finding.severity = words.severity;
    told.finding.message = std::move(words.message);
    told.finding.fix = std::move(words.fix);
    count_lines(told, symptom);
  }
  for (const Symptom& symptom : general) {
    const auto specific = std::find_if(
        all.begin(), all.end(),
        [&symptom](const Told& told) { return told.finding.id == symptom.id; });
    if (specific != all.end()) count_lines(*specific, symptom);
  }
  drop_explained(all);
  std::stable_sort(all.begin(), all.end(), [](const Told& a, const Told& b) {
    if (a.finding.severity != b.finding.severity)
      return a.finding.severity > b.finding.severity;
    const int first = order_of(a), second = order_of(b);
    return first != second ? first < second : a.line < b.line;
  });
  std::vector<Finding> out;
  for (Told& told : all) {
    told.finding.message += fmt::format(" (log line {}", told.line);
    if (told.count > 1) {
      told.finding.message += fmt::format(" and {} more", told.count - 1);
    }
    told.finding.message += ')';
    out.push_back(std::move(told.finding));
  }
  return out;
}

}  // namespace cudacompat
