# SPDX-License-Identifier: Apache-2.0
"""Which product is judged, and what becomes of it. The products are PTX text
that the fake nvcc copies; real objects are in nvcc_test.py."""

import os
import signal
import subprocess
import threading

from harness import (
    BAD_PTX,
    GOOD_PTX,
    expect,
    expect_equal,
    expect_says,
    expect_silent,
    expect_status,
    run_cases,
)

REFUSAL = "k.cu: error: cudacompat[CC201]: on l4-pool"


def refused(bench, done, product):
    expect_status(done, 1)
    expect_says(done, "error: cudacompat[CC201]: on l4-pool", "fix: ")
    expect(not bench.has(product), f"{product} is still there")
    expect(bench.has(product + ".rejected"), f"no {product}.rejected")


def case_good_product_is_silent(bench):
    expect_silent(bench.launch("-ptx", "k.cu", "-arch=sm_80", "-o", "x.ptx", told="write=good.ptx,x.ptx"))
    expect_equal((bench.work / "x.ptx").read_text(), GOOD_PTX, "the product")


def case_refused_product_is_moved_aside(bench):
    bench.write("x.ptx.rejected", "an older one")
    done = bench.launch("-ptx", "k.cu", "-o", "x.ptx", told="write=bad.ptx,x.ptx")
    refused(bench, done, "x.ptx")
    expect_says(done, REFUSAL, "x.ptx moved to x.ptx.rejected")
    expect_equal((bench.work / "x.ptx.rejected").read_text(), BAD_PTX, "the rejected product")


def case_refusal_is_one_write(bench):
    read_end, write_end = os.pipe()
    writes = []

    def reader():
        while block := os.read(read_end, 1 << 16):
            writes.append(block)

    thread = threading.Thread(target=reader)
    thread.start()
    traced = subprocess.run(["which", "strace"], capture_output=True, check=False).returncode == 0
    command = bench.wrap([bench.fake, "-ptx", "k.cu", "-o", "x.ptx"])
    subprocess.run(
        (["strace", "-qq", "-o", "trace", "-e", "trace=write"] if traced else []) + command,
        # A leak checker cannot work in a traced process.
        env=bench.environment("write=bad.ptx,x.ptx", ASAN_OPTIONS="detect_leaks=0"),
        stderr=write_end,
        check=False,
    )
    os.close(write_end)
    thread.join()
    expect(b"cudacompat[CC201]" in b"".join(writes), "no refusal")
    if traced:
        expect_equal((bench.work / "trace").read_text().count("write(2"), 1, "writes to stderr")
    else:
        expect_equal(len(writes), 1, "writes to stderr")


def case_warn_mode_keeps_the_product(bench):
    done = bench.launch(
        "-ptx", "k.cu", "-o", "x.ptx", told="write=bad.ptx,x.ptx",
        options=("--profile", "profile.json", "--mode", "warn"),
    )
    expect_status(done, 0)
    expect_says(done, "k.cu: warning: cudacompat[CC201]")
    expect(b"error:" not in done.stderr, "an error in mode warn")
    expect(bench.has("x.ptx") and not bench.has("x.ptx.rejected"), "the product is gone")


def case_off_mode_only_runs(bench):
    for env in ({}, {"CUDACOMPAT_MODE": "off"}):
        options = ("--profile", "nowhere") if env else ("--mode", "off")
        done = bench.run(
            bench.wrap([bench.fake, "-ptx", "k.cu", "-o", "x.ptx"], *options),
            env=bench.environment("write=bad.ptx,x.ptx", **env),
        )
        expect_silent(done)
        expect(bench.has("x.ptx"), "the product is gone")


def case_failed_command_is_not_judged(bench):
    done = bench.launch("-ptx", "k.cu", "-o", "x.ptx", told="write=bad.ptx,x.ptx;exit=2")
    expect_silent(done, 2)
    expect(bench.has("x.ptx"), "the product of a failed command is gone")


