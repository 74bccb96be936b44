// SPDX-License-Identifier: Apache-2.0
#include "judge/plan/unserved_target.h"

#include <algorithm>

#include "judge/facts/tables.h"
#include "judge/plan/alternative_release.h"
#include "judge/plan/format_arch_list.h"
#include "judge/plan/select.h"
#include "judge/verdict/explain_choice.h"
#include "judge/verdict/fixes.h"

namespace cudacompat {
namespace {

/// One group and the judgement of its list.
struct Case {
  const Unserved* unserved = nullptr;
  ArtifactFacts product;
  Choice choice;
  const ContainerShape* shape = nullptr;  // null: the whole file decided
  DriverCase machine;
  AlternativeRelease rescue;           // with the group's own drivers
  AlternativeRelease with_new_driver;  // with drivers as new as each release
  bool ptx_would_do = false;
  bool has_code = false;  // the toolkit, under a new driver

  ChoiceCase told() const { return {choice, shape, product, {&machine, 1}}; }
};

std::string name_of(Version cuda) { return "CUDA " + to_string(cuda); }

void judge_case(Case& c, const Trial& trial, const JudgedGroup& target) {
  const Trial alone = trial.only({c.unserved->group_index});
  c.product = synthetic_artifact(c.unserved->archs, trial.toolkit(),
                                 trial.downgrade_for(c.unserved->archs));
  const TargetVerdict verdict =
      judge(c.product, alone.groups(), alone.policy()).targets.front();
  const ShapeVerdict& shape = verdict.shapes.front();
  if (verdict.whole && verdict.whole->outcome >= shape.choice.outcome) {
    c.choice = *verdict.whole;
    c.machine = *std::ranges::max_element(target.driver_cases, {},
                                          &DriverCase::blocked);
  } else {
    c.choice = shape.choice;
    c.shape = &c.product.shapes.front();
    c.machine = target.driver_cases[shape.driver_case];
  }
}

/// Nothing of the list fits the GPU, and the toolkit has nothing that would.
bool toolkit_lacks_gpu(const Case& c) {
  if (!c.unserved->add.empty()) return false;
  return group_of(c.choice.reason) == ReasonGroup::no_match ||
         c.choice.reason == Reason::doubt_newer;
}

std::string lacking(const Case& c, Version toolkit) {
  const Arch own{c.machine.cc, ArchScope::base};
  const std::string cc = cc_to_string(c.machine.cc);
  const ArchRow* row = find_arch(own);
  if (row == nullptr) {
    return fmt::format("no table knows code for compute capability {}", cc);
  }
  const bool ended =
      row->last_toolkit != Version{} && row->last_toolkit < toolkit;
  const std::uint16_t later_name = canonical_number(own.number);
  if (ended && later_name != own.number) {
    return fmt::format(
        "{} has sm_{} under its later name sm_{}, and no document says that "
        "drivers of the old name take it",
        name_of(toolkit), own.number, later_name);
  }
  if (ended) {
    return fmt::format(
        "{} has no code for compute capability {}: sm_{} ended with {}, and "
        "PTX does not go down to earlier GPUs",
        name_of(toolkit), cc, own.number, name_of(row->last_toolkit));
  }
  if (row->first_toolkit > toolkit) {
    return fmt::format(
        "{} has no SASS for compute capability {}: sm_{} came with {}{}",
        name_of(toolkit), cc, own.number, name_of(row->first_toolkit),
        c.ptx_would_do ? ", and the profile does not accept PTX that is "
                         "compiled at start"
                       : "");
  }
  return fmt::format("{} has nothing that runs on compute capability {}",
                     name_of(toolkit), cc);
}

std::string cause_of(const Case& c, const Trial& trial) {
  const Version toolkit = trial.toolkit().cuda;
  if (toolkit_lacks_gpu(c)) return lacking(c, toolkit);
  if (c.unserved->archs.empty() && c.choice.reason == Reason::no_code) {
    return "no architecture is left to build for";
  }
  const MinimumDriverRow* minimum = find_minimum_driver(toolkit.major);
  if (c.choice.reason == Reason::runtime_too_new && minimum != nullptr &&
      !c.machine.tegra) {
    const bool windows = is_windows(c.machine.os);
    const DriverVersion least = windows ? minimum->windows : minimum->linux_;
    if (least.parts != 0) {
      return fmt::format("programs of CUDA {} need driver {} or newer",
                         toolkit.major, to_string(least));
    }
  }
  return cause(c.told());
}

std::string older_release(const Case& c) {
  if (!c.rescue.older) return "";
  std::string text =
      fmt::format("build with {}, the newest whose SASS loads there",
                  name_of(*c.rescue.older));
  if (c.rescue.older_ptx != c.rescue.older) {
    text += c.rescue.older_ptx
                ? fmt::format(
                      " (the PTX of {} is the newest that its driver "
                      "reads)",
                      name_of(*c.rescue.older_ptx))
                : " (its driver reads no PTX)";
  }
  return text;
}

std::string newer_release(const Case& c) {
  if (c.rescue.newer) {
    return fmt::format("build with {} or newer", name_of(*c.rescue.newer));
  }
  if (!c.with_new_driver.newer) return "";
  const std::string driver =
      fix_newer_driver(*c.with_new_driver.newer, c.machine);
  if (driver.empty()) return "";
  return fmt::format("build with {} or newer, and {}",
                     name_of(*c.with_new_driver.newer), driver);
}

/// Where the toolkit has no code for the GPU either.
std::string release_with_code(const Case& c) {
  if (c.has_code) return "";
  if (c.with_new_driver.newer) {
    return fmt::format(", and build with {} or newer, which has code for it",
                       name_of(*c.with_new_driver.newer));
  }
  if (c.with_new_driver.older) {
    return fmt::format(", and build with {}, the newest that has code for it",
                       name_of(*c.with_new_driver.older));
  }
  return "";
}

std::string downgrade(const Case& c, const Trial& trial) {
  if (trial.policy().downgrade_ptx) return "";
  const auto isa = trial.only({c.unserved->group_index})
                       .asking_for_downgrade()
                       .downgrade_for(c.unserved->archs);
  if (!isa) return "";
  return fmt::format(
      "set \"downgrade_ptx\" in the profile's policy, which rewrites PTX to {} "
      "(nvcc has no option to write an older version)",
      to_string(*isa));
}

/// A driver that reads this toolkit's PTX, where the group has an older one.
std::string newer_driver(const Case& c, Version toolkit) {
  if (c.machine.cuda && *c.machine.cuda >= toolkit) return "";
  return fix_newer_driver(toolkit, c.machine);
}

std::string addition(const Case& c) {
  if (c.unserved->add.empty()) return "";
  return fmt::format("add {} to the architectures",
                     to_cmake_list(c.unserved->add));
}

std::string own_fix(const Case& c, const Trial& trial) {
  const Version toolkit = trial.toolkit().cuda;
  std::string add = addition(c);
  const std::string and_add = add.empty() ? "" : ", and " + add;
  const ReasonGroup group = group_of(c.choice.reason);
  if (group == ReasonGroup::machine)
    return c.machine.blocked_fix + release_with_code(c) + and_add;
  if (group == ReasonGroup::newer_release)
    return join_fixes({older_release(c),
                       fix_newer_driver({toolkit.major, 0}, c.machine)}) +
           and_add;
  if (c.choice.reason == Reason::ptx_isa_too_new)
    return join_fixes({add.empty() ? newer_release(c) : add,
                       downgrade(c, trial), fix_older_toolkit(c.machine),
                       newer_driver(c, toolkit)});
  if (!add.empty()) return add;
  if (!toolkit_lacks_gpu(c)) return "";
  return join_fixes(
      {newer_release(c), c.rescue.newer ? "" : older_release(c),
       c.ptx_would_do
           ? "add \"loads-jit\" to \"accept\" in the profile's policy"
           : ""});
}

std::string fix_of(const Case& c, const Trial& trial) {
  std::string own = own_fix(c, trial);
  if (!own.empty()) return own;
  return fix(c.told()).text;
}

/// Does the fix name another CUDA release?
bool names_release(const Case& c) {
  const bool by_release =
      group_of(c.choice.reason) == ReasonGroup::newer_release ||
      (c.unserved->add.empty() &&
       (c.choice.reason == Reason::ptx_isa_too_new || toolkit_lacks_gpu(c)));
  return by_release && (c.rescue.older || c.rescue.newer);
}

/// Then which release would serve the whole fleet is worth knowing too.
std::string for_the_fleet(const Trial& trial, const std::vector<Case>& cases) {
  if (std::ranges::none_of(cases, names_release)) return "";
  if (trial.groups().size() < 2) return "";
  if (const auto release = release_for_all(trial)) {
    return fmt::format(" ({} serves every target group of the profile)",
                       name_of(*release));
  }
  return " (no CUDA release serves every target group of the profile: build "
         "more than "
         "once)";
}

}  // namespace

std::vector<UnservedTarget> explain(const Trial& trial,
                                    const std::vector<Unserved>& unserved) {
  std::vector<std::size_t> indices;
  indices.reserve(unserved.size());
  for (const Unserved& one : unserved) indices.push_back(one.group_index);
  const Trial part = trial.only(indices);
  const auto rescues = find_rescues(part);
  const auto with_new_drivers = find_rescues_on_new_drivers(part);
  const auto by_ptx = served_by_ptx(part);
  const Trial fixed = part.on_new_drivers();
  const auto fitting = served(fixed, sass_candidates(part), Outcome::loads);
  const auto compiled = served(fixed, ptx_candidates(part), Outcome::loads_jit);
  std::vector<Case> cases(unserved.size());
  for (std::size_t i = 0; i < unserved.size(); ++i) {
    Case& c = cases[i];
    c.unserved = &unserved[i];
    c.rescue = rescues[i];
    c.with_new_driver = with_new_drivers[i];
    c.has_code = fitting[i] != 0 ||
                 (compiled[i] != 0 && trial.accepts(Outcome::loads_jit));
    c.ptx_would_do = by_ptx[i] != 0 && !trial.accepts(Outcome::loads_jit);
    judge_case(c, trial, part.groups()[i]);
  }
  const std::string fleet = for_the_fleet(trial, cases);
  std::vector<UnservedTarget> troubles;
  troubles.reserve(cases.size());
  for (const Case& c : cases) {
    UnservedTarget trouble;
    trouble.group_index = c.unserved->group_index;
    trouble.outcome = c.choice.outcome;
    trouble.id = finding_id(c.choice.reason, c.machine);
    trouble.described =
        describe(trial.groups()[trouble.group_index].machine.name, c.machine);
    trouble.cause = cause_of(c, trial);
    trouble.fix = fix_of(c, trial);
    if (names_release(c)) trouble.fix += fleet;
    troubles.push_back(std::move(trouble));
  }
  return troubles;
}

}  // namespace cudacompat
