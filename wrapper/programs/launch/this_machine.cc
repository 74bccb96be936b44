// SPDX-License-Identifier: Apache-2.0
#include "programs/launch/this_machine.h"

#include "ask/probe/this_machine.h"
#include "ask/system/nvcc_text.h"
#include "ask/system/process.h"

namespace cudacompat {

Result<std::string> groups_of_this_machine() {
  ProcessRequest request;
  request.time_limit = std::chrono::minutes(2);
  request.argv = {beside_this_program("cudacompat"),
                  "plan",
                  "--profile",
                  std::string(kThisMachine),
                  "--format",
                  "groups",
                  "--output",
                  "-"};
  // Options' twins that are meant for commands that a person gives.
  request.without = {"CUDACOMPAT_ARCHITECTURES", "CUDACOMPAT_DOWNGRADE_PTX",
                     "CUDACOMPAT_NVCC", "CUDACOMPAT_TOOLKIT"};
  auto end = run_process(request);
  if (!end) return tl::unexpected(end.error());
  if (end->exit_code == 0) return std::move(end->out);
  std::string why = first_line(end->err);
  constexpr std::string_view kStart = "cudacompat: error: ";
  if (why.starts_with(kStart)) why.erase(0, kStart.size());
  return fail(Error::kNoOffset,
              "{}; name the machines that it is for with --profile FILE", why);
}

}  // namespace cudacompat
