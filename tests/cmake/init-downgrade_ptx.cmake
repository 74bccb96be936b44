# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
include(CudaCompat)
cudacompat_init(PROFILE fleet.json)
project(case LANGUAGES CXX CUDA)
file(READ "${CudaCompat_GROUPS_FILE}" text)
string(JSON policy GET "${text}" policy downgrade_ptx)
message(STATUS "policy: downgrade_ptx ${policy}")
