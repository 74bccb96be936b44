// SPDX-License-Identifier: Apache-2.0
#include "report/plan_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/printable.h"
#include "base/text/sink.h"
#include "base/text/style.h"
#include "judge/plan/format_arch_list.h"
#include "judge/verdict/finding.h"
#include "report/finding_lines.h"
#include "report/verdict_colors.h"

namespace cudacompat {

namespace {

std::string spelled(const PlannedArch& arch) { return to_cmake_list({arch}); }

std::string head(const BuildPlan& plan) {
  std::string out = fmt::format("plan for {}: CUDA {}", printable(plan.profile),
                                printable(plan.toolkit.release));
  if (plan.ptx_emitted) {
    out += fmt::format(", writes PTX {}", to_string(*plan.ptx_emitted));
  }
  if (plan.downgrade_to) {
    out +=
        fmt::format(", to be downgraded to {}", to_string(*plan.downgrade_to));
  }
  return out + "\n";
}

void write_architectures(std::string& out, const BuildPlan& plan) {
  std::size_t width = 0;
  for (const PlannedArch& arch : plan.architectures) {
    width = std::max(width, spelled(arch).size());
  }
  for (const PlannedArch& arch : plan.architectures) {
    out += fmt::format("  {:<{}}  {}\n", spelled(arch), width,
                       printable(arch.because));
  }
}

void write_groups(std::string& out, const BuildPlan& plan, TextStyle style) {
  std::size_t width = 0;
  for (const PlannedGroup& planned : plan.groups) {
    width = std::max(width, columns(printable(planned.name)));
  }
  width = std::min(width, kMaxNameColumn);
  for (const PlannedGroup& planned : plan.groups) {
    std::string why = planned.image;
    if (!planned.because.empty()) {
      why += (why.empty() ? "" : ", ") + planned.because;
    }
    out +=
        fmt::format("  {}  {}  {}\n",
                    padded(printable(planned.name), width, Paint::plain, false),
                    padded(to_string(planned.outcome), 9,
                           paint_of(planned.outcome), style.color),
                    printable(why));
  }
}

}  // namespace

void write_plan_text(const Sink& sink, const BuildPlan& plan, TextStyle style) {
  std::string out = head(plan);
  out += fmt::format(
      "CMAKE_CUDA_ARCHITECTURES: {}\n",
      plan.architectures.empty() ? "none" : to_cmake_list(plan.architectures));
  write_architectures(out, plan);
  if (!plan.groups.empty()) out += "targets:\n";
  write_groups(out, plan, style);
  for (const Finding& finding : plan.findings) {
    out += finding_lines(finding, 0, style);
  }
  sink(out);
}

}  // namespace cudacompat
