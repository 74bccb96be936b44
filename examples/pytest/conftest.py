# SPDX-License-Identifier: Apache-2.0
"""Tests that use the `gpu` fixture run only where driver, toolkit and packages fit each other.

`cudacompat doctor --assert` looks at the environment that pytest runs in, without importing any of it. Where it is
wrong the tests fail with the cause and its fix, before a kernel has given error 209 or 222; without a GPU they are
skipped. `pytest --cuda-target 9.0@535.183.06` judges for another machine than this one, which needs no GPU.
"""

import os
import subprocess
import sys

import pytest

NO_GPU = 77


def pytest_addoption(parser):
    parser.addoption("--cuda-target", action="append", default=[], metavar="TARGET",
                     help="judge the environment for this machine, 9.0@535.183.06, instead of this one")


@pytest.fixture(scope="session")
def gpu(pytestconfig):
    command = [os.environ.get("CUDACOMPAT", "cudacompat"), "doctor", "--assert", "--env", sys.prefix]
    for target in pytestconfig.getoption("--cuda-target"):
        command += ["--target", target]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError:
        pytest.fail(f"there is no {command[0]}: put it in PATH, or its path in CUDACOMPAT", pytrace=False)
    line = done.stderr.strip()
    if done.returncode == NO_GPU:
        pytest.skip(line)
    if done.returncode != 0:
        pytest.fail(line.replace("; fix: ", "\nfix: ") or f"{command[0]} ended with {done.returncode}", pytrace=False)
