// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/text/sink.h"
#include "base/text/style.h"
#include "judge/plan/plan.h"

namespace cudacompat {

/// `plan` as text: a table of architectures, one of groups, the findings.
void write_plan_text(const Sink& sink, const BuildPlan& plan, TextStyle style);

}  // namespace cudacompat
