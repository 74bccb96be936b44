#!/usr/bin/env python3
"""`cudacompat lower` on every kind of file that nvcc 13.5 makes, in every compression mode.

Each lowered file must keep its size, be listed by cuobjdump with the same images, hold the lowered version, and pass the
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


def lower_and_check(case, nvcc, name, cuobjdump=True):
    size = (case.folder / name).stat().st_size
    before = nvcc.listed(name) if cuobjdump else None
    assert ptx_versions(case, name) == {"9.5"}, name
    images = case.json("lower", name, "--target", OLD)["artifacts"][0]["images"]
    assert images and all(i["lowered"] and i["proven_by"] == ["13.0", "13.5"] for i in images), (name, images)
    assert (case.folder / name).stat().st_size == size, name
    assert ptx_versions(case, name) == {"9.0"}, name
    if cuobjdump:
        assert nvcc.listed(name) == before, name
        nvcc.run(nvcc.cuobjdump, "-xptx", "all", name)
    target = case.json("rehearse", name, "--target", OLD)["artifacts"][0]["targets"][0]
    assert target["verdict"] == "loads-jit" and target["compiled"] >= 1, (name, target)
    assert case.json("lower", name, "--target", OLD)["artifacts"][0]["images"] == [], f"{name}: not done at once"


def test(case):
    nvcc = Nvcc(case)
    case.add("13.0", "13.5")
    kinds = {"o": ["-c"], "so": ["-shared", "-Xcompiler", "-fPIC"], "exe": [], "fatbin": ["-fatbin"]}
    for mode in ("default", "size", "speed", "balance", "none"):
        flags = [] if mode == "default" else [f"--compress-mode={mode}"]
        for kind, phase in kinds.items():
            lower_and_check(case, nvcc, nvcc.make(f"{mode}.{kind}", *phase, *flags), kind != "fatbin")
    nvcc.make("a.o", "-c")
    nvcc.run("ar", "rcs", "liba.a", "a.o")
    lower_and_check(case, nvcc, "liba.a")
    nvcc.run(nvcc.nvcc, "-arch=compute_80", "-ptx", "k.cu", "-o", "k.ptx")
    lower_and_check(case, nvcc, "k.ptx", cuobjdump=False)
    # What was lowered still links, and its PTX goes through the link unchanged.
    nvcc.run(nvcc.nvcc, "default.o", "-o", "linked")
    assert ptx_versions(case, "linked") == {"9.0"}
    # A hint that 8.2 lacks is dropped.
    case.add("12.2")
    nvcc.make("hint.o", "-c", "--compress-mode=speed")
    report = case.json("lower", "hint.o", "--ptx-isa", "8.2")["artifacts"][0]["images"]
    assert all(i["lowered"] for i in report), report
    print(f"{5 * len(kinds) + 2} files lowered; hints dropped for 8.2: {sum(len(i['dropped']) for i in report)}")


if __name__ == "__main__":
    sys.exit(jit_case.main(test))
