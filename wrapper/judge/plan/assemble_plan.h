// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "judge/plan/plan.h"
#include "judge/plan/prediction.h"
#include "judge/plan/trial.h"
#include "judge/plan/unserved_target.h"

namespace cudacompat {

/// A plan of an prediction: its findings, and each unserved group's cause.
BuildPlan assemble_plan(const Profile& profile, const Trial& trial,
                        Prediction prediction,
                        const std::vector<Unserved>& unserved);

}  // namespace cudacompat
