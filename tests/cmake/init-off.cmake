# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
include(CudaCompat)
cudacompat_init(PROFILE no-such-file.json MODE error)
project(case LANGUAGES NONE)
if(DEFINED CMAKE_CUDA_ARCHITECTURES OR EXISTS "${CMAKE_BINARY_DIR}/cudacompat")
  message(FATAL_ERROR "off, but something was done")
endif()
