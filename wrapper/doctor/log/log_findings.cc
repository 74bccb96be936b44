#include "doctor/log/log_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "doctor/log/log_words.h"

namespace cudacompat {
namespace {

/// A cause that explains others where one log tells both.
struct Explains {
  std::string_view cause;  // a finding, or a kind of symptom
  std::array<std::string_view, 4> others;
};
constexpr Explains kExplains[] = {
    {"CC102", {"CC852"}},
    {"CC201", {"CC852"}},
    {"CC204", {"CC852"}},
    {"CC402", {"CC101"}},
    {"CC504", {"CC858"}},
    {"CC602", {"CC101"}},
    {"CC603", {"CC858", "CC867"}},
    {"CC604", {"CC858"}},
    {"CC605", {"CC858"}},
    {"CC607", {"CC101", "CC859"}},
    {"CC850", {"CC852"}},
    {"CC851", {"CC852"}},
    {"CC855", {"CC101"}},
    {"CC856", {"CC504", "CC858"}},
    {"CC860", {"CC858"}},
    {"CC864", {"CC852"}},
    {"CC865", {"CC869"}},
    {"CC866", {"CC504", "CC604", "CC858", "CC868"}},
    {"CC867", {"CC504", "CC858", "CC868"}},
    {"CC880", {"CC858"}},
    {"CC887", {"CC858", "CC863"}},
    {"xla-ptxas", {"CC852", "CC853", "CC863"}},
};

/// What comes first in the way of a program: no kernel starts where the driver
/// refuses each call, and one that starts has found its libraries.
int rank(std::string_view id) {
  for (const std::string_view first :
       {"CC504", "CC604", "CC605", "CC856", "CC860", "CC887"}) {
    if (id == first) return 0;
  }
  return id == "CC869" ? 2 : 1;
}

/// It names versions or architectures, as others of its id may not.
bool is_detailed(const Symptom& s) {
  return s.ptx || s.reader || s.had || s.range || !s.arch.empty() ||
         !s.archs.empty() || s.kind.starts_with("refused-by");
}

/// The lines of several symptoms.
struct Told {
  Finding finding;
  std::string kind;  // of the first
  std::uint64_t line = 0;
  std::uint64_t count = 0;
  bool explained = false;  // by another
};

void count_lines(Told& told, const Symptom& symptom) {
  told.line = told.line == 0 ? symptom.line : std::min(told.line, symptom.line);
  told.count += symptom.count;
}

/// Libraries that are missing are one thing to tell.
std::vector<Symptom> with_libraries_joined(std::vector<Symptom> symptoms) {
  constexpr std::string_view kKind = "library-missing";
  Symptom* first = nullptr;
  for (Symptom& symptom : symptoms) {
    if (symptom.kind != kKind) continue;
    if (first == nullptr) {
      first = &symptom;
      continue;
    }
    if (!symptom.file.empty() && first->file.size() < 200) {
      first->file += (first->file.empty() ? "" : ", ") + symptom.file;
    }
    first->count += symptom.count;
    symptom.kind.clear();
  }
  std::erase_if(symptoms, [](const Symptom& s) { return s.kind.empty(); });
  return symptoms;
}

bool explains(const Told& cause, const Told& other) {
  if (cause.finding.severity == Severity::note) return false;
  for (const Explains& row : kExplains) {
    if (row.cause != cause.finding.id && row.cause != cause.kind) continue;
    if (std::find(row.others.begin(), row.others.end(),
                  std::string_view(other.finding.id)) != row.others.end()) {
      return true;
    }
  }
  return false;
}

/// A cause is as severe as the worst that it explains.
void drop_explained(std::vector<Told>& all) {
  for (Told& told : all) {
    for (Told& cause : all) {
      if (!explains(cause, told)) continue;
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
    told.kind = symptom.kind;
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
    const int first = rank(a.finding.id), second = rank(b.finding.id);
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
