// SPDX-License-Identifier: Apache-2.0
#include "report/check_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/text/printable.h"
#include "base/text/sink.h"
#include "base/text/style.h"
#include "judge/facts/image_names.h"
#include "judge/verdict/finding.h"
#include "judge/verdict/judge.h"
#include "judge/verdict/verdict_words.h"
#include "report/finding_lines.h"
#include "report/inspect_json.h"
#include "report/judged_artifact.h"
#include "report/verdict_colors.h"

namespace cudacompat {

namespace {

constexpr std::size_t kNamedContainers = 3;
constexpr std::size_t kNamedFindings = 3;  // of one id on one target

const DriverCase& driver_case_of(const JudgedGroup& judged,
                                 std::size_t driver_case) {
  static const DriverCase kNone;
  return driver_case < judged.driver_cases.size()
             ? judged.driver_cases[driver_case]
             : kNone;
}

/// What the row of one target says: the reason of its worst container, and
/// how many other reasons there are.
std::string target_because(const ArtifactFacts& facts,
                           const TargetVerdict& target,
                           const JudgedGroup& judged) {
  if (target.whole && target.whole->outcome == target.outcome) {
    return because(*target.whole, nullptr, driver_case_of(judged, 0));
  }
  std::string worst;
  std::vector<std::string> all;
  for (std::size_t i = 0; i < target.shapes.size(); ++i) {
    const ShapeVerdict& shape = target.shapes[i];
    if (!shape.counts || i >= facts.shapes.size()) continue;
    std::string why = because(shape.choice, &facts.shapes[i],
                              driver_case_of(judged, shape.driver_case));
    if (worst.empty() && shape.choice.outcome == target.outcome) worst = why;
    if (std::find(all.begin(), all.end(), why) == all.end()) {
      all.push_back(std::move(why));
    }
  }
  if (all.empty()) return "no code of this file is meant for it";
  if (all.size() > 1) {
    worst += fmt::format(" (other containers: {} more reason{})",
                         all.size() - 1, all.size() == 2 ? "" : "s");
  }
  return worst;
}

std::string group_label(const TargetGroup& machine) {
  std::string label = printable(machine.name);
  if (machine.count > 1) label += fmt::format(" x{}", machine.count);
  return label;
}

void write_targets(std::string& out, const JudgedArtifact& artifact,
                   const std::vector<JudgedGroup>& groups, TextStyle style) {
  std::size_t width = 0;
  for (const TargetVerdict& target : artifact.verdict.targets) {
    width = std::max(width,
                     columns(group_label(groups[target.group_index].machine)));
  }
  width = std::min(width, kMaxNameColumn);
  for (const TargetVerdict& target : artifact.verdict.targets) {
    const JudgedGroup& judged = groups[target.group_index];
    out += fmt::format(
        "  {}  {}  {}\n",
        padded(group_label(judged.machine), width, Paint::plain, false),
        padded(to_string(target.outcome), 9, paint_of(target.outcome),
               style.color),
        printable(target_because(artifact.facts, target, judged)));
  }
}

std::string container_words(const ArtifactFacts& facts, std::uint32_t index) {
  const ContainerRef& ref = facts.containers[index];
  const Place& place = facts.places[ref.place];
  std::string words = container_id(place, ref.offset);
  if (!place.unit.empty()) {
    words += fmt::format(" ({})", printable(place.unit));
  }
  return words;
}

/// The containers that share a finding, at most `limit`.
std::vector<std::uint32_t> sharing(const ArtifactFacts& facts,
                                   const Finding& finding, std::size_t limit) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = *finding.container;
       i < facts.containers.size() && found.size() < limit; ++i) {
    const std::uint32_t shape = facts.containers[i].shape;
    if (i == *finding.container ||
        std::find(finding.shapes.begin(), finding.shapes.end(), shape) !=
            finding.shapes.end()) {
      found.push_back(i);
    }
  }
  return found;
}

/// "in 3 containers: .nv_fatbin@0x40 (k1.cu), ...", or nothing.
std::string where(const ArtifactFacts& facts, const Finding& finding,
                  TextStyle style) {
  if (!finding.container || *finding.container >= facts.containers.size()) {
    return "";
  }
  const std::size_t limit =
      style.verbose ? facts.containers.size() : kNamedContainers;
  const auto shared = sharing(facts, finding, limit);
  const std::uint64_t n =
      std::max<std::uint64_t>(finding.containers, shared.size());
  std::string out = fmt::format("    in {}: ", pluralized(n, "container"));
  for (std::size_t i = 0; i < shared.size(); ++i) {
    if (i != 0) out += ", ";
    out += container_words(facts, shared[i]);
  }
  if (n > shared.size()) out += fmt::format(" and {} more", n - shared.size());
  return out + "\n";
}

/// One fix for one place: what is said once, and then of which targets.
bool alike(const Finding& a, const Finding& b) {
  return a.id == b.id && a.severity == b.severity && a.fix == b.fix &&
         a.suppressed == b.suppressed && a.container == b.container &&
         a.containers == b.containers && !a.target.empty() && !b.target.empty();
}

