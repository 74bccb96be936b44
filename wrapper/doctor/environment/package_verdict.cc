// SPDX-License-Identifier: Apache-2.0
#include "doctor/environment/package_verdict.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "judge/verdict/findings.h"

namespace cudacompat {
namespace {

/// Adds a file's containers; the outcome of a file as a whole stands for each
/// of them.
void count_file(PackageVerdict& out, const ArtifactFacts& file,
                const TargetVerdict& target) {
  if (target.whole && !target.shapes.empty() &&
      target.whole->outcome >= Outcome::unknown) {
    for (const ContainerRef& ref : file.containers) {
      if (target.shapes[ref.shape].counts)
        ++out.containers[std::size_t(target.whole->outcome)];
    }
    return;
  }
  for (const ContainerRef& ref : file.containers) {
    const ShapeVerdict& shape = target.shapes[ref.shape];
    if (shape.counts) ++out.containers[std::size_t(shape.choice.outcome)];
  }
}

/// Findings of 209, by their groups.
bool is_no_code(const Finding& finding) {
  return finding.id.starts_with("CC1") || finding.id.starts_with("CC3") ||
         finding.id.starts_with("CC4");
}

}  // namespace

std::uint64_t PackageVerdict::all() const {
  return std::accumulate(containers.begin(), containers.end(),
                         std::uint64_t{0});
}

std::uint64_t PackageVerdict::loading() const {
  return containers[std::size_t(Outcome::loads)] +
         containers[std::size_t(Outcome::loads_jit)];
}

PackageVerdict judge_package(const Package& package, const JudgedGroup& machine,
                             const Policy& policy) {
  PackageVerdict out;
  const std::vector<JudgedGroup> one = {machine};
  std::vector<Finding> told;
  for (const ArtifactFacts& file : package.files) {
    if (file.problem_count != 0) ++out.unread;
    const ArtifactVerdict verdict = judge(file, one, policy);
    count_file(out, file, verdict.targets.front());
    for (Finding& finding : findings(file, verdict, one, policy)) {
      if (finding.severity == Severity::error) {
        told.push_back(std::move(finding));
      }
    }
  }
  if (out.all() == 0) return out;
  const auto most = std::ranges::max_element(out.containers);
  out.outcome = Outcome(most - out.containers.begin());
  if (2 * out.loading() > out.all()) {
    out.outcome = out.containers[std::size_t(Outcome::loads)] >=
                          out.containers[std::size_t(Outcome::loads_jit)]
                      ? Outcome::loads
                      : Outcome::loads_jit;
  } else if (*out.outcome <= Outcome::loads_jit) {
    // More fail than load, in several ways: the most frequent of these.
    const auto worst = std::ranges::max_element(
        out.containers.begin() + std::ptrdiff_t(Outcome::unknown),
        out.containers.end());
    out.outcome = Outcome(worst - out.containers.begin());
  }
  if (policy.accepts(*out.outcome)) {
    const auto other = std::ranges::find_if_not(told, is_no_code);
    if (other != told.end()) out.other = std::move(*other);
    return out;
  }
  // What decides for a whole file names no container.
  const bool whole = *out.outcome >= Outcome::fails_35;
  const auto why = std::ranges::max_element(told, {}, [&](const Finding& f) {
    return std::pair(f.container.has_value() != whole, f.containers);
  });
  if (why != told.end()) out.why = std::move(*why);
  return out;
}

}  // namespace cudacompat
