// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "judge/plan/unserved_target.h"
#include "judge/verdict/explain_choice.h"
#include "judge/verdict/finding.h"

namespace cudacompat {
namespace {

/// Troubles that say the same of several groups.
struct Group {
  const UnservedTarget* first = nullptr;
  std::vector<const UnservedTarget*> members;
};

bool same(const UnservedTarget& a, const UnservedTarget& b) {
  return a.outcome == b.outcome && a.id == b.id && a.cause == b.cause &&
         a.fix == b.fix;
}

std::vector<Group> grouped(const std::vector<UnservedTarget>& troubles) {
  std::vector<Group> groups;
  for (const UnservedTarget& trouble : troubles) {
    auto found = std::ranges::find_if(groups, [&](const Group& group) {
      return same(*group.first, trouble);
    });
    if (found == groups.end()) {
      found = groups.insert(groups.end(), Group{&trouble, {}});
    }
    found->members.push_back(&trouble);
  }
  return groups;
}

/// "a, b, c and 3 more"
template <typename Name>
std::string listed(const Group& group, Name name) {
  constexpr std::size_t kShown = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(group.members.size(), kShown); ++i) {
    text += (i == 0 ? "" : ", ") + name(*group.members[i]);
  }
  if (group.members.size() > kShown) {
    text += fmt::format(" and {} more", group.members.size() - kShown);
  }
  return text;
}

}  // namespace

std::vector<Finding> to_findings(const Trial& trial,
                                 const std::vector<UnservedTarget>& troubles) {
  std::vector<Finding> findings;
  for (const Group& group : grouped(troubles)) {
    const UnservedTarget& trouble = *group.first;
    Finding finding;
    finding.id = trouble.id;
    finding.severity =
        trial.accepts(trouble.outcome) ? Severity::warning : Severity::error;
    finding.target = listed(group, [&](const UnservedTarget& one) {
      return trial.groups()[one.group_index].machine.name;
    });
    finding.message = fmt::format(
        "on {} code built with CUDA {} {}: {}",
        listed(group, [](const UnservedTarget& one) { return one.described; }),
        to_string(trial.toolkit().cuda), consequence(trouble.outcome),
        trouble.cause);
    finding.fix = trouble.fix;
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace cudacompat
