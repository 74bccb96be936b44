# SPDX-License-Identifier: Apache-2.0

# CMake files are formatted by gersemi, which tests/run.sh fetches to TOOLS.
find_program(formatter gersemi HINTS "${TOOLS}/bin")
if(NOT formatter)
  if("$ENV{CI}" STREQUAL "true")
    message(FATAL_ERROR "gersemi is missing: sh tests/run.sh fetches it")
  endif()
  message("SKIP: no gersemi (sh tests/run.sh fetches it)")
  return()
endif()
set(ENV{PYTHONPATH} "${TOOLS}")
execute_process(
  COMMAND
    "${formatter}" --check --no-cache CMakeLists.txt cmake wrapper tests
    examples
  WORKING_DIRECTORY "${ROOT}"
  OUTPUT_VARIABLE said
  ERROR_VARIABLE said
  RESULT_VARIABLE failed
)
if(failed)
  message(FATAL_ERROR "gersemi -i is wanted:\n${said}")
endif()
