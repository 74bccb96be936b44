// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "judge/facts/artifact.h"
#include "judge/rules/machine.h"
#include "judge/verdict/judge.h"

namespace cudacompat {

// The words that text and JSON share, so that both say the same of one thing.

/// "loads" ... or "none": there is no device code to judge, which is no pass.
std::string_view verdict_word(const ArtifactFacts& facts,
                              const ArtifactVerdict& verdict);
bool nothing_to_judge(const ArtifactFacts& facts,
                      const ArtifactVerdict& verdict);

/// Why a container got its outcome, in one line: "sm_80 SASS, same major".
std::string because(const Choice& choice, const ContainerShape* shape,
                    const DriverCase& machine);

}  // namespace cudacompat
