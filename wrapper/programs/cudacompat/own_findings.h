// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/model/arch_list.h"
#include "judge/facts/artifact.h"
#include "judge/verdict/finding.h"

namespace cudacompat {

// Findings about what was promised on the command line, beside those of the
// verdict. They need no machine.

inline constexpr std::string_view kAdvertisedId = "CC608";
inline constexpr std::string_view kNoDeviceCodeId = "CC609";

/// `--expect LIST`: one finding where SASS or PTX of LIST is missing from a
/// container that counts, or a container has some that LIST does not name.
std::vector<Finding> advertised_findings(
    const ArtifactFacts& artifact, const std::vector<ArchRequest>& expected);

/// `--require-device-code`: there is none.
Finding no_device_code_finding();

}  // namespace cudacompat
