# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
project(case LANGUAGES CXX)
enable_language(CUDA)
include(CudaCompat)
cudacompat_init(PROFILE fleet.json)
add_library(kernels SHARED kernels.cu)
get_target_property(architectures kernels CUDA_ARCHITECTURES)
message(STATUS "kernels: ${architectures}")
