// JSON and YAML of Kubernetes, Slurm and Prometheus: the first byte says whose.
#include "fuzz/fleet_checks.h"
#include "fuzz/targets/target.h"

using namespace cudacompat;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr FleetKind kKinds[] = {
      FleetKind::kubernetes, FleetKind::resource_slice, FleetKind::node_feature,
      FleetKind::slurm, FleetKind::prometheus};
  testing::import_and_check({reinterpret_cast<const char*>(data), size},
                            kKinds);
  return 0;
}
