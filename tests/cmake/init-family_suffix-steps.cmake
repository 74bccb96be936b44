# SPDX-License-Identifier: Apache-2.0

# CMake before 4.0.2 cannot say it: options do, also below the top directory.
run("${CMAKE}" --version)
if(stdout MATCHES "version 3\\.2")
  configure()
  expect("${stdout}" "cannot spell 100f-real .* targets get -gencode=")
endif()
build()
expect_result(0)
file(GLOB_RECURSE library "${build}/libkernels.so")
run("${PROGRAM}" inspect "${library}")
expect_result(0)
expect("${stdout}" "sm_100f")
