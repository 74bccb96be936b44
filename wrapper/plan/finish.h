#pragma once

#include <string>
#include <vector>

#include "plan/outlook.h"
#include "plan/plan.h"
#include "plan/trial.h"
#include "plan/trouble.h"

namespace cudacompat {

/// A finding of the plan as a whole: of no one class or container.
Finding make_finding(std::string id, Severity severity, std::string message,
                     std::string cure);

/// A plan of an outlook: its findings, and each unserved class's cause.
BuildPlan finish_plan(const Profile& profile, const Trial& trial,
                      Outlook outlook, const std::vector<Unserved>& unserved);

}  // namespace cudacompat
