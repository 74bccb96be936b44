# SPDX-License-Identifier: Apache-2.0
"""What the tests of `cudacompat load-test` share: a fake driver, and reports held to their schema.

The driver is tests/support/fake_libcuda: no GPU, and named so in each report.
"""

import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "jit"))
sys.path.insert(0, str(HERE.parents[1] / "cli"))
import jit_case  # noqa: E402
import schema_check  # noqa: E402
from jit_case import toolkits  # noqa: E402

SCHEMAS = HERE.parents[2] / "templates" / "schemas"
KERNEL = "__global__ void k_{0}(float* p) {{ p[threadIdx.x] *= 2; }}\n"
SASS_AND_PTX = "-gencode=arch=compute_90,code=[sm_90,compute_90]"
MODES = ["as-is", "force-ptx-jit", "disable-ptx-jit"]


class LoadCase(jit_case.Case):
    def __init__(self):
        super().__init__()
        # PTX ISA 9.0: an older driver refuses what it writes.
        os.environ["CUDACXX"] = toolkits.path_of("nvcc", "13.0")
        self.libcuda = os.environ["FAKE_LIBCUDA_LIBCUDA"]
        self.libcuda_old = os.environ["FAKE_LIBCUDA_LIBCUDA_OLD"]

    def driver(self, cuda="13.0", devices="9.0", jit=True, **more):
        """The environment of a fake driver of a CUDA release."""
        major, minor = cuda.split(".")
        env = {"CUDACOMPAT_LIBCUDA": self.libcuda, "FAKE_LIBCUDA_DEVICES": devices,
               "FAKE_LIBCUDA_CUDA": str(int(major) * 1000 + int(minor) * 10)}
        if jit:
            env["FAKE_LIBCUDA_NVJITLINK"] = toolkits.path_of("nvjitlink", cuda)
        return {**env, **more}

    def loads(self, *words, status=0, env=None, schema="load-test"):
        """The JSON report of a load test."""
        out = self.run("load-test", *words, "--format", "json", status=status, env=env or self.driver())
        report = json.loads(out)
        wrong = list(schema_check.errors(report, json.loads((SCHEMAS / f"{schema}.json").read_text())))
        assert not wrong, wrong
        return report

    def shared(self, name, *flags):
        """lib<name>.so of one kernel."""
        (self.folder / f"{name}.cu").write_text(KERNEL.format(name))
        self.tool(os.environ["CUDACXX"], "-shared", "-Xcompiler", "-fPIC", *flags, f"{name}.cu", "-o", f"lib{name}.so")
        return f"lib{name}.so"

    def tool(self, *command):
        subprocess.run(command, cwd=self.folder, check=True)

    def object(self, name, *flags):
        return self.compile(name, KERNEL.format(name), *flags)


def only(rows):
    assert len(rows) == 1, rows
    return rows[0]


def result(report, device=0):
    """What one file gave on one device."""
    return only(report["artifacts"])["devices"][device]


def runs(report, device=0):
    """By mode, of the only container."""
    container = only(result(report, device)["containers"])
    return {run["mode"]: run for run in container["runs"]}


def has(row, **wanted):
    """`row` holds these values."""
    assert row | wanted == row, (wanted, row)


def main(*tests):
    def all_of_them(case):
        for test in tests:
            test(case)

    sys.exit(jit_case.main(all_of_them, LoadCase))
