# SPDX-License-Identifier: Apache-2.0
build()
expect_result(0)

# Built and kept, and the fleet has other GPUs
configure()
expect_result(1)
expect(
  "${stderr}"
  "This environment is wrong.*error 209.*keeps +CMAKE_CUDA_ARCHITECTURES"
)
expect("${stderr}" "fix: cmake [^\n]*build -DCMAKE_CUDA_ARCHITECTURES='80-real;90-real' &&")

# The fix is not stopped by what it fixes.
configure("-DCMAKE_CUDA_ARCHITECTURES=80-real|90-real")
expect_result(0)
build()
expect_result(0)
configure()
expect_result(0)
expect("${stdout}" "CudaCompat: the environment fits")
