# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
include(CudaCompat)
cudacompat_init(PROFILE portable)
project(case LANGUAGES CXX)
# The later call holds, and what the first one chose is nobody's choice.
cudacompat_init(PROFILE fleet.json)
message(STATUS "chosen: ${CMAKE_CUDA_ARCHITECTURES}")
