# SPDX-License-Identifier: Apache-2.0

# What stands there runs nvcc itself, and ours judges what it made.
build()
if(result EQUAL 0)
  fail("the build went through")
endif()
expect("${output}" "kernels.cu: error: cudacompat\\[CC101\\]")
file(READ "${build}/present.txt" trace)
expect("${trace}" "/nvcc\n")
expect_not("${trace}" "cudacompat-launch")
