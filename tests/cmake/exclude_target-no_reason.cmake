# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
include(CudaCompat)
project(case LANGUAGES NONE)
add_library(kernels INTERFACE)
cudacompat_exclude_target(kernels)
