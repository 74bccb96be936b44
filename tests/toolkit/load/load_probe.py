#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cudacompat probe`, with a fake driver and a fake nvidia-smi; the profile that it writes is judged by."""

import json
import os
import pathlib
import shutil
import sys

import load_case
from load_case import SCHEMAS, has, only, schema_check


def probed(case, status=0, **env):
    """The JSON report, held to its schema; and what `--format profile` writes, or nothing."""
    report = json.loads(case.run("probe", "--format", "json", status=status, env=env))
    wrong = list(schema_check.errors(report, json.loads((SCHEMAS / "probe.json").read_text())))
    assert not wrong, wrong
    return report, case.run("probe", "--format", "profile", status=status, env=env)


def the_driver_tells(case):
    report, profile = probed(case, **case.driver("12.4", "9.0,8.0mig", jit=False))
    assert report["from"] == "libcuda" and report["silent"] is None, report
    has(report["driver"], cuda="12.4", kernel=None, libcuda=str(pathlib.Path(case.libcuda).resolve()))
    assert [(g["cc"], g["mig"]) for g in report["gpus"]] == [("9.0", False), ("8.0", True)], report
    assert {tool["name"]: tool["release"] for tool in report["tools"]}["nvcc"].startswith("13.0."), report
    target = only(json.loads(profile)["targets"])
    has(target, cuda="12.4")
    assert [g["cc"] for g in target["gpus"]] == ["8.0", "9.0"], target
    (case.folder / "here.json").write_text(profile)
    case.run("profile", "validate", "here.json")
    text = case.run("probe", env=case.driver("12.4", "9.0", jit=False))
    assert "driver     driver unknown, CUDA 12.4\n" in text and "GPU        9.0   fake" in text, text


def this_machine_is_a_profile(case):
    """Written, or by its name: both judge alike."""
    sass = case.object("sass", "-gencode=arch=compute_80,code=sm_80")
    for devices, status in (("8.6", 0), ("9.0", 1)):
        env = case.driver("13.0", devices, jit=False)
        (case.folder / "here.json").write_text(case.run("probe", "--format", "profile", env=env))
        for profile in ("here.json", "this-machine"):
            report = json.loads(case.run("check", sass, "-p", profile, "--format", "json", status=status, env=env))
            assert report["verdict"] == ("loads" if status == 0 else "fails-209"), report
        plan = json.loads(case.run("plan", "-p", "this-machine", "--format", "json", env=env))
        assert plan["architectures"] == [devices.replace(".", "") + "-real"], plan
    case.run("check", sass, "-p", "this-machine", status=77, env=bare(case))


def made_torch(case, version, cuda):
    """A venv whose torch has one kernel, for 9.0."""
    site = case.folder / "venv/lib/python3.11/site-packages"
    (site / f"torch-{version}.dist-info").mkdir(parents=True, exist_ok=True)
    (site / "torch/lib").mkdir(parents=True, exist_ok=True)
    (site / f"torch-{version}.dist-info/METADATA").write_text(f"Name: torch\nVersion: {version}\n")
    (site / f"torch-{version}.dist-info/RECORD").write_text("torch/version.py,,\ntorch/lib/libtorch_cuda.so,,\n")
    (site / "torch/version.py").write_text(f"__version__ = '{version}+cu{cuda.replace('.', '')}'\ncuda = '{cuda}'\n")
    library = case.folder / case.shared("torch_cuda", "-gencode=arch=compute_90,code=sm_90")
    shutil.copy(library, site / "torch/lib/libtorch_cuda.so")
    return case.folder / "venv"


def frameworks_are_in_the_profile(case):
    env, venv = case.driver("13.0", "9.0,12.0", jit=False), made_torch(case, "2.9.1", "13.0")
    report = json.loads(case.run("probe", "--env", venv, "--format", "json", env=env))
    has(only(report["python"]["packages"]), name="torch", version="2.9.1+cu130", cuda="13.0", archs=["sm_90"])
    for active in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        profile = case.run("probe", "--format", "profile", env={**env, active: str(venv)})
        framework = only(only(json.loads(profile)["targets"])["frameworks"])
        assert framework == {"name": "torch", "version": "2.9.1+cu130", "cuda": "13.0", "archs": ["sm_90"]}, framework
    (case.folder / "here.json").write_text(profile)
    both = case.object("both", "-gencode=arch=compute_90,code=sm_90", "-gencode=arch=compute_120,code=sm_120")
    text = case.run("check", both, "-p", "here.json")
    assert "warning[CC607]" in text and "torch 2.9.1+cu130" in text, text
    (venv / "lib/python3.11/site-packages/torch/lib/libtorch_cuda.so").unlink()
    case.run("probe", "--env", venv, status=3, env=env)


