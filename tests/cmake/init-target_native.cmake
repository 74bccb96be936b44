# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
include(CudaCompat)
cudacompat_init(PROFILE fleet.json)
project(case LANGUAGES CXX CUDA)
add_library(kernels SHARED kernels.cu)
set_target_properties(kernels PROPERTIES CUDA_ARCHITECTURES native)
