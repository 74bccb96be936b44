# SPDX-License-Identifier: Apache-2.0
"""--profile this-machine: judged for the GPUs that the driver library shows, which here is a fake for libcuda."""

import os

from harness import Skip, expect, expect_says, expect_silent, expect_status, run_cases

# PTX 8.0 and 9.0, which drivers of CUDA 12.0 and 13.0 read.
GOOD = ("write=good.ptx,x.ptx", "-ptx", "k.cu", "-arch=sm_80", "-o", "x.ptx")
BAD = ("write=bad.ptx,x.ptx", "-ptx", "k.cu", "-arch=sm_80", "-o", "x.ptx")


def launch(bench, case, cuda, *options, libcuda=None, **env):
    told, *arguments = case
    options = options or ("--profile", "this-machine")
    env = bench.environment(told, CUDACOMPAT_LIBCUDA=libcuda or bench.fake_libcuda, FAKE_LIBCUDA_CUDA=str(cuda), **env)
    return bench.run(bench.wrap([bench.fake, *arguments], *options), env=env)


def case_this_machine_is_asked(bench):
    expect_silent(launch(bench, GOOD, 12020))
    done = launch(bench, BAD, 12020)
    expect_status(done, 1)
    expect_says(done, "k.cu: error: cudacompat[CC201]", "9.0", "CUDA 12.2", "error 222")
    expect(bench.has("x.ptx.rejected"), "what was refused is in place")
    # Another driver since
    expect_silent(launch(bench, BAD, 13000))
    # The twin in the environment, and twins of the program that is asked
    done = launch(bench, BAD, 12020, "-v", CUDACOMPAT_PROFILE="this-machine", CUDACOMPAT_NVCC="/nowhere/nvcc",
                  CUDACOMPAT_OUTPUT="elsewhere", CUDACOMPAT_FORMAT="json", CUDACOMPAT_ARCHITECTURES="none")
    expect_status(done, 1)
    expect(not bench.has("elsewhere"), "the groups went elsewhere")


def case_this_machine_has_no_gpu(bench):
    if os.path.exists("/proc/driver/nvidia/version"):
        raise Skip("this machine has a driver of its own")
    for mode, status, word in (("warn", 0, "warning"), ("error", 4, "error")):
        done = launch(bench, GOOD, 0, "--profile", "this-machine", "--mode", mode, libcuda="/nowhere/libcuda.so")
        expect_status(done, status)
        expect_says(done, f"cudacompat-launch: x.ptx: {word}: not checked: this machine has no GPU", "--profile FILE")
        expect(bench.has("x.ptx") == (mode == "warn"), "the product")


if __name__ == "__main__":
    run_cases(globals())
