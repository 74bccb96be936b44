#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The launcher downgrades what nvcc 13.5 made; behind ccache, with hard links, the store is never damaged."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "jit"))
import jit_case  # noqa: E402
from jit_case import toolkits  # noqa: E402

KERNEL = "__global__ void k(float* p) { p[threadIdx.x] *= 2; }\n"
LARGE = "struct L { char c[5000]; };\n__global__ void large(L l, float* p) { p[0] = l.c[3]; }\n"
FLAGS = ["-gencode=arch=compute_80,code=compute_80", "--compress-mode=speed"]


def profile(case, cuda):
    name = f"cuda{cuda}.json"
    text = {"schema_version": 1, "name": name, "policy": {"downgrade_ptx": True},
            "targets": [{"name": "h100", "gpus": [{"cc": "9.0"}], "cuda": cuda}]}
    (case.folder / name).write_text(json.dumps(text))
    return name


def launch(case, machines, source, out, *before, status=0, env=None):
    """Compiles behind the launcher; returns what it said."""
    launcher = pathlib.Path(case.program).parent / "cudacompat-launch"
    command = [launcher, "--profile", machines, "--", *before, toolkits.path_of("nvcc", "13.5"), *FLAGS, "-c", source,
               "-o", out]
    done = subprocess.run([*map(str, command)], cwd=case.folder, capture_output=True, text=True,
                          env={**os.environ, "CUDACOMPAT_CACHE": str(case.cache), **(env or {})})
    assert done.returncode == status, f"exit {done.returncode}\n{done.stdout}{done.stderr}"
    assert done.stdout == "", done.stdout
    return done.stderr


def isa(case, name):
    images = case.json("inspect", name)["artifacts"][0]["containers"][0]["images"]
    return images[0]["ptx_isa"]


def test(case):
    (case.folder / "k.cu").write_text(KERNEL)
    (case.folder / "large.cu").write_text(LARGE)
    old = profile(case, "12.0")
    # Without a compiler to prove it with nothing is rewritten, and the refusal says what to get.
    case.add("13.5")
    said = launch(case, old, "k.cu", "k.o", status=1)
    assert "cudacompat jit fetch 12.0" in said and "CC201" in said, said
    assert not (case.folder / "k.o").exists() and isa(case, "k.o.rejected") == "9.5"

    case.add("12.0")
    assert launch(case, old, "k.cu", "k.o") == "", "silent when all is well"
    assert isa(case, "k.o") == "8.0"

    # A text that needs more: which kernel, and why.
    said = launch(case, old, "large.cu", "large.o", status=1)
    assert "kernel _Z5large" in said and "parameter space" in said, said

    ccache = shutil.which("ccache")
    if not ccache:
        if os.environ.get("CI") == "true":
            raise AssertionError("no ccache")
        print("no ccache: hits are not tried")
        return
    store = {"CCACHE_DIR": str(case.folder / "store"), "CCACHE_HARDLINK": "1", "CCACHE_NOHASHDIR": "1"}
    made = set()
    for _ in range(3):  # a miss, then hits
        (case.folder / "k.o").unlink(missing_ok=True)
        assert launch(case, old, "k.cu", "k.o", ccache, env=store) == ""
        assert isa(case, "k.o") == "8.0"
        made.add((case.folder / "k.o").read_bytes())
        stored = [f for f in (case.folder / "store").rglob("*") if f.is_file() and f.read_bytes()[:4] == b"\x7fELF"]
        assert stored and all(isa(case, f) == "9.5" for f in stored), "the store was damaged"
    assert len(made) == 1, "the same object, downgraded to other bytes"


if __name__ == "__main__":
    sys.exit(jit_case.main(test))
