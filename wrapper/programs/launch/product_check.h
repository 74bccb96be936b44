// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/bytes/result.h"
#include "base/model/profile.h"
#include "judge/verdict/finding.h"
#include "judge/verdict/judge.h"
#include "programs/launch/invocation.h"

namespace cudacompat {

/// What products are judged for, read once a run and after the command ended.
struct Machines {
  std::vector<JudgedGroup> groups;
  Policy policy;
};
/// Reads a compiled plan or a profile, whichever the file holds, or asks for
/// those of `this-machine`. The Error names the file and all that is wrong with
/// it.
Result<Machines> read_machines(const std::string& path);

/// What is to be said of one product.
struct Judgement {
  bool device_code = false;
  Outcome outcome = Outcome::unknown;
  std::optional<Version> ptx_isa;  // of its newest PTX, which tells the toolkit
  bool refused = false;            // a finding of severity error stands
  std::vector<Finding> findings;   // without suppressed ones and notes
};
/// Judges the file that the command wrote. An Error: it could not be read.
Result<Judgement> judge_product(const NvccProduct& product,
                                const Invocation& invocation,
                                const Machines& machines);

}  // namespace cudacompat
