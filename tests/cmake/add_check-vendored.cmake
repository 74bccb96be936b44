# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
include(CudaCompat)
project(case LANGUAGES NONE)
enable_testing()
cudacompat_add_check(NAME vendored FILES vendored.o PROFILE fleet.json)
