# SPDX-License-Identifier: Apache-2.0
"""What the tests of `cudacompat jit` and `rehearse` share: a folder, a cache of its own, real compilers in it."""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
import toolkits  # noqa: E402


class Case:
    def __init__(self):
        parser = argparse.ArgumentParser()
        parser.add_argument("--program", required=True)
        parser.add_argument("--folder", required=True)
        args = parser.parse_args()
        self.program = args.program
        self.folder = pathlib.Path(args.folder)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.cache = self.folder / "cache"

    def run(self, *words, status=0, env=None):
        """The program's output; its status must be `status` (None: any)."""
        done = subprocess.run([self.program, *map(str, words)], cwd=self.folder, capture_output=True, text=True,
                              env={**os.environ, "CUDACOMPAT_CACHE": str(self.cache), **(env or {})})
        shown = f"cudacompat {' '.join(map(str, words))}: exit {done.returncode}\n{done.stdout}{done.stderr}"
        assert status is None or done.returncode == status, shown
        return done.stdout

    def json(self, *words, status=0):
        return json.loads(self.run(*words, "--format", "json", status=status))

    def add(self, *releases):
        """Real libnvJitLinks, by the tests' own fetch."""
        for release in releases:
            self.run("jit", "add", toolkits.path_of("nvjitlink", release))

    def compile(self, name, text, *flags, product="o"):
        """The object, or PTX, of a .cu by the nvcc at hand (13.0 or newer)."""
        (self.folder / f"{name}.cu").write_text(text)
        nvcc = os.environ.get("CUDACXX") or toolkits.path_of("nvcc")
        phase = "-c" if product == "o" else f"-{product}"
        subprocess.run([nvcc, *flags, phase, f"{name}.cu", "-o", f"{name}.{product}"], cwd=self.folder, check=True)
        return f"{name}.{product}"

    def ptx(self, name, isa, target, body):
        (self.folder / name).write_text(f".version {isa}\n.target {target}\n.address_size 64\n{body}")
        return name


def main(test, case=Case):
    """Runs a test; a toolkit that cannot be had is a skip with its reason, in CI a failure."""
    try:
        test(case())
    except toolkits.Unavailable as why:
        print(why)
        return 1 if os.environ.get("CI") == "true" else 77
    return 0
