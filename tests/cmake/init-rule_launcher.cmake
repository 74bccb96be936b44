# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
include(CudaCompat)
cudacompat_init(PROFILE fleet.json)
project(case LANGUAGES CXX CUDA)

# As projects do that put ccache in front of everything.
file(
  WRITE "${CMAKE_BINARY_DIR}/present.sh"
  "#!/bin/sh\necho \"$1\" >> '${CMAKE_BINARY_DIR}/present.txt'\nexec \"$@\"\n"
)
file(
  CHMOD "${CMAKE_BINARY_DIR}/present.sh"
  PERMISSIONS OWNER_READ OWNER_EXECUTE
)
set_property(
  GLOBAL
  PROPERTY RULE_LAUNCH_COMPILE "${CMAKE_BINARY_DIR}/present.sh"
)
add_executable(app main.cpp kernels.cu)
set_target_properties(app PROPERTIES CUDA_ARCHITECTURES 80-real)
