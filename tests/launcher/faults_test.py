# SPDX-License-Identifier: Apache-2.0
"""A fault of our own never breaks a compile in mode warn, and is exit 4 with one
line in mode error; the product that was not judged is then out of the way."""

import os
import resource
import subprocess

from harness import expect, expect_equal, expect_says, expect_silent, expect_status, run_cases

COMMAND = ("-ptx", "k.cu", "-arch=sm_80", "-o", "x.ptx")
TOLD = "write=good.ptx,x.ptx"


def faulty(bench, words, told=TOLD, profile="profile.json", product="x.ptx", **more):
    done = bench.launch(*COMMAND, told=told, options=("--profile", profile, "--mode", "warn"), **more)
    expect_status(done, 0)
    expect_says(done, f"cudacompat-launch: {product}: warning: not checked: ", *words)
    expect_equal(done.stderr.count(b"\n"), 1, "lines")
    expect(bench.has(product), "the product is gone in mode warn")
    done = bench.launch(*COMMAND, told=told, options=("--profile", profile), **more)
    expect_status(done, 4)
    expect_says(done, f"cudacompat-launch: {product}: error: not checked: ", *words)
    expect(not bench.has(product), "a product that was not judged is in place")
    expect(bench.has(product + ".rejected"), "and nowhere else")


def case_missing_profile(bench):
    faulty(bench, ["nowhere.json: No such file"], profile="nowhere.json")


def case_profile_that_is_none(bench):
    bench.write("empty", "")
    bench.write("broken.json", '{ "schema_version": 1, "name": "x", "targets": [ {"gpus": ["8.9"]} ] }')
    bench.write("plan", '{"schema_version": 2}')
    faulty(bench, ["empty"], profile="empty")
    faulty(bench, ["broken.json:1:"], profile="broken.json")
    faulty(bench, ["plan"], profile="plan")
    os.mkfifo("fifo")
    faulty(bench, ["fifo: not a regular file"], profile="fifo")
    faulty(bench, [": not a regular file"], profile=".")


def case_no_descriptor_left(bench):
    # Three standard descriptors and none to open a file with.
    def prepare():
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, 8))

    faulty(bench, ["Too many open files"], told="files=8;" + TOLD, preexec_fn=prepare)


def case_no_memory(bench):
    bench.write("profile.json", (bench.work / "profile.json").read_text() + " " * (64 << 20))

    def prepare():
        resource.setrlimit(resource.RLIMIT_AS, (48 << 20, 48 << 20))

    faulty(bench, ["out of memory"], preexec_fn=prepare)


def case_product_that_vanishes_into_a_folder(bench):
    # Not a regular file any more: nothing to judge, nothing to say.
    os.mkdir("x.ptx")
    expect_silent(bench.launch(*COMMAND))


def case_damaged_product_is_refused(bench):
    # The magic of a fatbin and nothing behind it: could not tell, never a pass.
    bench.write("cut", b"\x50\xed\x55\xba\x01\x00\x10\x00" + b"\xff" * 8)
    done = bench.launch("-fatbin", "k.cu", "-arch=sm_80", "-o", "x", told="write=cut,x")
    expect(done.returncode in (1, 4), f"status {done.returncode}")
    expect(not bench.has("x"), "a damaged product is in place")


def case_closed_stderr(bench):
    for redirect in ("2>&-", ">&- 2>&-", "<&- >&- 2>&-", "2>/dev/full"):
        for told, mode, status in (
            ("write=bad.ptx,x.ptx", "error", 1),
            ("write=bad.ptx,x.ptx", "warn", 0),
            (TOLD, "error", 0),
        ):
            command = bench.wrap([bench.fake, *COMMAND], "--profile", "profile.json", "--mode", mode)
            done = bench.run(["sh", "-c", f'exec "$@" {redirect}', "sh", *command], told)
            expect_silent(done, status)
            expect_equal(bench.has("x.ptx"), status == 0, f"x.ptx in mode {mode}")


def case_stderr_that_nobody_reads(bench):
    for mode, status in (("error", 1), ("warn", 0)):
        read_end, write_end = os.pipe()
        os.close(read_end)
        done = subprocess.run(
            bench.wrap([bench.fake, *COMMAND], "--profile", "profile.json", "--mode", mode),
            env=bench.environment("write=bad.ptx,x.ptx"),
            stderr=write_end,
            check=False,
        )
        os.close(write_end)
        expect_equal(done.returncode, status, "status")


def case_name_too_long_to_move(bench):
    """NAME.rejected is no name: then the product is deleted."""
    name = "x" * 250 + ".ptx"
    done = bench.launch("-ptx", "k.cu", "-o", name, told=f"write=bad.ptx,{name}")
    expect_status(done, 1)
    expect_says(done, f"{name} deleted")
    expect(not bench.has(name), "the product is in place")


if __name__ == "__main__":
    run_cases(globals())
