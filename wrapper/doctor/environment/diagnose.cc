// SPDX-License-Identifier: Apache-2.0
#include "doctor/environment/diagnose.h"

#include <algorithm>
#include <string_view>

#include "doctor/build/build_findings.h"
#include "doctor/environment/doctor_findings.h"
#include "doctor/log/log_findings.h"
#include "judge/facts/tables.h"
#include "judge/verdict/group_findings.h"

namespace cudacompat {
namespace {

/// Which findings of a snapshot are the cause of what a log tells, beside
/// those of the same id.
struct Cause {
  std::string_view told;
  std::string_view causes;  // ids, with a blank between them
};
constexpr Cause kCauses[] = {
    {"CC101", "CC607 CC102 CC301 CC302 CC303 CC812 CC811 CC844"},
    {"CC607", "CC101 CC102 CC301 CC302 CC303"},
    {"CC201", "CC812 CC821"},
    {"CC504", "CC802 CC821"},
    {"CC603", "CC815"},
    {"CC604", "CC805"},
    {"CC605", "CC805"},
    {"CC610", "CC814 CC813 CC811 CC844"},
    {"CC850", "CC814"},
    {"CC852", "CC814"},
    {"CC853", "CC501 CC502 CC503"},
    {"CC855", "CC812"},
    {"CC856", "CC803"},
    {"CC858", "CC802 CC815 CC603"},
    {"CC859", "CC101 CC102 CC301 CC302 CC303"},
    {"CC864", "CC814"},
    {"CC867", "CC802"},
    {"CC869", "CC823"},
    {"CC870", "CC822"},
    {"CC883", "CC827"},
    {"CC888", "CC101 CC102 CC301 CC302 CC303"},
};

/// Other toolkits than the one at hand may have made what the log is about:
/// where it names a PTX ISA, it tells.
bool made_here(const Snapshot& snapshot, const Finding& told) {
  const BuildTool* nvcc = snapshot.nvcc();
  const auto toolkit =
      nvcc != nullptr ? cuda_release(nvcc->release) : std::nullopt;
  return toolkit && snapshot.log &&
         std::ranges::none_of(
             snapshot.log->symptoms, [&](const Symptom& symptom) {
               return symptom.id == told.id &&
                      ((symptom.ptx && symptom.ptx != ptx_isa_of(*toolkit)) ||
                       symptom.had);
             });
}

bool is_cause(const Snapshot& snapshot, const Finding& finding,
              const Finding& told) {
  if (finding.severity == Severity::note) return false;
  if (finding.id == told.id) return true;
  if (finding.id == "CC821" && !made_here(snapshot, told)) return false;
  return std::ranges::any_of(kCauses, [&](const Cause& row) {
    return row.told == told.id &&
           row.causes.find(finding.id) != std::string_view::npos;
  });
}

/// The first of `findings` below `end` that explains an error of the log.
std::optional<std::size_t> explained(const Snapshot& snapshot,
                                     const std::vector<Finding>& findings,
                                     std::size_t end) {
  for (std::size_t told = end; told < findings.size(); ++told) {
    if (findings[told].severity != Severity::error) continue;
    for (std::size_t i = 0; i < end; ++i) {
      if (is_cause(snapshot, findings[i], findings[told])) return i;
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> first_error(const std::vector<Finding>& findings,
                                       std::size_t from) {
  for (std::size_t i = from; i < findings.size(); ++i) {
    if (findings[i].severity == Severity::error) return i;
  }
  return std::nullopt;
}

std::vector<Finding> log_part(const LogReading& log) {
  if (!log.symptoms.empty()) return log_findings(log);
  return {make_finding(
      kUnexplainedLogId, Severity::warning,
      fmt::format("what the log is about is not explained: none of its {} "
                  "lines tells an error that is known here",
                  log.lines),
      "run the program again with CUDA_LOG_FILE=cuda.log, and give that")};
}

Finding no_python() {
  return make_finding(
      "CC829", Severity::note,
      "no Python package was checked: no environment is active",
      "cudacompat doctor --env DIR; /usr or /usr/local for the system's "
      "Python");
}

}  // namespace

Diagnosis diagnose(const Snapshot& snapshot) {
  Diagnosis out;
  // In the order in which one thing rests on another.
  const auto add = [&](std::vector<Finding> part) {
    std::ranges::stable_sort(part, std::greater<>(), &Finding::severity);
    std::ranges::move(part, std::back_inserter(out.findings));
  };
  add(machine_findings(snapshot));
  const std::size_t machine = out.findings.size();
  add(group_findings(snapshot.groups));
  add(variable_findings(snapshot));
  add(package_findings(snapshot));
  add(toolkit_findings(snapshot));
  if (snapshot.build) {
    add(build_findings(*snapshot.build, snapshot.groups, snapshot.policy));
  }
  if (!snapshot.python) out.findings.push_back(no_python());
  const std::size_t log = out.findings.size();
  if (snapshot.log) add(log_part(*snapshot.log));

  // A log is what was asked about. It may be of another machine, so what is
  // wrong here is its cause only where that makes such an error.
  out.primary = explained(snapshot, out.findings, log);
  if (!out.primary) out.primary = first_error(out.findings, log);
  if (!out.primary) out.primary = first_error(out.findings, 0);
  // What the machine tells may have its cause beside it, as a log's has.
  if (out.primary && *out.primary < machine) {
    const Finding& told = out.findings[*out.primary];
    for (std::size_t i = 0; i < log; ++i) {
      if (out.findings[i].id == told.id) continue;
      if (!is_cause(snapshot, out.findings[i], told)) continue;
      out.primary = i;
      break;
    }
  }
  return out;
}

}  // namespace cudacompat
