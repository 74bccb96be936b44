#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cudacompat downgrade` on every kind of file that nvcc 13.5 makes, in every compression mode.

Each downgraded file must keep its size, be listed by cuobjdump with the same images, hold the downgraded version, and pass the
rehearsal by the JIT compiler of CUDA 13.0 (an older major would end in 35: nvcc links the runtime of 13).
"""

import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "jit"))
import jit_case  # noqa: E402
from jit_case import toolkits  # noqa: E402

KERNEL = """
__global__ void k(float4* out, const float4* in) { out[threadIdx.x].x = in[threadIdx.x].x * 2; }
int main() { k<<<1, 1>>>(nullptr, nullptr); }
"""
CALLS = "extern __device__ float f(float);\n__global__ void calls(float* p) { *p = f(*p); }\n" \
    "int main() { calls<<<1, 1>>>(nullptr); }\n"
CALLED = "__device__ float f(float x) { return x * 3 + 1; }\n"
HINTED = """.visible .entry k(.param .u64 p){
.reg .b64 %rd<3>; .reg .b32 %r<9>;
.pragma "used_bytes_mask 0xf";
ld.param.u64 %rd1,[p]; ld.global.v4.u32 {%r1,%r2,%r3,%r4},[%rd1]; st.global.u32 [%rd1+16],%r1; ret;
}
"""
OLD = "9.0@cuda13.0"
CODE = "-gencode=arch=compute_80,code=[sm_80,compute_80]"


class Nvcc:
    def __init__(self, case):
        self.case = case
        self.nvcc = toolkits.path_of("nvcc", "13.5")
        self.cuobjdump = toolkits.path_of("cuobjdump")
        (case.folder / "k.cu").write_text(KERNEL)

    def run(self, *words):
        done = subprocess.run([*map(str, words)], cwd=self.case.folder, capture_output=True, text=True)
        assert done.returncode == 0, f"{words}\n{done.stdout}{done.stderr}"
        return done.stdout

    def make(self, name, *flags):
        self.run(self.nvcc, CODE, *flags, "k.cu", "-o", name)
        return name

    def listed(self, name):
        return re.sub(r"(?m)^PTX file.*:", "PTX:", self.run(self.cuobjdump, "-lelf", "-lptx", name))


def ptx_versions(case, name):
    found = case.json("inspect", name)["artifacts"][0]["containers"]
    return {i["ptx_isa"] for c in found for i in c["images"] if i["kind"] == "ptx"}


def downgrade_and_check(case, nvcc, name, cuobjdump=True):
    size = (case.folder / name).stat().st_size
    before = nvcc.listed(name) if cuobjdump else None
    assert ptx_versions(case, name) == {"9.5"}, name
    images = case.json("downgrade", name, "--target", OLD)["artifacts"][0]["images"]
    assert images and all(i["downgraded"] and i["proven_by"] == ["13.0", "13.5"] for i in images), (name, images)
    assert (case.folder / name).stat().st_size == size, name
    assert ptx_versions(case, name) == {"9.0"}, name
    if cuobjdump:
        assert nvcc.listed(name) == before, name
        nvcc.run(nvcc.cuobjdump, "-xptx", "all", name)
    target = case.json("rehearse", name, "--target", OLD)["artifacts"][0]["targets"][0]
    assert target["verdict"] == "loads-jit" and target["compiled"] >= 1, (name, target)
    assert case.json("downgrade", name, "--target", OLD)["artifacts"][0]["images"] == [], f"{name}: not done at once"


def downgrade_relocatable(case, nvcc):
    """Objects that call into each other are proven one by one; what is linked of them, and then downgraded, as well."""
    for name, text in (("calls", CALLS), ("called", CALLED)):
        (case.folder / f"{name}.cu").write_text(text)
        nvcc.run(nvcc.nvcc, CODE, "-dc", f"{name}.cu", "-o", f"{name}.o")
    nvcc.run(nvcc.nvcc, CODE, "calls.o", "called.o", "-o", "rdc")
    downgrade_and_check(case, nvcc, "rdc")
    for name in ("calls.o", "called.o"):
        images = case.json("downgrade", name, "--target", OLD)["artifacts"][0]["images"]
        assert [i["downgraded"] for i in images] == [True], images
    nvcc.run(nvcc.nvcc, CODE, "calls.o", "called.o", "-o", "rdc-of-downgraded")
    target = case.json("rehearse", "rdc-of-downgraded", "--target", OLD)["artifacts"][0]["targets"][0]
    assert target["verdict"] == "loads-jit" and target["compiled"] == 1, target
    # Before 13.0 there is no compiler of such objects: the newest at hand makes the code.
    nvcc.run(nvcc.nvcc, CODE, "--compress-mode=speed", "-dc", "calls.cu", "-o", "old.o")
    case.add("12.2")
    images = case.json("downgrade", "old.o", "--target", "9.0@cuda12.2")["artifacts"][0]["images"]
    assert [i["proven_by"] for i in images] == [["12.2", "13.5"]], images


def test(case):
    nvcc = Nvcc(case)
    case.add("13.0", "13.5")
    kinds = {"o": ["-c"], "so": ["-shared", "-Xcompiler", "-fPIC"], "exe": [], "fatbin": ["-fatbin"]}
    for mode in ("default", "size", "speed", "balance", "none"):
        flags = [] if mode == "default" else [f"--compress-mode={mode}"]
        for kind, phase in kinds.items():
            downgrade_and_check(case, nvcc, nvcc.make(f"{mode}.{kind}", *phase, *flags), kind != "fatbin")
    nvcc.make("a.o", "-c")
    nvcc.run("ar", "rcs", "liba.a", "a.o")
    downgrade_and_check(case, nvcc, "liba.a")
    nvcc.run(nvcc.nvcc, "-arch=compute_80", "-ptx", "k.cu", "-o", "k.ptx")
    downgrade_and_check(case, nvcc, "k.ptx", cuobjdump=False)
    # What was downgraded still links, and its PTX goes through the link unchanged.
    nvcc.run(nvcc.nvcc, "default.o", "-o", "linked")
    assert ptx_versions(case, "linked") == {"9.0"}
    downgrade_relocatable(case, nvcc)
    # A hint that 8.2 lacks is dropped: 12.2 would pass it over, 13.5 refuses it below 8.3.
    hinted = case.ptx("hint.ptx", "9.5", "sm_80", HINTED)
    report = case.json("downgrade", hinted, "--ptx-isa", "8.2")["artifacts"][0]["images"]
    assert [(i["downgraded"], i["dropped"]) for i in report] == [(True, [{"hint": "used_bytes_mask", "line": 6}])], report
    assert "pragma" not in (case.folder / hinted).read_text()
    print(f"{5 * len(kinds) + 6} files downgraded")


if __name__ == "__main__":
    sys.exit(jit_case.main(test))
