# SPDX-License-Identifier: Apache-2.0

# Runs one case of this folder; see CMakeLists.txt.
cmake_policy(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/steps.cmake")

if(NOT EXISTS "${CMAKE}")
  if("$ENV{CI}" STREQUAL "true")
    message(
      FATAL_ERROR
      "no newest CMake at '${CMAKE}': sh tests/run.sh has one"
    )
  endif()
  message("SKIP: no newest CMake at '${CMAKE}' (sh tests/run.sh fetches it)")
  return()
endif()
set(case "${CMAKE_CURRENT_LIST_DIR}/${CASE}")
set(source "${SCRATCH}/${NAME}/source")
set(build "${SCRATCH}/${NAME}/build")
file(REMOVE_RECURSE "${SCRATCH}/${NAME}")
file(COPY "${CMAKE_CURRENT_LIST_DIR}/sources/" DESTINATION "${source}")
file(COPY_FILE "${case}.cmake" "${source}/CMakeLists.txt")

# Lines of -options.txt: -Dx=y, or NAME=value for the environment, with
# @FAKE_LIBCUDA@ for a libcuda that stands in for a driver.
set(options "")
if(EXISTS "${case}-options.txt")
  file(STRINGS "${case}-options.txt" lines)
  foreach(line IN LISTS lines)
    string(CONFIGURE "${line}" line @ONLY)
    if(line MATCHES "^-")
      list(APPEND options "${line}")
    elseif(line MATCHES "^([A-Z_]+)=(.*)$")
      set(ENV{${CMAKE_MATCH_1}} "${CMAKE_MATCH_2}")
    endif()
  endforeach()
endif()
configure(${options})

set(expected_result 0)
set(expected_stderr "^$")
set(expected_stdout "")
foreach(part IN ITEMS result stderr stdout)
  if(EXISTS "${case}-${part}.txt")
    file(READ "${case}-${part}.txt" expected_${part})
    string(STRIP "${expected_${part}}" expected_${part})
  endif()
endforeach()
if(NOT result STREQUAL expected_result)
  fail("result: ${result}, expected ${expected_result}")
endif()
expect("${stderr}" "${expected_stderr}")
expect("${stdout}" "${expected_stdout}")

if(EXISTS "${case}-steps.cmake")
  include("${case}-steps.cmake")
endif()
