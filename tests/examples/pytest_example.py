#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""examples/pytest with a real pytest, in virtual environments with a real CuPy: one that fits and one that does not."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import toolkits  # noqa: E402

# The newest driver of a branch that many data centers keep: CUDA 12.2.
TARGET = ("--cuda-target", "9.0@535.183.06")


def link(source, target):
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


class Environment:
    """A virtual environment that holds some packages, as pip would leave them."""

    def __init__(self, folder, program, *packages):
        self.folder = folder / packages[0]
        self.program = program
        shutil.rmtree(self.folder, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", self.folder], check=True)
        site = next(self.folder.glob("lib/python*/site-packages"))
        for package in packages:
            shutil.copytree(toolkits.fetch(package), site, copy_function=link, dirs_exist_ok=True)

    def pytest(self, *options, **variables):
        env = {**os.environ, "PYTHONPATH": str(toolkits.fetch("pytest")), "PYTHONDONTWRITEBYTECODE": "1",
               "CUDACOMPAT": self.program, **variables}
        done = subprocess.run([self.folder / "bin" / "python", "-m", "pytest", "-p", "no:cacheprovider", "-rs", *options,
                               ROOT / "examples" / "pytest"], env=env, cwd=self.folder, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


def expect(found, status, *words):
    assert found[0] == status, f"exit {found[0]}, expected {status}\n{found[1]}"
    for word in words:
        assert word in found[1], f"no {word!r} in\n{found[1]}"


def example(folder, program):
    wrong = Environment(folder, program, "cupy-cuda13x")
    expect(wrong.pytest(*TARGET), 1, "cupy-cuda13x", "error 35", "\nfix: ", "1 passed, 1 error")
    right = Environment(folder, program, "cupy-cuda12x", "nvidia-cuda-nvrtc-cu12")
    expect(right.pytest(*TARGET), 0, "2 passed")
    if os.path.exists("/proc/driver/nvidia/version"):
        return
    expect(right.pytest(CUDACOMPAT_LIBCUDA="/nowhere/libcuda.so"), 0, "1 passed, 1 skipped", "no GPU")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--folder", required=True, type=pathlib.Path)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    try:
        example(args.folder, args.program)
    except toolkits.Unavailable as why:
        print(why)
        return toolkits.skip_status()
    return 0


if __name__ == "__main__":
    sys.exit(main())
