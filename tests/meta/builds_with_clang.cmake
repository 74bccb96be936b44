# SPDX-License-Identifier: Apache-2.0

# Builds SOURCE, tests and all, with clang 14 in BUILD.
find_program(clang clang++-14)
if(NOT clang)
  if("$ENV{CI}" STREQUAL "true")
    message(FATAL_ERROR "clang++-14 is missing: apt-get install clang-14")
  endif()
  message("SKIP: no clang++-14 (apt-get install clang-14)")
  return()
endif()
execute_process(
  COMMAND
    "${CMAKE_COMMAND}" -S "${SOURCE}" -B "${BUILD}" -G Ninja
    -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_CXX_COMPILER=${clang}"
    "-DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}"
    -DCUDACOMPAT_WARNINGS_AS_ERRORS=ON
  COMMAND_ERROR_IS_FATAL ANY
)
execute_process(
  COMMAND "${CMAKE_COMMAND}" --build "${BUILD}"
  COMMAND_ERROR_IS_FATAL ANY
)
