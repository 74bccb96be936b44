// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "judge/plan/plan.h"

namespace cudacompat {

/// The system that this program was built for: most likely the build's host.
Os host_os();

/// The built-in profile "portable": every GPU that the toolkit can build for,
/// on the oldest driver that runs both it and programs of that CUDA major; PTX
/// for GPUs that come later. Tegra chips are in it on aarch64 only: no other
/// host has one.
Profile portable_profile(const ToolkitFacts& toolkit, Os os = host_os());

}  // namespace cudacompat
