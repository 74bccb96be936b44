# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
include(CudaCompat)
cudacompat_assert_environment(PROFILE fleet.json BUILD)
project(case LANGUAGES CXX CUDA)
add_library(kernels STATIC kernels.cu)