def drift_is_told(case):
    before = {**case.driver("12.4", "9.0,8.9", jit=False), "VIRTUAL_ENV": str(made_torch(case, "2.9.1", "13.0"))}
    (case.folder / "baseline.json").write_text(case.run("probe", "--baseline", env=before))
    record = json.loads((case.folder / "baseline.json").read_text())
    wrong = list(schema_check.errors(record, json.loads((SCHEMAS / "baseline.json").read_text())))
    assert not wrong, wrong
    assert case.run("probe", "--baseline", env=before) == (case.folder / "baseline.json").read_text()
    assert case.run("probe", "--diff", "baseline.json", env=before) == ""
    after = {**before, **case.driver("13.0", "9.0,9.0", jit=False)}
    made_torch(case, "2.9.1", "13.2")
    told = case.run("probe", "--diff", "baseline.json", status=1, env=after).splitlines()
    assert told == ["CUDA 12.4 -> 13.0", "GPU 8.9 fake, no GPU x1 -> none", "GPU 9.0 fake, no GPU x1 -> x2",
                    "torch 2.9.1+cu130 -> 2.9.1+cu132", "torch CUDA 13.0 -> 13.2"], told
    assert "GPU 9.0 fake, no GPU x1 -> none" in case.run("probe", "--diff", "baseline.json", status=1, env=bare(case))


def bare(case, smi=""):
    """No driver; a fake for nvidia-smi that prints `smi`, or none."""
    folder = case.folder / "bin"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    if smi:
        (folder / "nvidia-smi").write_text(f"#!/bin/sh\n# A fake, for tests.\ncat <<'END'\n{smi}\nEND\n")
        (folder / "nvidia-smi").chmod(0o755)
    return {"CUDACOMPAT_LIBCUDA": "/nowhere/libcuda.so", "PATH": str(folder)}


def nvidia_smi_tells(case):
    env = bare(case, "name, driver_version, compute_cap\nNVIDIA L4, 535.183.06, 8.9\nNVIDIA L4, 535.183.06, 8.9")
    report, profile = probed(case, status=1, **{**env, "PATH": f"{env['PATH']}:/bin:/usr/bin"})
    assert report["from"] == "nvidia-smi" and "/nowhere/libcuda.so" in report["silent"], report
    has(report["driver"], kernel="535.183.06", libcuda=None)
    has(only(json.loads(profile)["targets"]), driver="535.183.06", gpus=[{"cc": "8.9", "name": "NVIDIA L4"}])
    env = bare(case, "name, driver_version, compute_cap\nNVIDIA Z9, 535.183.06, [N/A]")
    assert probed(case, status=3, **{**env, "PATH": f"{env['PATH']}:/bin:/usr/bin"})[1] == ""


def a_machine_without_a_gpu(case):
    for env in (bare(case), case.driver(FAKE_LIBCUDA_INIT="100", PATH=str(case.folder / "bin"))):
        report, profile = probed(case, status=77, **env)
        assert profile == "" and report["from"] is None and report["gpus"] == [], report
        assert "nvidia-smi was not found" in report["silent"], report
        driver = "none" if env["CUDACOMPAT_LIBCUDA"].startswith("/nowhere") else "driver unknown, CUDA 13.0"
        text = case.run("probe", status=77, env=env)
        assert text.startswith(f"driver     {driver}\n") and "GPU        none\n" in text, text
        case.run("probe", "--format", "profile", "-o", "none.json", status=77, env=env)
        assert not (case.folder / "none.json").exists()


def all_of_them(case):
    if os.path.exists("/proc/driver/nvidia/version"):
        print("this machine has a driver of its own, which would be told too")
        sys.exit(77)
    for test in (the_driver_tells, this_machine_is_a_profile, frameworks_are_in_the_profile, drift_is_told,
                 nvidia_smi_tells, a_machine_without_a_gpu):
        test(case)


if __name__ == "__main__":
    load_case.main(all_of_them)
