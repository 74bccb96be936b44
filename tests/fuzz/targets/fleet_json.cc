// SPDX-License-Identifier: Apache-2.0

// JSON and YAML of Kubernetes, Slurm and Prometheus: the first byte says whose.
#include "fuzz/fleet_checks.h"
#include "fuzz/targets/target.h"

using namespace cudacompat;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::string_view kFormats[] = {
      "kubernetes", "resourceslice", "nodefeature", "slurm", "prometheus"};
  testing::import_and_check({reinterpret_cast<const char*>(data), size},
                            kFormats);
  return 0;
}
