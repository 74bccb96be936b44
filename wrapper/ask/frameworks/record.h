// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ask/frameworks/environment.h"
#include "ask/probe/available.h"
#include "ask/probe/this_machine.h"
#include "base/json/json_writer.h"
#include "base/model/profile_json.h"

namespace cudacompat {

/// What a machine's GPU programs rest on, as text: it is only compared. What
/// there is none of is empty. Lists are sorted; nothing in it depends on when
/// it was made.
struct EnvironmentRecord {
  std::string driver;   // kernel driver: "535.183.06"
  std::string cuda;     // what the driver library supports: "12.2"
  std::string toolkit;  // nvcc: "13.0.88"
  std::string runtime;  // CUDA runtime in the Python environment: "12.8"
  struct Gpu {
    std::string cc, name;
    std::uint64_t count = 0;
  };
  std::vector<Gpu> gpus;
  struct Framework {
    std::string name, version, cuda;
    std::vector<std::string> archs;  // "sm_90", "compute_90"
  };
  std::vector<Framework> frameworks;
};

/// `python`: null where there is no environment.
EnvironmentRecord record_of(const ThisMachine& machine,
                            const std::vector<BuildTool>& tools,
                            const PythonEnvironment* python);

/// The members of templates/schemas/baseline.json, in an object that is open.
void write_record(JsonWriter& json, const EnvironmentRecord& record);

/// Reads what write_record wrote; strict, errors as
/// "FILE:LINE:COLUMN: what was found; what is allowed".
tl::expected<EnvironmentRecord, std::vector<std::string>> parse_record(
    std::string_view text, const std::string& file);

/// One line a difference, "driver 535.183.06 -> 550.54.15"; what is only in
/// one of them is "none" in the other.
std::vector<std::string> drift(const EnvironmentRecord& before,
                               const EnvironmentRecord& now);

}  // namespace cudacompat
