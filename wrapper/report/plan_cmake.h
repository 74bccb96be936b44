// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/text/sink.h"
#include "judge/plan/plan.h"

namespace cudacompat {

/// Lines of CMake set(), to be include()d: CudaCompat_ARCHITECTURES,
/// _NVCC_FLAGS, _TORCH_CUDA_ARCH_LIST, _PTX_ISA, _DOWNGRADE_TO, _TOOLKIT,
/// _REPORT, _WARNINGS and _ERRORS, each in brackets that its text cannot close.
void write_plan_cmake(const Sink& sink, const BuildPlan& plan);

}  // namespace cudacompat
