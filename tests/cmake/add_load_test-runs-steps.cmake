# SPDX-License-Identifier: Apache-2.0
macro(test)
  run("${CMAKE}" -E env --unset=CUDACOMPAT_REQUIRE_GPU "${CMAKE}" -E chdir "${build}" ${ARGN})
endmacro()

# Nothing is built yet: that is no reason to skip.
test(ctest)
expect("${output}" "Unable to find required file")

build()
expect_result(0)

# Without a GPU
file(
  WRITE "${build}/none"
  "#!/bin/sh\necho 'no GPU: this is a test' >&2\nexit 77\n"
)
file(CHMOD "${build}/none" PERMISSIONS OWNER_READ OWNER_EXECUTE)
configure("-DCUDACOMPAT_PROGRAM=${build}/none")
test(ctest -V)
expect_result(0)
expect("${output}" "no GPU: this is a test")
expect("${output}" "cudacompat.run.alone[ .]+\\*+Skipped")
expect("${output}" "cudacompat.run.pair[ .]+\\*+Skipped")
expect_not("${output}" "mode=EAGER")
test("${CMAKE}" -E env CUDACOMPAT_REQUIRE_GPU=1 ctest)
if(result EQUAL 0)
  fail("a test passed without the GPU that is required")
endif()
expect_not("${output}" "Skipped")

# With two
file(WRITE "${build}/two" "#!/bin/sh\n[ \"$*\" = ctest-spec ]\n")
file(CHMOD "${build}/two" PERMISSIONS OWNER_READ OWNER_EXECUTE)
configure("-DCUDACOMPAT_PROGRAM=${build}/two")
test(ctest -V)
expect_result(0)
expect("${output}" "mode=EAGER gpus= args=solver,a b")
expect("${output}" "cudacompat.run.shy[ .]+\\*+Skipped")
test("${CMAKE}" -E env CUDACOMPAT_REQUIRE_GPU=1 ctest -V)
if(result EQUAL 0)
  fail("a test that skipped itself passed where a GPU is required")
endif()
expect("${output}" "it skipped itself")
expect("${output}" "cudacompat.run.alone[ .]+Passed")
expect_not("${output}" "Skipped")
file(
  WRITE "${build}/gpus.json"
  [[{"version": {"major": 1, "minor": 0}, "local": [{"gpus": [
    {"id": "0", "slots": 1}, {"id": "1", "slots": 1}]}]}]]
)
test(ctest -V -L gpu --resource-spec-file "${build}/gpus.json")
expect_result(0)
expect("${output}" "mode=EAGER gpus=0,1 args=solver,a b")
expect("${output}" "cudacompat.run.alone[ .]+Passed")

# Of a machine's GPUs only some are this job's: ids count those.
test("${CMAKE}" -E env CUDA_VISIBLE_DEVICES=5,GPU-7 ctest -V -L gpu --resource-spec-file "${build}/gpus.json")
expect_result(0)
expect("${output}" "mode=EAGER gpus=5,GPU-7 args=solver,a b")