/// What is left out of a long list: findings of one id on one target that name
/// fewer containers than the kNamedFindings that are reported.
struct LeftOut {
  const Finding* like = nullptr;
  std::size_t findings = 0;
  std::uint64_t containers = 0;
};

/// Takes out of `findings` what is only counted; order stays.
std::vector<LeftOut> leave_out(std::vector<const Finding*>& findings) {
  std::map<std::tuple<std::string_view, std::string_view, bool>,
           std::vector<const Finding*>>
      kinds;
  for (const Finding* finding : findings) {
    kinds[{finding->target, finding->id, finding->suppressed.empty()}]
        .push_back(finding);
  }
  std::vector<LeftOut> out;
  std::set<const Finding*> gone;
  for (auto& [key, same] : kinds) {
    if (same.size() <= kNamedFindings + 1) continue;
    std::stable_sort(same.begin(), same.end(),
                     [](const Finding* a, const Finding* b) {
                       return a->containers > b->containers;
                     });
    LeftOut left{same.front(), 0, 0};
    for (std::size_t i = kNamedFindings; i < same.size(); ++i) {
      gone.insert(same[i]);
      ++left.findings;
      left.containers += same[i]->containers;
    }
    out.push_back(left);
  }
  std::erase_if(findings, [&](const Finding* finding) {
    return gone.count(finding) != 0;
  });
  return out;
}

void write_findings(const Sink& sink, const JudgedArtifact& artifact,
                    TextStyle style) {
  std::vector<const Finding*> left;
  for (const Finding& finding : artifact.findings) {
    // The table says it already: `loads-jit`.
    if (finding.severity == Severity::note && !style.verbose) continue;
    left.push_back(&finding);
  }
  std::vector<LeftOut> counted_only;
  if (!style.verbose) counted_only = leave_out(left);
  while (!left.empty()) {
    const Finding& first = *left.front();
    std::string others;
    std::erase_if(left, [&](const Finding* other) {
      if (other == &first) return true;
      if (!alike(first, *other)) return false;
      others += (others.empty() ? "" : ", ") + printable(other->target);
      return true;
    });
    std::string out = finding_lines(first, 2, style);
    out += where(artifact.facts, first, style);
    if (!others.empty()) out += fmt::format("    likewise on {}\n", others);
    if (!sink(out)) return;
  }
  for (const LeftOut& more : counted_only) {
    if (!sink(fmt::format(
            "  and {}[{}] {} more times on {}, for {} with other code: -v "
            "tells each\n",
            to_string(more.like->severity), more.like->id, more.findings,
            printable(more.like->target),
            pluralized(more.containers, "container")))) {
      return;
    }
  }
}

void write_problems(const Sink& sink, const ArtifactFacts& facts,
                    TextStyle style) {
  std::string out;
  for (const Problem& problem : facts.problems) {
    out += fmt::format(
        "  {} at {}{}{:#x}: {}\n", colored("problem", Paint::bad, style.color),
        printable(problem.member), problem.member.empty() ? "" : ":",
        problem.offset, printable(problem.message));
  }
  if (facts.problem_count > facts.problems.size()) {
    out += fmt::format("  and {}\n",
                       pluralized(facts.problem_count - facts.problems.size(),
                                  "other problem"));
  }
  if (!out.empty()) sink(out);
}

/// "on all 3 targets"; "2 of 3 targets fail, 1 cannot be judged".
std::string summary(const JudgedArtifact& artifact) {
  const auto& targets = artifact.verdict.targets;
  std::size_t failing = 0;
  std::size_t unknown = 0;
  for (const TargetVerdict& target : targets) {
    if (fails(target.outcome)) ++failing;
    if (target.outcome == Outcome::unknown) ++unknown;
  }
  if (failing + unknown == 0)
    return targets.size() == 1
               ? "on 1 target"
               : fmt::format("on all {} targets", targets.size());
  const std::string of =
      fmt::format("of {}", pluralized(targets.size(), "target"));
  if (failing == 0) return fmt::format("{} {} cannot be judged", unknown, of);
  std::string out =
      fmt::format("{} {} {}", failing, of, failing == 1 ? "fails" : "fail");
  if (unknown != 0) out += fmt::format(", {} cannot be judged", unknown);
  return out;
}

}  // namespace

void write_check_text(const Sink& sink, const JudgedArtifact& artifact,
                      const std::vector<JudgedGroup>& groups, TextStyle style) {
  const ArtifactFacts& facts = artifact.facts;
  std::string out = printable(facts.path) + ": ";
  if (nothing_to_judge(facts, artifact.verdict)) {
    out += "no device code: nothing to judge\n";
  } else {
    const Outcome worst = artifact.verdict.outcome;
    out +=
        fmt::format("{}{}{} ({}, {})\n",
                    colored(to_string(worst), paint_of(worst), style.color),
                    worst > Outcome::loads_jit ? ": " : " ", summary(artifact),
                    pluralized(facts.containers.size(), "container"),
                    pluralized(facts.images, "image"));
    write_targets(out, artifact, groups, style);
  }
  if (!sink(out)) return;
  write_findings(sink, artifact, style);
  write_problems(sink, facts, style);
}

}  // namespace cudacompat
