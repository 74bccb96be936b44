# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
include(CudaCompat)
cudacompat_init(PROFILE fleet.json)
project(case LANGUAGES CXX CUDA)

# A launcher that is there stays, behind ours: one that leaves a trace.
file(
  WRITE "${CMAKE_BINARY_DIR}/present.sh"
  "#!/bin/sh\necho present >> '${CMAKE_BINARY_DIR}/present.txt'\nexec \"$@\"\n"
)
file(
  CHMOD "${CMAKE_BINARY_DIR}/present.sh"
  PERMISSIONS OWNER_READ OWNER_EXECUTE
)

add_library(shared SHARED kernels.cu)
set_target_properties(
  shared
  PROPERTIES
    CUDA_COMPILER_LAUNCHER
      "${CMAKE_BINARY_DIR}/present.sh;${CMAKE_COMMAND};-E;env"
)
add_library(host_only SHARED main.cpp)
add_library(objects OBJECT kernels.cu)
add_library(passed_on INTERFACE)
target_link_libraries(passed_on INTERFACE objects)
add_executable(by_interface main.cpp)
target_link_libraries(by_interface PRIVATE passed_on)
add_executable(left_alone main.cpp kernels.cu)
cudacompat_exclude_target(left_alone REASON "never leaves this machine")
add_subdirectory(sub_rdc)
add_subdirectory(sub_optional EXCLUDE_FROM_ALL)
target_link_libraries(host_only PRIVATE needed)

# Made when everything else has been said.
function(make_late)
  add_library(late SHARED kernels.cu)
endfunction()
cmake_language(DEFER CALL make_late)
