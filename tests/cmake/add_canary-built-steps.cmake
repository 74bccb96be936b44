# SPDX-License-Identifier: Apache-2.0
build()
expect_result(0)
expect("${output}" "Checking the GPU code of cudacompat_canary")

# Its own word, and that of ctest, on a machine without a driver
run("${build}/cudacompat_canary")
if(result EQUAL 77)
  expect("${stdout}" "canary: no GPU: ")
  run("${CMAKE}" -E env CUDACOMPAT_REQUIRE_GPU=1 "${build}/cudacompat_canary")
  expect_result(1)
  run("${CMAKE}" -E chdir "${build}" ctest -V -R canary)
  expect_result(0)
  expect("${output}" "cudacompat.canary[ .]+\\*+Skipped")
else()
  expect_result(0)
  expect("${stdout}" "canary: the product is right on all devices")
endif()

# Judged like all that the project compiles
configure(-DCMAKE_CUDA_ARCHITECTURES=80-real -DCUDACOMPAT_MODE=warn)
build()
expect("${output}" "canary.cu: warning: cudacompat\\[CC1[0-9][0-9]\\]:[^\n]*h100-pool")
