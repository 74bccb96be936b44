// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/group_findings.h"

#include "judge/verdict/explain_choice.h"
#include "judge/verdict/fixes.h"

namespace cudacompat {
namespace {

void contradicting_name(std::vector<Finding>& out, const TargetGroup& machine) {
  const auto row = find_gpu_name(machine.gpu.name);
  if (!row || canonical_number(row->cc) == canonical_number(machine.gpu.cc))
    return;
  Finding finding;
  finding.id = "CC606";
  finding.severity = Severity::warning;
  finding.target = machine.name;
  finding.message = fmt::format(
      "{} may be judged for another GPU than it has: \"{}\" has compute "
      "capability {}, and the target group says {}",
      machine.name, machine.gpu.name, cc_to_string(row->cc),
      cc_to_string(machine.gpu.cc));
  finding.fix = fmt::format("write \"cc\": \"{}\", or correct the name",
                            cc_to_string(row->cc));
  out.push_back(std::move(finding));
}

}  // namespace

std::vector<Finding> group_findings(const std::vector<JudgedGroup>& classes) {
  std::vector<Finding> out;
  for (const JudgedGroup& target : classes) {
    contradicting_name(out, target.machine);
    for (const FrameworkSpec& framework : target.machine.frameworks) {
      if (framework.sass.empty() && framework.ptx.empty()) continue;
      ContainerShape shape;
      for (const Arch arch : framework.sass) {
        ImageFacts image;
        image.kind = ImageKind::sass;
        image.arch = arch;
        image.cubin_abi = arch.number >= 100 ? 8 : 7;
        image.toolkit = framework.cuda;
        shape.images.push_back(image);
      }
      for (const Arch arch : framework.ptx) {
        ImageFacts image;
        image.kind = ImageKind::ptx;
        image.arch = arch;
        if (framework.cuda) image.ptx_isa = ptx_isa_of(*framework.cuda);
        shape.images.push_back(image);
      }
      const DriverCase& machine = target.driver_cases.front();
      const Choice choice = driver_choice(shape, machine);
      if (!fails(choice.outcome) || choice.reason == Reason::blocked) continue;
      Finding finding;
      finding.id = "CC607";
      finding.severity = Severity::warning;
      finding.target = target.machine.name;
      finding.message = fmt::format(
          "on {} {} {} {}: {}", describe(target.machine.name, machine),
          framework.name, framework.version, consequence(choice.outcome),
          cause({choice, &shape, {}, {&machine, 1}}));
      finding.fix = fmt::format("install a build of {} with code for {}",
                                framework.name, cc_to_string(machine.cc));
      out.push_back(std::move(finding));
    }
  }
  return out;
}

}  // namespace cudacompat
