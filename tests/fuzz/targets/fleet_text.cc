// Texts that tools print of machines, XML too: the first byte says whose.
#include "fuzz/fleet_checks.h"
#include "fuzz/targets/target.h"

using namespace cudacompat;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr FleetKind kKinds[] = {
      FleetKind::nvidia_smi,   FleetKind::slurm,     FleetKind::prometheus,
      FleetKind::device_query, FleetKind::torch_env, FleetKind::conda,
      FleetKind::container,    FleetKind::jetson};
  testing::import_and_check({reinterpret_cast<const char*>(data), size},
                            kKinds);
  return 0;
}
