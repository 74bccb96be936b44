# SPDX-License-Identifier: Apache-2.0

# C++ is formatted by clang-format 14.
find_program(formatter clang-format-14)
if(NOT formatter)
  if("$ENV{CI}" STREQUAL "true")
    message(
      FATAL_ERROR
      "clang-format-14 is missing: apt-get install clang-format-14"
    )
  endif()
  message("SKIP: no clang-format-14 (apt-get install clang-format-14)")
  return()
endif()
file(
  GLOB_RECURSE files
  "${ROOT}/wrapper/*.h"
  "${ROOT}/wrapper/*.cc"
  "${ROOT}/tests/*.h"
  "${ROOT}/tests/*.cc"
)
list(FILTER files EXCLUDE REGEX "/tests/meta/data/")
execute_process(
  COMMAND "${formatter}" --style=file --dry-run --Werror ${files}
  ERROR_VARIABLE said
  RESULT_VARIABLE failed
)
if(failed)
  string(REGEX MATCHALL "[^\n]+: error: [^\n]+" said "${said}")
  list(TRANSFORM said REPLACE ":.*" "")
  list(REMOVE_DUPLICATES said)
  list(JOIN said "\n  " names)
  message(FATAL_ERROR "clang-format-14 -i is wanted by\n  ${names}")
endif()
