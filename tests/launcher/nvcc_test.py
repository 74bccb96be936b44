# SPDX-License-Identifier: Apache-2.0
"""The launcher in front of a real nvcc: what it makes in each mode is judged,
and what would not load is refused. Skipped where there is no nvcc."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))

import toolkits
from harness import Skip, expect, expect_equal, expect_says, expect_silent, expect_status, run_cases

# The target group is 9.0 on the driver of CUDA 13: sm_90 loads, sm_100 does not.
PROFILE = """{ "schema_version": 1, "name": "test", "targets": [
  { "name": "h200", "gpus": [{"cc": "9.0"}], "cuda": "13.0" } ] }
"""
GOOD = ["-gencode=arch=compute_90,code=sm_90"]
BAD = ["-gencode=arch=compute_100,code=sm_100"]
KERNEL = "__global__ void k(int* p) { *p = 1; }\n"
RELOCATABLE = "__device__ int f(int); __global__ void k(int* p) { *p = f(1); }\n"
DEVICE = "__device__ int f(int x) { return x + 1; }\n"


def available_nvcc():
    for candidate in (os.environ.get("CUDACXX"), shutil.which("nvcc"), "/usr/local/cuda/bin/nvcc"):
        if candidate and os.access(candidate, os.X_OK) and pathlib.Path(candidate).name == "nvcc":
            text = subprocess.run([candidate, "--version"], capture_output=True, text=True, check=False).stdout
            if re.search(r"release 13\.\d", text):
                return candidate
    try:
        return str(toolkits.path_of("nvcc", "13.0"))
    except toolkits.Unavailable as reason:
        raise Skip(reason) from reason


class Nvcc:
    def __init__(self, bench):
        self.bench = bench
        self.nvcc = available_nvcc()
        bench.write("profile.json", PROFILE)
        bench.write("k.cu", KERNEL)
        bench.write("r.cu", RELOCATABLE)
        bench.write("d.cu", DEVICE)

    def make(self, *arguments):
        subprocess.run([self.nvcc, *arguments], check=True, capture_output=True)

    def launch(self, *arguments, before=(), options=(), **env):
        command = self.bench.wrap([*before, self.nvcc, *arguments], *options)
        return self.bench.run(command, env=self.bench.environment(**env))

    def accepts(self, product, *arguments, **more):
        expect_silent(self.launch(*arguments, **more))
        expect(self.bench.has(product), f"no {product}")

    def refuses(self, product, named, *arguments, finding="CC101", **more):
        done = self.launch(*arguments, **more)
        expect_status(done, 1)
        expect_says(done, f"{named}: error: cudacompat[{finding}]: on h200", "fix: ", f"{product} moved to")
        expect(not self.bench.has(product), f"{product} is still there")
        expect(self.bench.has(product + ".rejected"), f"no {product}.rejected")


def both_ways(bench, mode, product):
    nvcc = Nvcc(bench)
    nvcc.refuses(product, "k.cu", *mode, *BAD, "k.cu")
    nvcc.accepts(product, *mode, *GOOD, "k.cu")


def case_nvcc_compile(bench):
    both_ways(bench, ["-c"], "k.o")


def case_nvcc_device_c(bench):
    both_ways(bench, ["-dc"], "k.o")


def case_nvcc_fatbin(bench):
    both_ways(bench, ["-fatbin"], "k.fatbin")


def case_nvcc_cubin(bench):
    both_ways(bench, ["-cubin"], "k.cubin")


def case_nvcc_lib(bench):
    nvcc = Nvcc(bench)
    nvcc.refuses("a.a", "k.cu", "-lib", *BAD, "k.cu")
    nvcc.accepts("l.a", "-lib", *GOOD, "k.cu", "d.cu", "-o", "l.a")


def case_nvcc_ptx(bench):
    nvcc = Nvcc(bench)
    nvcc.refuses("k.ptx", "k.cu", "-ptx", "-arch=compute_100", "k.cu", finding="CC102")
    nvcc.accepts("k.ptx", "-ptx", "-arch=compute_80", "k.cu")


def case_nvcc_device_link(bench):
    nvcc = Nvcc(bench)
    nvcc.make("-dc", *GOOD, "r.cu", "d.cu")
    nvcc.accepts("a_dlink.o", "-dlink", *GOOD, "r.o", "d.o")
    # Without -gencode nvcc links for its default, and says so in a warning only.
    done = nvcc.launch("-dlink", "r.o", "d.o", "-o", "l.o")
    expect_status(done, 1)
    expect_says(done, "nvlink warning", "l.o: error: cudacompat[CC402]: on h200", "l.o moved to l.o.rejected")
    # Objects that hold nothing to link are no reason to refuse.
    nvcc.make("-c", *GOOD, "k.cu")
    nvcc.accepts("l.o", "-dlink", "k.o", "-o", "l.o")


def case_nvcc_prints_the_same(bench):
    """Errors, warnings and --version come through byte for byte."""
    nvcc = Nvcc(bench)
    bench.write("warns.cu", "__global__ void k() { int unused; }\n")
    bench.write("fails.cu", "__global__ void k() { nonsense; }\n")
    for arguments in (["--version"], ["-c", *GOOD, "warns.cu"], ["-c", "fails.cu"], ["-c", "-nonsense"], ["-E", "d.cu"]):
        bare = bench.run([nvcc.nvcc, *arguments], env=bench.environment())
        wrapped = nvcc.launch(*arguments)
        for part in ("returncode", "stdout", "stderr"):
            # Names of temporary files hold process numbers.
            one, two = (
                re.sub(rb"tmpxft_[0-9a-f_-]+", b"", value) if isinstance(value, bytes) else value
                for value in (getattr(bare, part), getattr(wrapped, part))
            )
            expect_equal(two, one, f"{part} of {arguments}")


def case_nvcc_append_flags(bench):
    nvcc = Nvcc(bench)
    nvcc.refuses("other.o", "k.cu", "-c", *BAD, "k.cu", "-o", "k.o", NVCC_APPEND_FLAGS="-o other.o")
    expect(not bench.has("k.o"), "nvcc wrote k.o after all")
    # An architecture that only the environment adds fixes it.
    nvcc.accepts("k.o", "-c", *BAD, "k.cu", NVCC_APPEND_FLAGS=GOOD[0])


def case_nvcc_options_file(bench):
    nvcc = Nvcc(bench)
    bench.write("inner.opt", f'{BAD[0]} "-DNAME=a b"')
    bench.write("outer.opt", "-optf inner.opt -c -o out.o\n")
    nvcc.refuses("out.o", "k.cu", "--options-file", "outer.opt", "k.cu")


def case_nvcc_default_architecture(bench):
    """sm_75 and PTX: loads by JIT, and a word about why it is not better."""
    nvcc = Nvcc(bench)
    done = nvcc.launch("-c", "k.cu")
    expect_status(done, 0)
    expect_says(done, "k.cu: warning: cudacompat[CC601]: ")
    expect(bench.has("k.o"), "the product is gone")
    # Where its SASS is right there is nothing to say.
    bench.write("profile.json", PROFILE.replace("9.0", "7.5"))
    nvcc.accepts("k.o", "-c", "k.cu")


def case_nvcc_ccache(bench):
    """Behind the launcher, misses and hits are judged alike."""
    ccache = shutil.which("ccache")
    if ccache is None:
        raise Skip("no ccache")
    nvcc = Nvcc(bench)
    more = {"CCACHE_DIR": str(bench.work / "store"), "CCACHE_CONFIGPATH": "/dev/null"}
    for link in ({}, {"CCACHE_HARDLINK": "true"}):
        more.update(link)
        for _ in ("miss", "hit"):
            nvcc.refuses("k.o", "k.cu", "-c", *BAD, "k.cu", "-o", "k.o", before=[ccache], **more)
            nvcc.accepts("k.o", "-c", *GOOD, "k.cu", "-o", "k.o", before=[ccache], **more)
    # In front of the launcher, as CCACHE_PREFIX: a refusal is never stored.
    prefix = bench.write("prefix", f'#!/bin/sh\nexec {bench.launcher} --profile {bench.work}/profile.json -- "$@"\n')
    os.chmod(prefix, 0o755)
    more.update({"CCACHE_DIR": str(bench.work / "other"), "CCACHE_PREFIX": str(prefix)})
    for flags, status in ((BAD, 1), (BAD, 1), (GOOD, 0), (GOOD, 0)):
        done = bench.run([ccache, nvcc.nvcc, "-c", *flags, "k.cu", "-o", "k.o"], env=bench.environment(**more))
        expect_equal(done.returncode, status, f"status with {flags}: {done.stderr.decode()}")
        expect_equal(bench.has("k.o"), status == 0, f"k.o with {flags}")


if __name__ == "__main__":
    run_cases(globals())
