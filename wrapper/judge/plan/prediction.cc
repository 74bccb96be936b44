// SPDX-License-Identifier: Apache-2.0
#include "judge/plan/prediction.h"

#include <algorithm>
#include <utility>

namespace cudacompat {
namespace {

/// The architecture and kind of each image of the made-up product.
std::vector<PlannedArch> image_sources(const std::vector<PlannedArch>& archs) {
  std::vector<PlannedArch> sources;
  for (const PlannedArch& planned : archs) {
    if (planned.real) sources.push_back(sass_of(planned.arch));
    if (planned.virtual_) sources.push_back(ptx_of(planned.arch));
  }
  return sources;
}

std::string image_name(const ImageFacts& image) {
  const std::string arch = to_string(image.arch);
  if (image.kind == ImageKind::sass) return "sm_" + arch;
  return fmt::format("compute_{} (PTX {})", arch,
                     image.ptx_isa ? to_string(*image.ptx_isa) : "unknown");
}

std::string why(const Choice& choice) {
  if (group_of(choice.reason) != ReasonGroup::loads) return "";
  if (choice.outcome == Outcome::loads_jit)
    return "compiled by the driver at first start";
  const std::string_view words = reason_row(choice.reason).words;
  return words.empty() ? "SASS of its own"
                       : fmt::format("SASS of the {}", words);
}

/// "l4-pool (8.9)", where the name does not tell it already.
std::string named(const JudgedGroup& target) {
  const std::string cc = cc_to_string(target.machine.gpu.cc);
  const std::string& name = target.machine.name;
  if (name.find(cc) != std::string::npos) return name;
  return fmt::format("{} ({})", name, cc);
}

/// "a, b, c and 3 more"
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i) {
    text += (i == 0 ? "" : ", ") + names[i];
  }
  if (names.size() > kShown) {
    text += fmt::format(" and {} more", names.size() - kShown);
  }
  return text;
}

/// Who uses the images of one architecture.
struct Users {
  std::vector<std::string> sass, ptx, after_fix;
  bool any() const {
    return !sass.empty() || !ptx.empty() || !after_fix.empty();
  }
};

std::string sass_reason(const Users& users) {
  if (!users.sass.empty()) return "SASS for " + listed(users.sass);
  if (!users.after_fix.empty()) {
    return fmt::format("SASS for {}, once the machine is put right",
                       listed(users.after_fix));
  }
  return "SASS that no target group of the profile uses";
}

std::string ptx_reason(const Users& users, std::optional<Version> isa,
                       const ToolkitFacts& toolkit, bool for_later) {
  std::string text = isa ? "PTX " + to_string(*isa) : "PTX";
  if (isa && toolkit.ptx_isa && *isa < *toolkit.ptx_isa) {
    text += fmt::format(" (downgraded from {})", to_string(*toolkit.ptx_isa));
  }
  if (users.ptx.empty() && !users.after_fix.empty()) {
    text += fmt::format(" for {}, once the machine is put right",
                        listed(users.after_fix));
    return for_later ? text + ", and for GPUs that come later" : text;
  }
  if (users.ptx.empty() && !for_later) {
    return text + " that no target group of the profile uses";
  }
  text += " for ";
  if (!users.ptx.empty()) text += listed(users.ptx);
  if (!users.ptx.empty() && for_later) text += " and ";
  if (for_later) text += "GPUs that come later";
  return text;
}

/// The deciding choice of a target: the whole file's or its one container's.
const Choice& deciding(const TargetVerdict& target) {
  const Choice& shape = target.shapes.front().choice;
  if (target.whole && target.whole->outcome >= shape.outcome) {
    return *target.whole;
  }
  return shape;
}

std::optional<std::size_t> loaded_image(const TargetVerdict& target) {
  if (fails(target.outcome) || target.outcome == Outcome::unknown) {
    return std::nullopt;
  }
  return target.shapes.front().choice.image;
}

PlannedGroup planned_class(const JudgedGroup& target,
                           const TargetVerdict& verdict,
                           const ContainerShape& shape) {
  PlannedGroup planned;
  planned.name = target.machine.name;
  planned.outcome = verdict.outcome;
  const Choice& choice = deciding(verdict);
  planned.because = why(choice);
  const bool about_image =
      choice.image &&
      (!fails(choice.outcome) || choice.reason == Reason::ptx_isa_too_new);
  if (about_image) planned.image = image_name(shape.images[*choice.image]);
  return planned;
}

}  // namespace

Prediction look_at(const Trial& trial, std::vector<PlannedArch> archs,
                   bool for_later) {
  Prediction prediction;
  prediction.downgrade_to = trial.downgrade_for(archs);
  const ArtifactFacts product =
      synthetic_artifact(archs, trial.toolkit(), prediction.downgrade_to);
  const ContainerShape& shape = product.shapes.front();
  const auto verdict = judge(product, trial.groups(), trial.policy());
  const auto fixed =
      trial.on_new_drivers().judge(archs, prediction.downgrade_to);
  const std::vector<PlannedArch> sources = image_sources(archs);
  std::vector<Users> users(sources.size());
  for (std::size_t c = 0; c < verdict.targets.size(); ++c) {
    const JudgedGroup& target = trial.groups()[c];
    prediction.groups.push_back(
        planned_class(target, verdict.targets[c], shape));
    prediction.used.emplace_back();
    if (const auto image = loaded_image(verdict.targets[c])) {
      auto& list =
          sources[*image].real ? users[*image].sass : users[*image].ptx;
      list.push_back(named(target));
      prediction.used.back() = sources[*image];
    } else if (const auto later = loaded_image(fixed.targets[c])) {
      users[*later].after_fix.push_back(named(target));
      prediction.used.back() = sources[*later];
    }
  }
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!users[i].any()) prediction.unused.push_back(sources[i]);
  }
  std::size_t image = 0;
  for (PlannedArch& planned : archs) {
    std::string& text = planned.because;
    text.clear();
    if (planned.real) text = sass_reason(users[image++]);
    if (planned.virtual_) {
      if (planned.real) text += "; ";
      text +=
          ptx_reason(users[image], shape.images[image].ptx_isa, trial.toolkit(),
                     for_later && planned.arch.scope == ArchScope::base);
      ++image;
    }
  }
  prediction.archs = std::move(archs);
  return prediction;
}

}  // namespace cudacompat
