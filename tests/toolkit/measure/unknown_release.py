#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A program whose tables end two releases early meets the newest nvcc.

    unknown_release.py build --source CHECKOUT --folder SCRATCH
    unknown_release.py check --program FULL --folder SCRATCH

Builds the program with CUDACOMPAT_FACTS_NEWEST (SCRATCH/build/bin), and holds
it against the one with all tables: what it says of any image on any machine is
the same, or `unknown`; of an image newer than its tables never that it loads.
Its plan rests on what the toolkit says and tells so, its launcher judges
objects. Exit as measure.py.
"""

import argparse
import itertools
import json
import pathlib
import subprocess
import sys

import tables
from faults import report
from probes import Nvcc, Ptxas, capability, output, ptx, releases, toolkits
from products_check import inspect
from tool_text import Unreadable, version_key

LOADS = ("loads", "loads-jit")
CUT, NEWEST = releases()[-3], releases()[-1]


PROGRAMS = ("cudacompat", "cudacompat-launch")


def build(arguments):
    folder = arguments.folder / "build"
    for command in (
        ["-S", arguments.source, "-B", folder, "-DCMAKE_BUILD_TYPE=Release"]
        + [f"-DCUDACOMPAT_FACTS_NEWEST={CUT}"],
        ["--build", folder, "--target", *PROGRAMS, "--parallel", "2"],
    ):
        done = subprocess.run(["cmake", *command], capture_output=True)
        if done.returncode != 0:
            raise Unreadable(f"cmake {command}: {done.stdout[-2000:]!r}")
    return []


def newer_archs():
    return {
        row["arch"]
        for row in tables.read("architectures")["rows"]
        if version_key(row["first_toolkit"]) > version_key(CUT)
    }


def profile(folder, name, targets):
    path = folder / f"{name}.json"
    rows = [
        {"name": f"{cc} {cuda}", "gpus": [{"cc": cc}], "cuda": cuda}
        for cc, cuda in targets
    ]
    text = {"schema_version": 1, "name": name, "targets": rows}
    path.write_text(json.dumps(text))
    return path


def ptx_isas():
    rows = tables.read("releases")["rows"]
    return {row["cuda"]: row["ptx_isa"] for row in rows}


def every_target(archs):
    """Each GPU of the newest toolkit on the drivers around the cut."""
    gpus = [capability(arch) for arch in archs if arch.isdigit()]
    return itertools.product(gpus, ["12.9", *releases()[-6:]])


def images(ptxas, folder):
    """{file: is it newer than the tables?}: SASS and PTX of every target."""
    newer = newer_archs()
    isas = ptx_isas()
    made = {}
    for arch in ptxas.archs:
        path = folder / f"{arch}.cubin"
        output_of(ptxas.assemble(isas[NEWEST], arch, arch, to=path))
        made[path] = arch in newer
        for isa in (isas[CUT], isas[NEWEST]):
            if arch in newer and isa == isas[CUT]:
                continue  # no such PTX
            path = folder / f"{arch}-{isa}.ptx"
            path.write_text(ptx(isa, arch))
            made[path] = arch in newer or isa == isas[NEWEST]
    return made


def output_of(result):
    status, text = result
    if status != 0:
        raise Unreadable(text)


def verdicts(program, path, fleet):
    done = subprocess.run(
        [program, "check", "--format", "json", "-p", fleet, path],
        capture_output=True,
        text=True,
    )
    if not done.stdout:
        raise Unreadable(f"check {path}: {done.stderr}")
    targets = json.loads(done.stdout)["artifacts"][0]["targets"]
    return {target["name"]: target["verdict"] for target in targets}


def kind(verdict):
    """Which error a machine that fails in any case gives needs its rows."""
    return "fails" if verdict.startswith("fails") else verdict


def compare_verdicts(name, newer, full, cut):
    """(faults, how many became unknown) of one image."""
    faults = []
    for target, said in cut.items():
        if kind(said) not in ("unknown", kind(full[target])):
            truth = full[target]
            faults.append(f"{name} on {target}: {said}, in truth {truth}")
        if newer and said in LOADS:
            faults.append(f"{name} on {target}: {said}, newer than the tables")
    unknown = sum(cut[t] == "unknown" != full[t] for t in cut)
    return faults, unknown


def check_images(full, cut, folder):
    ptxas = Ptxas(NEWEST, folder)
    fleet = profile(folder, "all", every_target(ptxas.archs))
    made = images(ptxas, folder)
    said = inspect(cut, list(made))
    faults, pairs, unknown = [], 0, 0
    for path, newer in made.items():
        arch = path.stem.split("-")[0]
        if [image["arch"] for image in said[path.name]] != [arch]:
            faults.append(f"inspect: {path.name} is {said[path.name]}")
        truth = verdicts(full, path, fleet)
        found = compare_verdicts(
            path.name, newer, truth, verdicts(cut, path, fleet)
        )
        faults += found[0]
        unknown += found[1]
        pairs += len(truth)
    print(f"{pairs} verdicts, {unknown} became unknown")
    return faults


def check_plan(cut, nvcc):
    isas = ptx_isas()
    listed = output([nvcc.path, "--list-gpu-code"]).split()
    command = [cut, "plan", "-q", "--format", "json", "--nvcc", nvcc.path]
    plan = json.loads(output(command))
    told = [f["message"] for f in plan["findings"] if f["id"] == "CC903"]
    planned = {arch.split("-")[0] for arch in plan["architectures"]}
    faults = []
    if plan["toolkit"]["ptx_isa"] != isas[NEWEST]:
        faults.append(f"plan: {plan['toolkit']}, ptxas says {isas[NEWEST]}")
    if plan["ptx"]["emitted"] != isas[NEWEST]:
        faults.append(f"plan: {plan['ptx']}, nvcc writes {isas[NEWEST]}")
    if not planned or not planned <= {word[3:] for word in listed}:
        faults.append(f"plan: {planned}, nvcc lists {listed}")
    if len(told) != 1 or f"the tables end with CUDA {CUT}" not in told[0]:
        faults.append(f"plan does not say that the toolkit was asked: {told}")
    missing = [
        arch
        for arch in newer_archs()
        if arch.isdigit() and f"sm_{arch}" not in "".join(told)
    ]
    if missing:
        faults.append(f"plan does not say that it knows no sm_{missing}")
    return faults


def check_launcher(launch, nvcc, folder):
    cases = [("90", "9.0", "sm_90", 0), ("80", "9.0", "compute_80", 1)]
    for arch in newer_archs():
        if arch.isdigit():
            cases.append((arch, capability(arch), f"sm_{arch}", 1))
    faults = []
    for arch, cc, code, wanted in cases:
        fleet = profile(folder, "one", [(cc, NEWEST)])
        to = folder / f"{code}.o"
        done = subprocess.run(
            [launch, "--profile", fleet, "--", nvcc.path, "-c", nvcc.source]
            + ["-o", to, "-gencode", f"arch=compute_{arch},code={code}"],
            capture_output=True,
            text=True,
        )
        told = "may fail to load" in done.stderr
        if (done.returncode, told, to.exists()) != (
            wanted,
            wanted == 1,
            wanted == 0,
        ):
            faults.append(
                f"launcher: {code} for {cc}: exit {done.returncode}, "
                f"{done.stderr}"
            )
    return faults


def check(arguments):
    folder = arguments.folder / "files"
    folder.mkdir(parents=True, exist_ok=True)
    nvcc = Nvcc(NEWEST, folder)
    bin_folder = arguments.folder / "build" / "bin"
    cut, launch = (bin_folder / name for name in PROGRAMS)
    return [
        *check_plan(cut, nvcc),
        *check_launcher(launch, nvcc, folder),
        *check_images(arguments.program, cut, folder),
    ]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("build", "check"))
    parser.add_argument("--program")
    parser.add_argument("--source", type=pathlib.Path)
    parser.add_argument("--folder", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    what = {"build": build, "check": check}[arguments.what]
    return report(
        lambda: what(arguments),
        lambda faults: f"tables to CUDA {CUT}, nvcc {NEWEST}: {len(faults)} faults",
    )


if __name__ == "__main__":
    sys.exit(main())
