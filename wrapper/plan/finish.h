#pragma once

#include <vector>

#include "plan/outlook.h"
#include "plan/plan.h"
#include "plan/trial.h"
#include "plan/trouble.h"

namespace cudacompat {

/// A plan of an outlook: its findings, and each unserved class's cause.
BuildPlan finish_plan(const Profile& profile, const Trial& trial,
                      Outlook outlook, const std::vector<Unserved>& unserved);

}  // namespace cudacompat
