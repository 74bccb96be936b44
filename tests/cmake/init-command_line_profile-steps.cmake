# SPDX-License-Identifier: Apache-2.0

# It stays, and a new one is again taken from where cmake is called.
configure()
expect_result(0)
expect("${stdout}" "chosen: 80-real;90-real")
configure(-DCUDACOMPAT_PROFILE=blackwell.json)
expect_result(0)
expect("${stdout}" "plan for blackwell")
configure(-DCUDACOMPAT_PROFILE=portable)
expect_result(0)
expect("${stdout}" "plan for portable")
