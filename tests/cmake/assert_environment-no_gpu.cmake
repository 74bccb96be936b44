# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
include(CudaCompat)
project(case LANGUAGES NONE)
cudacompat_assert_environment(BUILD)
cudacompat_assert_environment(PROFILE this-machine)
message(STATUS "goes on")
