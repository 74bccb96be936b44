// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "ask/driver/agreement.h"
#include "ask/driver/driver.h"
#include "judge/facts/artifact.h"
#include "judge/verdict/judge.h"

namespace cudacompat {

/// One container loaded in one mode.
struct LoadRun {
  LoadEnd end;
  std::optional<Outcome> expected;
  Agreement agreement = Agreement::undecided;
};

/// One container on one device.
struct LoadedContainer {
  std::string id, unit;
  std::uint64_t offset = 0;
  Choice predicted;
  std::string because;                         // of the prediction
  std::optional<std::array<LoadRun, 3>> runs;  // by kLoadModes
  std::string not_tried;                       // why there are no runs
  std::string reproducer;  // the file that shows a disagreement
  bool disagrees() const;
};

/// One file on one device.
struct DeviceLoads {
  std::size_t device = 0;  // index into DriverReport::devices
  Outcome predicted = Outcome::loads;
  /// As it is, the worst container's; "none" where there is nothing to load.
  std::string verdict = "none";
  std::string because;  // what worsens it beside the loads
  std::vector<LoadedContainer> containers;
  std::uint64_t disagreements() const;
};

struct LoadTest {
  const Driver& driver;
  const DriverReport& machine;
  std::vector<std::size_t> devices;  // indices, those to be asked
  Policy policy;                     // of a profile: its partial rows
  std::string keep;                  // folder for reproducers
};

/// Gives each container of `source` that counts to the driver, on each device
/// in each mode. The prediction is judge()'s for a container that reaches the
/// driver by its API. Called with the number of containers done.
Result<std::vector<DeviceLoads>> load_file(
    ByteSource& source, const std::string& path, const LoadTest& test,
    const std::function<void(std::uint64_t)>& progress);

}  // namespace cudacompat
