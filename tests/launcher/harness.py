# SPDX-License-Identifier: Apache-2.0
"""What the launcher's tests share: running a command bare and behind the
launcher, and comparing all that can be seen of both.

A test file is a set of functions case_NAME(bench); run_cases() runs the one
that the command line names, in an empty folder of its own.
"""

import argparse
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

# One target group that reads PTX up to 8.2 (CUDA 12.2): newer PTX is refused.
PROFILE = """{ "schema_version": 1, "name": "test", "targets": [
  { "name": "l4-pool", "gpus": [{"cc": "8.9"}], "cuda": "12.2" } ] }
"""
# Loads there, and does not.
GOOD_PTX = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() { ret; }\n"
BAD_PTX = GOOD_PTX.replace("8.0", "9.0", 1)


class Skip(Exception):
    """The case cannot run here; the text says why."""


class Bench:
    """The folder of one case, the launcher and the fake nvcc."""

    def __init__(self, launcher, fake, fake_libcuda, work):
        self.launcher = os.path.abspath(launcher)
        self.fake = os.path.abspath(fake)
        self.fake_libcuda = os.path.abspath(fake_libcuda)
        self.work = pathlib.Path(work).resolve()
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)
        os.chdir(self.work)
        self.write("profile.json", PROFILE)
        self.write("good.ptx", GOOD_PTX)
        self.write("bad.ptx", BAD_PTX)

    def write(self, name, text):
        path = self.work / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def has(self, name):
        return os.path.lexists(self.work / name)

    def environment(self, told="", **more):
        kept = {
            k: v
            for k, v in os.environ.items()
            if not k.startswith(("CUDACOMPAT_", "NVCC_", "FAKE_", "MAKE"))
        }
        kept["FAKE_NVCC"] = told
        kept.update(more)
        return kept

    def wrap(self, command, *options):
        options = options or ("--profile", "profile.json")
        return [self.launcher, *options, "--", *command]

    def run(self, command, told="", stdin=b"", env=None, timeout=60, **more):
        return subprocess.run(
            command,
            input=stdin,
            capture_output=True,
            env=self.environment(told) if env is None else env,
            timeout=timeout,
            **more,
        )

    def launch(self, *arguments, told="", options=(), **more):
        """The fake nvcc behind the launcher."""
        command = self.wrap([self.fake, *arguments], *options)
        return self.run(command, told, **more)

    def compare(self, arguments, told="", env=None, prepare=None, stdin=b"", **more):
        """Runs bare and wrapped; all that is seen must be equal."""
        seen = []
        env = self.environment(told) if env is None else dict(env)
        # As a launcher is used: what it writes goes through, nothing is added.
        for wrapped in (False, True):
            for name in ("record", "x.o"):
                (self.work / name).unlink(missing_ok=True)
            command = [self.fake, *arguments]
            done = self.run(
                self.wrap(command) if wrapped else command,
                stdin=stdin,
                env=env,
                preexec_fn=prepare,
                **more,
            )
            record = self.work / "record"
            seen.append(
                {
                    "status": done.returncode,
                    "stdout": done.stdout,
                    "stderr": done.stderr,
                    "record": record.read_bytes().splitlines()
                    if record.exists()
                    else None,
                }
            )
        for key in seen[0]:
            expect_equal(seen[1][key], seen[0][key], f"{key} of {arguments}")
        return seen[0]

    def start(self, command, told, **more):
        """Starts a command; returns once the fake nvcc says that it runs."""
        (self.work / "ready").unlink(missing_ok=True)
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=self.environment(told),
            **more,
        )
        self.wait_for(lambda: self.has("ready"))
        return process

    @staticmethod
    def wait_for(condition, seconds=20):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise AssertionError("waited for nothing")
            time.sleep(0.005)


# With and without a product that is judged: spawn and exec.
WAYS = ([], ["-c", "a.cu", "-o", "x.o"])


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def expect_equal(got, expected, what):
    if got == expected:
        return
    if isinstance(got, list) and isinstance(expected, list):
        got, expected = (
            [line for line in got if line not in expected],
            [line for line in expected if line not in got],
        )
    raise AssertionError(f"{what}\n  expected: {expected}\n  got:      {got}")


def expect_status(done, status):
    expect_equal(done.returncode, status, f"status; stderr: {done.stderr.decode(errors='replace')}")


def expect_silent(done, status=0):
    expect_status(done, status)
    expect_equal((done.stdout, done.stderr), (b"", b""), "output")


def expect_says(done, *words):
    expect_equal(done.stdout, b"", "stdout")
    for word in words:
        expect(word.encode() in done.stderr, f"no {word!r} in: {done.stderr.decode(errors='replace')}")


def run_cases(cases):
    parser = argparse.ArgumentParser()
    parser.add_argument("case")
    parser.add_argument("--launcher", required=True)
    parser.add_argument("--fake", required=True)
    parser.add_argument("--fake-libcuda", required=True)
    parser.add_argument("--work", required=True)
    arguments = parser.parse_args()
    # What the test runner blocks or ignores must not matter.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    bench = Bench(arguments.launcher, arguments.fake, arguments.fake_libcuda, arguments.work)
    case = cases.get("case_" + arguments.case.replace("-", "_"))
    if case is None:
        sys.exit(f"no case {arguments.case}")
    try:
        case(bench)
    except Skip as reason:
        print(f"skipped: {reason}")
        sys.exit(77)
    os.chdir("/")
    shutil.rmtree(bench.work, ignore_errors=True)
