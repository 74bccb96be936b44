// SPDX-License-Identifier: Apache-2.0

// An error log or a build log.
#include "doctor/log/log.h"

#include "base/text/printable.h"
#include "doctor/log/log_findings.h"
#include "fuzz/checks.h"
#include "fuzz/targets/target.h"

using namespace cudacompat;
using testing::require;

namespace {

void check(const Symptom& symptom, std::uint64_t lines) {
  require(symptom.line > 0 && symptom.line <= lines, "its line is in the log");
  require(symptom.count > 0 && symptom.count <= lines, "lines are counted");
  require(symptom.text.size() <= 300, "a text is short");
  require(printable(symptom.text) == symptom.text, "a text is printable");
  require(!symptom.id.empty(), "each makes a finding");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ByteSource source =
      ByteSource::from_view(std::as_bytes(std::span(data, size)), "log");
  const auto log = read_log(source);
  if (!log) {
    require(!log.error().message.empty(), "a text that is not read says why");
    return 0;
  }
  require(log->symptoms.size() <= kMostSymptoms, "symptoms are bounded");
  for (const Symptom& symptom : log->symptoms) check(symptom, log->lines);
  const std::vector<Finding> findings = log_findings(*log);
  require(findings.empty() == log->symptoms.empty(),
          "what is wrong is told, and nothing else");
  for (const Finding& finding : findings) {
    require(!finding.message.empty() && !finding.fix.empty(),
            "a finding has its message and its fix");
    require(printable(finding.message) == finding.message &&
                printable(finding.fix) == finding.fix,
            "a finding is printable");
  }
  return 0;
}
