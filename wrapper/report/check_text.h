// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/text/sink.h"
#include "base/text/style.h"
#include "report/judged_artifact.h"

namespace cudacompat {

/// `check` of one file as text: the verdict first, then each target with what
/// it would load, then the findings. Ends with a newline.
void write_check_text(const Sink& sink, const JudgedArtifact& artifact,
                      const std::vector<JudgedGroup>& groups, TextStyle style);

}  // namespace cudacompat
