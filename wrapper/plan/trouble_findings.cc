#include <algorithm>

#include "plan/trouble.h"
#include "verdict/explain_choice.h"

namespace cudacompat {
namespace {

/// Troubles that say the same of several classes.
struct Group {
  const Trouble* first = nullptr;
  std::vector<const Trouble*> members;
};

bool same(const Trouble& a, const Trouble& b) {
  return a.outcome == b.outcome && a.id == b.id && a.cause == b.cause &&
         a.cure == b.cure;
}

std::vector<Group> grouped(const std::vector<Trouble>& troubles) {
  std::vector<Group> groups;
  for (const Trouble& trouble : troubles) {
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
                                 const std::vector<Trouble>& troubles) {
  std::vector<Finding> findings;
  for (const Group& group : grouped(troubles)) {
    const Trouble& trouble = *group.first;
    Finding finding;
    finding.id = trouble.id;
    finding.severity =
        trial.accepts(trouble.outcome) ? Severity::warning : Severity::error;
    finding.target = listed(group, [&](const Trouble& one) {
      return trial.classes()[one.class_index].machine.name;
    });
    finding.message = fmt::format(
        "on {} code built with CUDA {} {}: {}",
        listed(group, [](const Trouble& one) { return one.described; }),
        to_string(trial.toolkit().cuda), consequence(trouble.outcome),
        trouble.cause);
    finding.cure = trouble.cure;
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace cudacompat
