# SPDX-License-Identifier: Apache-2.0

# By a fake for a driver
if(NOT EXISTS "${build}/cudacompat/this-machine.json")
  fail("no profile was written down")
endif()

# The machine has changed: asked again when CMake runs again.
set(ENV{FAKE_LIBCUDA_DEVICES} "7.5")
configure()
expect_result(0)
expect("${stdout}" "chosen: 75-real")
build()
expect_result(0)
run("${PROGRAM}" inspect "${build}/libkernels.a")
expect("${stdout}" "SASS: 75;")

# So does the command line, over what the project says
configure(-DCUDACOMPAT_PROFILE=fleet.json)
expect("${stdout}" "plan for prod")
configure(-DCUDACOMPAT_PROFILE=this-machine)
expect("${stdout}" "plan for this-machine")
