// SPDX-License-Identifier: Apache-2.0
#include "report/plan_cmake.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/sink.h"
#include "base/text/style.h"
#include "judge/plan/format_arch_list.h"
#include "judge/verdict/finding.h"
#include "report/plan_text.h"

namespace cudacompat {

namespace {

/// A CMake bracket argument: [=[text]=], with as many '=' as it takes.
std::string bracketed(const std::string& text) {
  std::string fence;
  while ((text + "]").find("]" + fence + "]") != std::string::npos) {
    fence += '=';
  }
  // CMake drops a newline right after the opening bracket.
  const std::string_view kept = text.starts_with('\n') ? "\n" : "";
  return fmt::format("[{0}[{1}{2}]{0}]", fence, kept, text);
}

/// One element of a CMake list: ';' would split it, and a '[' without its ']'
/// would swallow the elements behind it.
std::string list_element(std::string text) {
  int open = 0;
  bool balanced = true;
  for (const char c : text) {
    open += c == '[' ? 1 : c == ']' ? -1 : 0;
    balanced = balanced && open >= 0;
  }
  if (!balanced || open != 0) {
    std::replace(text.begin(), text.end(), '[', '(');
    std::replace(text.begin(), text.end(), ']', ')');
  }
  std::string out;
  for (const char c : text) {
    if (c == ';') out += '\\';
    out += c;
  }
  // A '\' at the end would escape the ';' that follows it.
  if (out.ends_with('\\')) out += ' ';
  return out;
}

std::string list_of(const std::vector<std::string>& elements) {
  std::string out;
  for (const std::string& element : elements) {
    if (!out.empty()) out += ';';
    out += list_element(element);
  }
  return out;
}

std::vector<std::string> messages(const BuildPlan& plan, bool errors) {
  std::vector<std::string> out;
  for (const Finding& finding : plan.findings) {
    if (!finding.suppressed.empty() || finding.severity == Severity::note ||
        (finding.severity == Severity::error) != errors) {
      continue;
    }
    out.push_back(
        fmt::format("[{}] {}{}{}", finding.id, finding.message,
                    finding.fix.empty() ? "" : "\n  fix: ", finding.fix));
  }
  return out;
}

std::string version_text(const std::optional<Version>& version) {
  return version ? to_string(*version) : "";
}

}  // namespace

void write_plan_cmake(const Sink& sink, const BuildPlan& plan) {
  std::string report;
  write_plan_text(
      [&report](std::string_view text) {
        report += text;
        return true;
      },
      plan, TextStyle{});
  const Result<std::string> torch = to_torch_list(plan.architectures);
  std::string out;
  const auto set = [&out](std::string_view name, const std::string& value) {
    out += fmt::format("set(CudaCompat_{} {})\n", name, bracketed(value));
  };
  set("ARCHITECTURES", to_cmake_list(plan.architectures));
  set("NVCC_FLAGS", list_of(to_nvcc_flags(plan.architectures)));
  set("TORCH_CUDA_ARCH_LIST", torch ? *torch : "");
  set("PTX_ISA", version_text(plan.ptx_emitted));
  set("DOWNGRADE_TO", version_text(plan.downgrade_to));
  set("TOOLKIT", to_string(plan.toolkit.cuda));
  set("REPORT", report);
  set("WARNINGS", list_of(messages(plan, false)));
  set("ERRORS", list_of(messages(plan, true)));
  sink(out);
}

}  // namespace cudacompat
