#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text/sink.h"
#include "base/text/style.h"
#include "judge/facts/artifact.h"
#include "judge/plan/plan.h"
#include "judge/verdict/verdict.h"

namespace cudacompat {

/// The `schema_version` of every JSON report.
inline constexpr std::uint64_t kReportSchemaVersion = 1;

/// One judged file.
struct JudgedArtifact {
  ArtifactFacts facts;
  ArtifactVerdict verdict;
  std::vector<Finding> findings;
};

struct CheckHeader {
  std::string profile;
  Policy policy;
  std::vector<Finding> findings;  // about the groups, whatever the files
};

/// The findings of one file as a compiler would print them:
/// "path: error: cudacompat[CC201]: message" and "  fix: ...". `path` is the
/// .cu where the caller knows it. Suppressed findings are left out.
std::string findings_text(std::string_view path,
                          const std::vector<Finding>& findings);

/// `check` of one file as text: the verdict first, then each target with what
/// it would load, then the findings. Ends with a newline.
void write_check_text(const Sink& sink, const JudgedArtifact& artifact,
                      const std::vector<JudgedGroup>& groups, TextStyle style);

/// Findings about the groups themselves, one or two lines each.
void write_group_findings(const Sink& sink,
                          const std::vector<Finding>& findings,
                          TextStyle style);

/// `plan` as text: a table of architectures, one of groups, the findings.
void write_plan_text(const Sink& sink, const BuildPlan& plan, TextStyle style);
void write_plan_json(const Sink& sink, const BuildPlan& plan);
/// Lines of CMake set(), to be include()d: CudaCompat_ARCHITECTURES,
/// _NVCC_FLAGS, _TORCH_CUDA_ARCH_LIST, _PTX_ISA, _DOWNGRADE_TO, _TOOLKIT,
/// _REPORT, _WARNINGS and _ERRORS, each in brackets that its text cannot close.
void write_plan_cmake(const Sink& sink, const BuildPlan& plan);

}  // namespace cudacompat
