# SPDX-License-Identifier: Apache-2.0

# Twice: a refused object must not pass for a good one the second time.
foreach(i RANGE 1 2)
  build()
  if(result EQUAL 0)
    fail("the build went through")
  endif()
  expect("${output}" "kernels.cu: error: cudacompat\\[CC1[0-9][0-9]\\]:[^\n]*h100-pool")
  expect("${output}" "fix: ")
endforeach()

# In warn mode it is said, and the build goes on.
configure(-DCUDACOMPAT_MODE=warn)
expect_result(0)
build()
expect_result(0)
expect("${output}" "kernels.cu: warning: cudacompat\\[CC1[0-9][0-9]\\]")
expect("${output}" "libkernels.so: [^\n]*fails-209")
