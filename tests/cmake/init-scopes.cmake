# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
include(CudaCompat)
project(case LANGUAGES CXX CUDA)
add_library(outside OBJECT kernels.cu)
add_subdirectory(other)
