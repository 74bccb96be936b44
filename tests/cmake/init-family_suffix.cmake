# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
include(CudaCompat)
cudacompat_init(PROFILE blackwell.json)
project(case LANGUAGES CXX CUDA)
add_subdirectory(sub)
add_library(kernels SHARED)
target_link_libraries(kernels PRIVATE in_sub)
