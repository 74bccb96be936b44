# SPDX-License-Identifier: Apache-2.0
build()
expect_result(0)
expect("${output}" "kernels.cu")
expect("${output}" "Checking the GPU code of kernels")
file(READ "${source}/changing.json" profile)

# A new driver, the same architectures: judged again, not compiled again.
string(REPLACE "580.65.06" "580.95.05" changed "${profile}")
file(WRITE "${source}/changing.json" "${changed}")
build()
expect_result(0)
expect("${output}" "Checking the GPU code of kernels")
expect_not("${output}" "Building CUDA object")

# Touched, but the same: nothing is judged again.
file(TOUCH "${source}/changing.json")
build()
expect_result(0)
expect_not("${output}" "Checking the GPU code of kernels")

# A pool that the plan has to serve: compiled anew for it.
string(REPLACE "\"8.0\"" "\"8.9\"" changed "${profile}")
file(WRITE "${source}/changing.json" "${changed}")
build()
expect_result(0)
expect("${output}" "Building CUDA object")
expect("${output}" "Checking the GPU code of kernels")

# With the architectures held fast, a pool that they do not serve is an error
# at the configure step that the build starts, and it names the pool.
configure("-DCMAKE_CUDA_ARCHITECTURES=89-real|90-real")
expect_result(0)
string(REPLACE "\"9.0\"" "\"12.0\"" changed "${profile}")
file(WRITE "${source}/changing.json" "${changed}")
build()
if(result EQUAL 0)
  fail("the build went through")
endif()
expect("${output}" "h100-pool")
