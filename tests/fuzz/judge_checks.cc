// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "base/text/sink.h"
#include "fuzz/checks.h"
#include "judge/facts/artifact.h"
#include "judge/verdict/findings.h"
#include "judge/verdict/judge.h"
#include "report/check_text.h"
#include "report/findings_text.h"
#include "report/judged_artifact.h"

namespace cudacompat::testing {
namespace {

std::vector<JudgedGroup> make_groups() {
  Profile profile;
  profile.name = "fuzz";
  for (const char* text :
       {"8.9@535.183.06", "9.0@cuda12.2", "10.0@580.65.06",
        "8.7-tegra@cuda12.6", "7.5@cuda13.0", "12.1@>=570"}) {
    Result<TargetSpec> target = parse_target_shorthand(text);
    require(target.has_value(), "the groups of this check are right");
    profile.targets.push_back(*std::move(target));
  }
  return resolve_all(group_targets(profile));
}

const std::vector<JudgedGroup>& groups() {
  static const std::vector<JudgedGroup> all = make_groups();
  return all;
}

bool good(Outcome outcome) {
  return outcome == Outcome::loads || outcome == Outcome::loads_jit;
}

}  // namespace

void judge_and_check(const Bytes& bytes) {
  const Policy policy;
  ByteSource source = ByteSource::from_memory(bytes, "input");
  Result<ArtifactFacts> facts =
      collect_facts(source, needed_depth(groups(), policy));
  if (!facts) return;
  JudgedArtifact judged;
  judged.facts = *std::move(facts);
  judged.verdict = judge(judged.facts, groups(), policy);
  judged.findings = findings(judged.facts, judged.verdict, groups(), policy);
  Outcome worst = Outcome::loads;
  for (const TargetVerdict& target : judged.verdict.targets) {
    worst = std::max(worst, target.outcome);
    require(judged.facts.problem_count == 0 || !judged.verdict.device_code ||
                !good(target.outcome),
            "a file with a problem is good for no target group");
  }
  require(judged.verdict.targets.empty() || judged.verdict.outcome == worst,
          "the worst target wins");
  require(good(judged.verdict.outcome) || !judged.findings.empty(),
          "what is not good has a finding");
  const Sink sink = [](std::string_view) { return true; };
  write_check_text(sink, judged, groups(), {});
  (void)findings_text("input", judged.findings);
}

}  // namespace cudacompat::testing