def case_stale_product_is_never_judged(bench):
    bench.write("x.ptx", BAD_PTX)
    expect_silent(bench.launch("-ptx", "k.cu", "-o", "x.ptx"))
    expect(bench.has("x.ptx"), "the stale product is gone")
    done = bench.launch("-ptx", "k.cu", "-o", "x.ptx", options=("--profile", "profile.json", "-v"))
    expect_status(done, 0)
    expect_says(done, "x.ptx: not checked: the command did not write it")


def case_product_written_anew_is_judged(bench):
    """The same bytes in the same place, and a hard link that only its ctime tells."""
    bench.write("x.ptx", BAD_PTX)
    refused(bench, bench.launch("-ptx", "k.cu", "-o", "x.ptx", told="write=bad.ptx,x.ptx"), "x.ptx")
    bench.write("store", BAD_PTX)
    os.link("store", "x.ptx")
    refused(bench, bench.launch("-ptx", "k.cu", "-o", "x.ptx", told="link=store,x.ptx"), "x.ptx")
    expect_equal((bench.work / "store").read_text(), BAD_PTX, "the store's own copy")


def case_device_as_product_is_not_judged(bench):
    expect_silent(bench.launch("-ptx", "k.cu", "-o", "/dev/null"))
    expect_silent(bench.launch("-c", "k.cu", "-o", "-"))


def case_one_step_link_is_said_not_to_be_checked(bench):
    expect_silent(bench.launch("k.cu", "-o", "app"))
    done = bench.launch("k.cu", "-o", "app", options=("--profile", "profile.json", "-v"))
    expect_status(done, 0)
    expect_says(done, "not checked: this command writes nothing that is judged")


def case_last_output_wins(bench):
    ptx = ["-ptx", "k.cu", "-o", "first.ptx", "-optf", "file.opt", "--output-file", "x.ptx"]
    bench.write("file.opt", "-o second.ptx")
    refused(bench, bench.launch(*ptx, told="write=bad.ptx,x.ptx"), "x.ptx")
    refused(bench, bench.launch(*ptx[:-2], told="write=bad.ptx,second.ptx"), "second.ptx")
    for variable, product in (("NVCC_APPEND_FLAGS", "other.ptx"), ("NVCC_PREPEND_FLAGS", "x.ptx")):
        done = bench.run(
            bench.wrap([bench.fake, *ptx]),
            env=bench.environment(f"write=bad.ptx,{product}", **{variable: "-o other.ptx"}),
        )
        refused(bench, done, product)


def case_several_products(bench):
    done = bench.launch("-ptx", "-arch=sm_80", "a.cu", "d/b.cu", told="write=good.ptx,a.ptx;write=bad.ptx,b.ptx")
    refused(bench, done, "b.ptx")
    expect_says(done, "d/b.cu: error")
    expect(b"a.cu" not in done.stderr, "a.cu was refused too")
    expect(bench.has("a.ptx"), "the good product is gone")


def case_object_without_device_code(bench):
    expect_silent(bench.launch("-c", "k.cpp", "-o", "x.o", told=f"write={bench.fake},x.o"))
    expect(bench.has("x.o"), "the product is gone")


def case_other_compilers_pass(bench):
    os.symlink(bench.fake, "gcc")
    expect_silent(bench.run(bench.wrap(["./gcc", "-c", "k.c", "-o", "x.o"]), f"write={bench.fake},x.o"))


def case_suppressed_finding_is_silent(bench):
    bench.write(
        "profile.json",
        (bench.work / "profile.json").read_text().rstrip().rstrip("}")
        + ', "policy": {"suppress": [{"id": "CC201", "path": "*.ptx", "reason": "a demo"}]} }',
    )
    expect_silent(bench.launch("-ptx", "k.cu", "-o", "x.ptx", "-arch=sm_80", told="write=bad.ptx,x.ptx"))


def case_partial_unit_is_judged_on_its_gpus(bench):
    bench.write(
        "profile.json",
        (bench.work / "profile.json").read_text().rstrip().rstrip("}")
        + ', "policy": {"partial": [{"unit": "src/hopper/*.cu", "gpus": ["9.0"], "reason": "chosen at run time"}]} }',
    )
    told = "write=bad.ptx,x.ptx"
    expect_silent(bench.launch("-ptx", "/p/src/hopper/k.cu", "-arch=sm_90", "-o", "x.ptx", told=told))
    refused(bench, bench.launch("-ptx", "/p/src/k.cu", "-arch=sm_90", "-o", "x.ptx", told=told), "x.ptx")


