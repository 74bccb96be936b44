# SPDX-License-Identifier: Apache-2.0

# The build tool runs CMake again without the environment of the first time.
unset(ENV{CUDACOMPAT_PROFILE})
configure()
expect_result(0)
expect("${stdout}" "chosen: 80-real;90-real")
