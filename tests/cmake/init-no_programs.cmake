# SPDX-License-Identifier: Apache-2.0

# A fake for a checkout whose build lacks a package.
cmake_minimum_required(VERSION 3.25)
set(checkout "${CMAKE_BINARY_DIR}/checkout")
file(COPY "${CMAKE_MODULE_PATH}" DESTINATION "${checkout}")
file(WRITE "${checkout}/wrapper/CMakeLists.txt" "")
file(
  WRITE "${checkout}/CMakeLists.txt"
  "cmake_minimum_required(VERSION 3.25)\n"
  "project(CudaCompat VERSION 99.0 LANGUAGES NONE)\n"
  "message(FATAL_ERROR \"not found: fmt\\n  apt-get install libfmt-dev\")\n"
)
unset(CUDACOMPAT_PROGRAM CACHE)
unset(CUDACOMPAT_LAUNCHER_PROGRAM CACHE)
include("${checkout}/cmake/CudaCompat.cmake")
cudacompat_init(PROFILE fleet.json)
project(case LANGUAGES CXX CUDA)
