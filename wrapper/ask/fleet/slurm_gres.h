// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ask/fleet/found.h"
#include "base/bytes/result.h"

namespace cudacompat {

/// The types of GPU in a Gres value: "gpu:l4:1(S:0),shard:4" has "l4", "gpu:2"
/// has "" (no type). Types are words of the site.
std::vector<std::string> gres_gpu_types(std::string_view gres);

/// The names that a Slurm host list stands for: "gpu-[01-03,9],login",
/// "a[1-2]b[3-4]". An error where it is malformed or has over kMaxHosts names.
Result<std::vector<std::string>> expand_hosts(std::string_view list);
inline constexpr std::size_t kMaxHosts = 200'000;

/// Adds a node of Slurm, which knows no driver.
void add_slurm_node(FoundMachine machine, const std::vector<std::string>& types,
                    Fleet& fleet);

}  // namespace cudacompat
