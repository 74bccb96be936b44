# SPDX-License-Identifier: Apache-2.0

# Runs one example; see CMakeLists.txt.
cmake_policy(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/../cmake/steps.cmake")
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

set(build "${SCRATCH}/${NAME}")
string(REGEX REPLACE "\\..*" "" example "${NAME}")
set(source "${ROOT}/examples/${example}")
file(REMOVE_RECURSE "${build}")
set(programs "-DCUDACOMPAT_PROGRAM=${PROGRAM}")
list(APPEND programs "-DCUDACOMPAT_LAUNCHER_PROGRAM=${LAUNCHER}")
set(options "")
set(products kernels)

if(example STREQUAL "injected")
  set(
    options
    "-DCMAKE_PROJECT_TOP_LEVEL_INCLUDES=${ROOT}/cmake/CudaCompat.cmake"
  )
  list(
    APPEND options
    "-DCUDACOMPAT_PROFILE=${ROOT}/examples/minimal/fleet.json"
  )
  set(products app engine plugin)
elseif(example STREQUAL "find_package")
  # From an install tree that has been moved, with its own programs.
  set(programs "")
  run("${CMAKE}" --install "${BUILD}" --prefix "${build}.prefix.made")
  expect_result(0)
  file(REMOVE_RECURSE "${build}.prefix")
  file(RENAME "${build}.prefix.made" "${build}.prefix")
  set(options "-DCMAKE_PREFIX_PATH=${build}.prefix")
elseif(example STREQUAL "builds_its_programs")
  set(source "${ROOT}/examples/minimal")
  set(programs "")
  # No other one may be found.
  string(REPLACE ":" ";" path "$ENV{PATH}")
  foreach(folder IN LISTS path)
    if(EXISTS "${folder}/cudacompat")
      list(REMOVE_ITEM path "${folder}")
    endif()
  endforeach()
  list(JOIN path ":" path)
  set(ENV{PATH} "${path}")
endif()

run(
  "${CMAKE}"
  -S
  "${source}"
  -B
  "${build}"
  -G
  "${GENERATOR}"
  ${programs}
  ${options}
)
expect_result(0)
expect("${stderr}" "^$")
expect("${stdout}" "CudaCompat: plan for minimal: CUDA ")
build()
expect_result(0)
foreach(product IN LISTS products)
  if(NOT EXISTS "${build}/cudacompat/checked/${product}.stamp")
    fail("${product} was not checked")
  endif()
endforeach()
run("${CMAKE}" -E chdir "${build}" ctest --no-tests=error)
expect_result(0)
expect("${stdout}" "cudacompat.check")

# What CMake was told is what nvcc was told: SASS for the oldest of the fleet.
file(GLOB_RECURSE libraries "${build}/libkernels.so")
foreach(library IN LISTS libraries)
  run("${PROGRAM}" check -p "${ROOT}/examples/minimal/fleet.json" "${library}")
  expect_result(0)
endforeach()

if(example STREQUAL "find_package")
  set(text "")
  file(GLOB_RECURSE files "${build}/*.ninja")
  foreach(file IN LISTS files)
    file(READ "${file}" more)
    string(APPEND text "${more}")
  endforeach()
  expect("${text}" "find_package.prefix/bin/cudacompat-launch")
elseif(example STREQUAL "builds_its_programs")
  if(NOT EXISTS "${build}/cudacompat/tool/bin/cudacompat-launch")
    fail("it did not build its programs")
  endif()
endif()
