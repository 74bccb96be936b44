# SPDX-License-Identifier: Apache-2.0
include_guard(GLOBAL)

# cudacompat_detail_say(<mode> <line>...)
# A finding: an error in error mode, a warning in warn mode. Indented, so that
# CMake keeps its lines as they are.
function(cudacompat_detail_say mode)
  set(text "")
  math(EXPR last "${ARGC} - 1")
  foreach(i RANGE 1 ${last})
    string(REGEX REPLACE "\n+$" "" line "${ARGV${i}}")
    string(REPLACE "\n" "\n  " line "${line}")
    string(APPEND text "  ${line}\n")
  endforeach()
  if(mode STREQUAL "error")
    message(FATAL_ERROR "${text}")
  else()
    message(WARNING "${text}")
  endif()
endfunction()
