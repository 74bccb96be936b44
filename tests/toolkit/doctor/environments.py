#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does `cudacompat doctor --env` tell the truth of packages from PyPI?

    environments.py --program P --folder DIR

Without a GPU it says so, and still finds a wheel whose CUDA libraries are not here, and none where they are. For GPUs
that are named, its verdict on each wheel is held against what NVIDIA's cuobjdump lists in the wheel's libraries and
the programming guide's rule for SASS. Exit: 0 right, 1 wrong, 77 nothing could be tried, with the reason.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
for folder in (HERE.parent, HERE.parent / "frameworks", HERE.parents[1] / "support", HERE.parents[1] / "cli"):
    sys.path.insert(0, str(folder))

import packages  # noqa: E402
import schema_check  # noqa: E402
import toolkits  # noqa: E402

SCHEMA = HERE.parents[2] / "templates" / "schemas" / "doctor.json"
WHEELS = ["cupy-cuda11x", "cupy-cuda12x", "cupy-cuda13x", "jax-cuda12-plugin"]
# Drivers of a CUDA release that drives the GPU and runs each wheel's major.
GPUS = {
    "7.0": "580.65.06",
    "7.5": "580.65.06",
    "8.0": "580.65.06",
    "8.9": "580.65.06",
    "9.0": "580.65.06",
    "10.0": "580.65.06",
    "10.3": "580.65.06",
    "12.0": "580.65.06",
    "8.7-tegra": "cuda13.0",
}
FAMILY = {"100f": {100, 103}, "120f": {120, 121}}  # CUDA C++ Programming Guide, family-specific features


def doctor(program, prefix, *words, variables=None):
    environment = {k: v for k, v in os.environ.items() if k not in ("VIRTUAL_ENV", "CONDA_PREFIX")}
    environment.update(variables or {})
    done = subprocess.run(
        [program, "doctor", "--env", str(prefix), *words, "--format", "json"],
        capture_output=True,
        text=True,
        env=environment,
    )
    report = json.loads(done.stdout)
    wrong = list(schema_check.errors(report, json.loads(SCHEMA.read_text())))
    assert not wrong, wrong
    return done.returncode, report


def primary(report):
    return None if report["primary"] is None else report["findings"][report["primary"]]["id"]


def runs(sass, gpu):
    """CUDA C++ Programming Guide, binary compatibility: the same major, a minor that is equal or lower; not for Tegra."""
    number, tegra = int(gpu.partition("-")[0].replace(".", "")), gpu.endswith("-tegra")
    if sass in FAMILY:
        return number in FAMILY[sass]
    if sass.endswith("a") or tegra:
        return sass.rstrip("a") == str(number)
    return int(sass) // 10 == number // 10 and int(sass) <= number


def expected(program, site, gpu):
    """True: the SASS of most of the wheel's libraries with device code runs on the GPU."""
    good = bad = 0
    for path in sorted(p for p in site.glob("*/**/*") if ".so" in p.name and p.is_file()):
        if not packages.inspected(program, path)[1]:
            continue
        fits = any(kind == "sass" and runs(arch, gpu) for kind, arch in packages.by_cuobjdump(path))
        good, bad = good + fits, bad + (not fits)
    assert good + bad, f"{site} has no device code"
    return good > bad


def check_verdicts(program, folder):
    for name in WHEELS:
        prefix, site = packages.environment(name, folder)
        for gpu, driver in GPUS.items():
            _, report = doctor(program, prefix, "--target", f"{gpu}@{driver}")
            row = next(row for row in report["layers"] if row["what"].startswith(name + " "))
            fits = expected(program, site, gpu)
            told = row["verdict"]
            print(f"{name} on {gpu}: {told}")
            # Without SASS that runs, PTX decides; none of these wheels' is for a GPU this old.
            assert (told == "loads") == fits, f"{name} on {gpu}: {told}, and SASS {'runs' if fits else 'does not run'}"


def check_without_gpu(program, folder):
    nowhere = {"CUDACOMPAT_LIBCUDA": "/nowhere/libcuda.so"}
    wrong, _ = packages.environment("cupy-cuda11x", folder / "wrong")
    cache = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True).stdout
    status, report = doctor(program, wrong, variables=nowhere)
    assert not report["gpu"]
    assert "CC801" in [finding["id"] for finding in report["findings"]]
    if re.search(r"libnvrtc\.so\.11", cache) or list(pathlib.Path("/usr/local").glob("cuda-11*")):
        print("that the libraries of CUDA 11 are missing was not tried: they are here")
    else:
        assert (status, primary(report)) == (1, "CC823"), report
    right, site = packages.environment("cupy-cuda12x", folder / "right")
    for entry in toolkits.fetch("nvidia-cuda-nvrtc-cu12").iterdir():
        (site / entry.name).symlink_to(entry)
    status, report = doctor(program, right, variables=nowhere)
    assert (status, primary(report)) == (0, None), report


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--folder", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        check_without_gpu(arguments.program, folder)
        check_verdicts(arguments.program, folder)
    except toolkits.Unavailable as why:
        print(f"not tried: {why}")
        return toolkits.skip_status()
    return 0


if __name__ == "__main__":
    sys.exit(main())