def case_plan_file(bench):
    bench.write(
        "plan",
        '{"schema_version": 1, "targets": [{"name": "l4-pool", "gpus": [{"cc": "8.9"}], "cuda": "12.2"}]}',
    )
    for options, env in (
        (("--plan", "plan"), {}),
        (("-v",), {"CUDACOMPAT_PLAN": "plan"}),
        (("-v",), {"CUDACOMPAT_PROFILE": "profile.json"}),
    ):
        done = bench.run(
            bench.wrap([bench.fake, "-ptx", "k.cu", "-o", "x.ptx"], *options),
            env=bench.environment("write=bad.ptx,x.ptx", **env),
        )
        refused(bench, done, "x.ptx")


def case_no_architecture_chosen(bench):
    """The default is told only where something is wrong, and only of nvcc."""
    told = "write=bad.ptx,x.ptx"
    done = bench.launch("-ptx", "k.cu", "-o", "x.ptx", told=told)
    expect_says(done, "k.cu: warning: cudacompat[CC601]")
    done = bench.launch("-ptx", "k.cu", "-o", "x.ptx", "-arch=native", told=told)
    expect_says(done, "k.cu: warning: cudacompat[CC602]")
    done = bench.launch("-ptx", "k.cu", "-o", "x.ptx", "-arch=sm_90", told=told)
    expect(b"CC60" not in done.stderr, "an architecture was chosen")


def case_failed_query_is_explained(bench):
    done = bench.launch("-arch=sm_Failed", "-c", "k.cu", "-o", "x.o", told="exit=1")
    expect_status(done, 1)
    expect_says(done, "'sm_Failed' is not an architecture but looks like the output of a failed GPU query")
    expect_silent(bench.launch("-arch=sm_1", "-c", "k.cu", "-o", "x.o", told="exit=1"), 1)


def case_usage(bench):
    for options in (("--plans",), ("--mode", "maybe"), ("--plan", "p", "--profile", "p")):
        done = bench.launch("-c", "k.cu", told="record=record", options=options)
        expect_status(done, 2)
        expect_says(done, "cudacompat-launch: ")
    done = bench.run([bench.launcher, "--", bench.fake])
    expect_status(done, 2)
    expect(not bench.has("record"), "the command was run")
    for option, word in (("--help", b"usage: "), ("--version", b"cudacompat-launch ")):
        done = bench.run([bench.launcher, option])
        expect_status(done, 0)
        expect_equal((done.stdout.startswith(word), done.stderr), (True, b""), option)


def case_kill_leaves_nothing_half_written(bench):
    """Killed at any moment, the product is whole, under one of its two names."""
    bench.write("big.ptx", BAD_PTX + "// padding\n" * 200000)
    names = ("x.ptx", "x.ptx.rejected")
    seen = set()
    for delay in range(0, 40):
        for name in names:
            (bench.work / name).unlink(missing_ok=True)
        process = subprocess.Popen(
            bench.wrap([bench.fake, "-ptx", "k.cu", "-o", "x.ptx"]),
            env=bench.environment("write=big.ptx,x.ptx;ready=ready"),
            stderr=subprocess.DEVNULL,
        )
        bench.wait_for(lambda: bench.has("ready"))
        os.unlink("ready")
        try:
            process.wait(delay / 4000)
        except subprocess.TimeoutExpired:
            pass
        process.send_signal(signal.SIGKILL)
        process.wait()
        there = [name for name in names if bench.has(name)]
        expect_equal(len(there), 1, f"products after a kill: {there}")
        seen.add(there[0])
        expect_equal(os.path.getsize(there[0]), os.path.getsize("big.ptx"), there[0])
        files = set(os.listdir(".")) - {"profile.json", "good.ptx", "bad.ptx", "big.ptx"}
        expect_equal(files, {there[0]}, "files")
    print(f"killed before and after: {sorted(seen)}")


if __name__ == "__main__":
    run_cases(globals())
