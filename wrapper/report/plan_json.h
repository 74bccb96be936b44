// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/text/sink.h"
#include "judge/plan/plan.h"

namespace cudacompat {

/// templates/schemas/plan.json.
void write_plan_json(const Sink& sink, const BuildPlan& plan);

}  // namespace cudacompat
