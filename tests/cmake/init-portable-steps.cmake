# SPDX-License-Identifier: Apache-2.0

# What is planned by default loads by default.
build()
expect_result(0)
expect("${output}" "Checking the GPU code of kernels")
