# SPDX-License-Identifier: Apache-2.0

# A file is one idea: none over 400 lines.
file(
  GLOB_RECURSE files
  "${ROOT}/wrapper/*.h"
  "${ROOT}/wrapper/*.cc"
  "${ROOT}/cmake/*.cmake"
  "${ROOT}/tests/unit/*.cc"
  "${ROOT}/tests/support/*"
)
set(wrong "")
foreach(file IN LISTS files)
  file(READ "${file}" text)
  string(REGEX MATCHALL "\n" lines "${text}")
  list(LENGTH lines count)
  if(count GREATER 400)
    list(APPEND wrong "${file}: ${count} lines")
  endif()
endforeach()
if(files STREQUAL "" OR NOT wrong STREQUAL "")
  list(JOIN wrong "\n  " wrong)
  message(FATAL_ERROR "  ${wrong}\nmore than 400: split them")
endif()
