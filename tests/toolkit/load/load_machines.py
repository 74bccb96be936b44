#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Machines of many kinds, by a fake driver: none, a stub, several GPUs, MIG; their reports merged; CTest's spec."""

import json
import pathlib
import subprocess

import load_case
from load_case import SASS_AND_PTX, has, only, result, runs


def a_machine_without_a_gpu(case):
    """A skip says why and is no pass; where a GPU is required it is a failure."""
    sass = case.object("k", SASS_AND_PTX)
    reasons = {
        "/nowhere/libcuda.so": ({}, "no CUDA driver"),
        case.libcuda: ({"FAKE_LIBCUDA_INIT": "100"}, "CUDA_ERROR_NO_DEVICE"),
        str(case.folder / "stub.so"): ({"FAKE_LIBCUDA_INIT": "34"}, "stub of the toolkit"),
        str(case.folder / "mismatch.so"): ({"FAKE_LIBCUDA_INIT": "803"}, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"),
        str(case.folder / "empty.so"): ({"FAKE_LIBCUDA_DEVICES": ""}, "has no device"),
    }
    for library, (setting, why) in reasons.items():
        if pathlib.Path(library).parent == case.folder:
            pathlib.Path(library).symlink_to(case.libcuda)
        env = case.driver(CUDACOMPAT_LIBCUDA=library, **setting)
        report = case.loads(sass, status=77, env=env)
        assert why in report["skipped"] and report["devices"] == report["artifacts"] == [], report
        text = case.run("load-test", sass, status=77, env=env)
        assert text.startswith("skipped on ") and why in text and text.count("\n") == 1, text
        case.run("load-test", sass, status=1, env={**env, "CUDACOMPAT_REQUIRE_GPU": "1"})
        case.run("load-test", sass, "--require-gpu", status=1, env=env)
        case.run("ctest-spec", status=77, env=env)


def several_gpus(case):
    sass = case.object("two", "-gencode=arch=compute_80,code=sm_80")
    env = case.driver(devices="9.0,8.0,8.6mig")
    report = case.loads(sass, status=1, env=env)
    assert [d["cc"] for d in report["devices"]] == ["9.0", "8.0", "8.6"]
    assert [d["mig"] for d in report["devices"]] == [False, False, True]
    assert [result(report, d)["verdict"] for d in range(3)] == ["fails-209", "loads", "loads"]
    assert [result(report, d)["disagreements"] for d in range(3)] == [0, 0, 0]
    report = case.loads(sass, "--device", "1", "--device", "2", env=env)
    assert [d["ordinal"] for d in report["devices"]] == [1, 2]
    case.run("load-test", sass, "--device", "3", status=2, env=env)


def a_driver_before_libraries_and_lists(case):
    report = case.loads(case.object("old", "-gencode=arch=compute_80,code=sm_80", "--compress-mode=none"), status=1,
                        env=case.driver("11.8", "8.0", jit=False, CUDACOMPAT_LIBCUDA=case.libcuda_old,
                                        FAKE_LIBCUDA_WRONG="200"))
    has(runs(report)["as-is"], module="CUDA_ERROR_INVALID_IMAGE", library=None, kernels=None)


def the_kernel_driver_is_told_by_nvml(case):
    """The system's own libcuda, beside which NVML tells the kernel driver."""
    if pathlib.Path("/proc/driver/nvidia/version").exists():
        print("the kernel driver of this machine is its own: not tried")
        return
    folder = case.folder / "system"
    folder.mkdir()
    (folder / "libcuda.so.1").symlink_to(case.libcuda)
    (folder / "nvml.c").write_text("""#include <string.h>
        int nvmlInit_v2(void) { return 0; }
        int nvmlSystemGetDriverVersion(char* out, unsigned size) { strncpy(out, "580.65.06", size); return 0; }""")
    case.tool("cc", "-shared", "-fPIC", "system/nvml.c", "-o", "system/libnvidia-ml.so.1")
    env = case.driver(CUDACOMPAT_LIBCUDA="", LD_LIBRARY_PATH=str(folder))
    report = case.loads(case.object("k", SASS_AND_PTX), env=env)
    has(report["driver"], kernel="580.65.06", cuda="13.0", libcuda=str(pathlib.Path(case.libcuda).resolve()))
    has(result(report), verdict="loads", disagreements=0)
    # A CUDA version above the kernel driver's can only come from cuda-compat, which may not work: not predicted.
    report = case.loads(case.object("k", SASS_AND_PTX), env={**env, "FAKE_LIBCUDA_CUDA": "13010"})
    has(runs(report)["disable-ptx-jit"], verdict="loads", expected=None, agreement="undecided")


def reports_are_merged(case):
    sass = case.object("fleet", "-gencode=arch=compute_90,code=sm_90")
    (case.folder / "reports").mkdir()

    def node(name, status, **driver):
        """The report that a machine of that name would write."""
        path = case.folder / "reports" / f"{name}.json"
        case.run("load-test", sass, "--format", "json", "-o", path, status=status, env=case.driver(**driver))
        path.write_text(json.dumps({**json.loads(path.read_text()), "node": name}))

    node("h1", 0, devices="9.0,9.0")
    node("h2", 0)
    node("a1", 1, devices="8.0")
    node("login", 77, FAKE_LIBCUDA_INIT="100")
    merged = case.loads("--collect", "reports", status=1, schema="load-collect")
    groups = {(c["cc"], c["cuda"]): c for c in merged["groups"]}
    has(groups["9.0", "13.0"], nodes=["h1", "h2"], verdict="loads", disagreements=0)
    has(groups["8.0", "13.0"], nodes=["a1"], verdict="fails-209")
    has(only(groups["8.0", "13.0"]["artifacts"]), path=sass, verdict="fails-209", nodes=["a1"])
    assert only(merged["skipped"])["node"] == "login" and merged["unread"] == []
    text = case.run("load-test", "--collect", "reports", status=1)
    assert "9.0, driver unknown, CUDA 13.0: loads on 2 nodes" in text and "fake" in text, text
    assert "skipped on login: " in text, text

    # A disagreement on any node is ours; what cannot be read is told, and is no pass.
    node("h3", 4, FAKE_LIBCUDA_WRONG="209")
    merged = case.loads("--collect", "reports", status=4, schema="load-collect")
    has({c["cc"]: c for c in merged["groups"]}["9.0"], verdict="fails-209", disagreements=1)
    for name in ("h3", "a1"):
        (case.folder / "reports" / f"{name}.json").unlink()
    case.loads("--collect", "reports", schema="load-collect")
    (case.folder / "reports" / "broken.json").write_text('{"schema_version": 1')
    merged = case.loads("--collect", "reports", status=3, schema="load-collect")
    assert only(merged["unread"])["file"] == "broken.json"
    (case.folder / "skipped").mkdir()
    (case.folder / "reports" / "login.json").rename(case.folder / "skipped" / "login.json")
    case.loads("--collect", "skipped", status=77, schema="load-collect")
    case.run("load-test", "--collect", "skipped", "--require-gpu", status=1)
    (case.folder / "none").mkdir()
    case.run("load-test", "--collect", "none", status=3)

    # A target group on which nothing was loaded has not passed.
    (case.folder / "notes.txt").write_text("no code\n")
    empty = case.loads("notes.txt", "--node", "n1", status=77, env=case.driver(devices="8.0"))
    assert empty["node"] == "n1", empty
    (case.folder / "none" / "n1.json").write_text(json.dumps(empty))
    case.loads("--collect", "none", status=77, schema="load-collect")
    loaded = case.loads(sass, "--node", "n2")
    (case.folder / "none" / "n2.json").write_text(json.dumps(loaded))
    case.loads("--collect", "none", status=3, schema="load-collect")


def ctest_takes_the_spec(case):
    case.run("ctest-spec", "-o", "spec.json", env=case.driver(devices="9.0,8.9,9.0"))
    local = only(json.loads((case.folder / "spec.json").read_text())["local"])
    assert {name: [row["id"] for row in rows] for name, rows in local.items()} == \
        {"gpus": ["0", "1", "2"], "sm_89": ["1"], "sm_90": ["0", "2"]}, local
    (case.folder / "CTestTestfile.cmake").write_text('add_test(t "/usr/bin/env")\n'
                                                     'set_tests_properties(t PROPERTIES RESOURCE_GROUPS "2,sm_90:1")\n')
    done = subprocess.run(["ctest", "-V", "--resource-spec-file", "spec.json"], cwd=case.folder, capture_output=True,
                          text=True, check=True)
    for group, device in ((0, 0), (1, 2)):
        assert f"CTEST_RESOURCE_GROUP_{group}_SM_90=id:{device},slots:1" in done.stdout, done.stdout


if __name__ == "__main__":
    load_case.main(a_machine_without_a_gpu, several_gpus, a_driver_before_libraries_and_lists,
                   the_kernel_driver_is_told_by_nvml, reports_are_merged, ctest_takes_the_spec)
