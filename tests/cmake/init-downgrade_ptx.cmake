# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
include(CudaCompat)
cudacompat_init(PROFILE fleet.json)
project(case LANGUAGES CXX CUDA)
file(READ "${CudaCompat_GROUPS_FILE}" text)
string(REGEX MATCH "downgrade-ptx [a-z]+" policy "${text}")
message(STATUS "policy: ${policy}")
