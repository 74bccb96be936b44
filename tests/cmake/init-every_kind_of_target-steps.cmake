# SPDX-License-Identifier: Apache-2.0
build()
expect_result(0)
set(checked "${build}/cudacompat/checked")
set(suffix "")
if(GENERATOR MATCHES "Multi-Config")
  set(suffix "-Debug")
endif()
foreach(
  target
  IN
  ITEMS shared by_interface rdc rdc_app needed late
)
  if(NOT EXISTS "${checked}/${target}${suffix}.stamp")
    fail("${target} was not checked")
  endif()
endforeach()
foreach(target IN ITEMS host_only left_alone not_needed)
  if(EXISTS "${checked}/${target}${suffix}.stamp")
    fail("${target} was checked")
  endif()
endforeach()
file(READ "${build}/present.txt" trace)
expect("${trace}" "present")

# What each compile was called with
set(text "")
file(GLOB_RECURSE files "${build}/*.ninja" "${build}/*build.make")
foreach(file IN LISTS files)
  file(READ "${file}" more)
  string(APPEND text "${more}")
endforeach()
expect(
  "${text}"
  "cudacompat-launch --plan [^ ]*/fleet-[0-9a-f]+\\.groups -- [^ ]*/present.sh [^ ]*cmake -E env "
)
expect_not("${text}" "launch[^\n]*left_alone\\.dir")

# Nothing is done twice.
build()
expect_result(0)
expect_not("${output}" "Checking the GPU code")

# As on a machine without a GPU: what a program loads is tried, and skipped.
run(
  "${CMAKE}"
  -E
  chdir
  "${build}"
  "${CMAKE}"
  -E
  env
  CUDACOMPAT_LIBCUDA=/nowhere/libcuda.so
  ctest
  -C
  Debug
  --no-tests=error
)
expect_result(0)
expect("${stdout}" "cudacompat.check.rdc_app")
expect("${stdout}" "cudacompat.rehearse.rdc_app")
expect("${stdout}" "cudacompat.load.rdc_app [^\n]*Skipped")
expect_not("${stdout}" "cudacompat.load.rdc ")
expect("${stdout}" "0 tests failed out of 17")

run(
  "${CMAKE}"
  -E
  chdir
  "${build}"
  "${CMAKE}"
  -E
  env
  CUDACOMPAT_LIBCUDA=/nowhere/libcuda.so
  CUDACOMPAT_REQUIRE_GPU=1
  ctest
  -C
  Debug
  -L
  gpu
)
expect_result(8)
expect("${stdout}" "5 tests failed out of 5")
