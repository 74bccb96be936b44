// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/model/outcome.h"
#include "base/text/style.h"
#include "judge/verdict/finding.h"

namespace cudacompat {

Paint paint_of(Outcome outcome);
Paint paint_of(Severity severity);

}  // namespace cudacompat
