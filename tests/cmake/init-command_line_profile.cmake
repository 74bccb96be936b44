# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
include(CudaCompat)
cudacompat_init(PROFILE volta.json)
project(case LANGUAGES CXX CUDA)
message(STATUS "chosen: ${CMAKE_CUDA_ARCHITECTURES}")
message(STATUS "torch: ${TORCH_CUDA_ARCH_LIST}")
