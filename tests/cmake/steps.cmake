# SPDX-License-Identifier: Apache-2.0

# What the steps of a case are made of. Each step sets `result`, `stdout` and
# `stderr` (without blanks around them) and `output`, both together.

function(fail why)
  message(NOTICE "--- stdout\n${stdout}\n--- stderr\n${stderr}\n---")
  message(FATAL_ERROR "${why}")
endfunction()

# run(<command>...); '|' stands for a ';' inside an argument
macro(run)
  string(REPLACE "|" "\\;" command "${ARGN}")
  execute_process(
    COMMAND ${command}
    WORKING_DIRECTORY "${source}"
    OUTPUT_VARIABLE stdout
    ERROR_VARIABLE stderr
    RESULT_VARIABLE result
  )
  string(STRIP "${stdout}" stdout)
  string(STRIP "${stderr}" stderr)
  set(output "${stdout}\n${stderr}")
endmacro()

# configure([<option>...]): the caller's own settings do not count
macro(configure)
  run(
    "${CMAKE}"
    -E
    env
    --unset=CUDACOMPAT_CACHE
    --unset=CMAKE_CUDA_COMPILER_LAUNCHER
    "${CMAKE}"
    -S
    "${source}"
    -B
    "${build}"
    -G
    "${GENERATOR}"
    "-DCMAKE_MODULE_PATH=${MODULES}"
    "-DCUDACOMPAT_PROGRAM=${PROGRAM}"
    "-DCUDACOMPAT_LAUNCHER_PROGRAM=${LAUNCHER}"
    ${ARGN}
  )
endmacro()

# build([<option>...]): one job, so that what is said has an order
macro(build)
  run("${CMAKE}" --build "${build}" ${ARGN})
endmacro()

function(expect text pattern)
  if(NOT "${text}" MATCHES "${pattern}")
    fail("not found: ${pattern}")
  endif()
endfunction()

function(expect_not text pattern)
  if("${text}" MATCHES "${pattern}")
    fail("found: ${CMAKE_MATCH_0}")
  endif()
endfunction()

function(expect_result wanted)
  if(NOT "${result}" STREQUAL "${wanted}")
    fail("result: ${result}, expected ${wanted}")
  endif()
endfunction()
