#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does `cudacompat probe --env` tell the truth of packages from PyPI, installed by pip?

    packages.py --program P --folder DIR NAME...

Each package (toolkits.PACKAGES) is read in a venv that it is linked into. Held against it: `inspect` on every library
of the package (none with device code is missing), NVIDIA's cuobjdump on those that have some (the same SASS and PTX),
and what was measured once (BUILT). Exit: 0 all agree, 1 one does not, 77 nothing could be tried, with the reason.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import time
import venv

HERE = pathlib.Path(__file__).resolve().parent
for folder in (HERE.parent, HERE.parents[1] / "support", HERE.parents[1] / "cli"):
    sys.path.insert(0, str(folder))

import cuobjdump_listing  # noqa: E402
import listing_oracle  # noqa: E402
import pypi_listing  # noqa: E402
import pypi_products  # noqa: E402
import schema_check  # noqa: E402
import toolkits  # noqa: E402

SCHEMA = HERE.parents[2] / "templates" / "schemas" / "probe.json"
# Framework, CUDA release, and the file that tells, or begins to.
BUILT = {
    "cupy-cuda11x": ("cupy", "11.8", "cupy/cuda/cub."),
    "cupy-cuda12x": ("cupy", "12.9", "cupy/cuda/cub."),
    "cupy-cuda13x": ("cupy", "13.2", "cupy/cuda/cub."),
    "jax-cuda12-plugin": ("jax", "12.9", "jax_cuda12_plugin/"),
    "tensorflow": ("tensorflow", "12.5", "tensorflow/python/platform/build_info.py"),
    "torch": ("torch", "12.8", "torch/version.py"),
    "triton": ("triton", "12.9", "triton/backends/nvidia/bin/ptxas"),
}


def environment(name, folder):
    """A venv with the package, as an installer that links makes it."""
    made = folder / name
    venv.create(made, clear=True, with_pip=False)
    site = next(made.glob("lib/python3*/site-packages"))
    for entry in toolkits.fetch(name).iterdir():
        (site / entry.name).symlink_to(entry)
    return made, site


def probe(program, prefix):
    started = time.monotonic()
    done = subprocess.run([program, "probe", "--env", str(prefix), "--format", "json"], capture_output=True, text=True)
    report = json.loads(done.stdout)
    wrong = list(schema_check.errors(report, json.loads(SCHEMA.read_text())))
    assert not wrong, wrong
    return report["python"], time.monotonic() - started


def archs(images):
    """As probe writes them: SASS first, each once, sorted."""
    kinds = {"sass": "sm_", "ptx": "compute_"}
    found = {(i[0] == "ptx", int(i[1].rstrip("af")), i[1]) for i in images if i[0] in kinds}
    return [kinds["ptx" if is_ptx else "sass"] + arch for is_ptx, _, arch in sorted(found)]


def as_written(words):
    return archs(("sass", w[3:]) if w.startswith("sm_") else ("ptx", w[8:]) for w in words)


def inspected(program, path):
    """By `inspect`: all of a library, what counts of it (not empty, not input of a device link), problems."""
    containers, problems = listing_oracle.containers_of(program, path)
    counts = [c for c in containers if c["role"] != "relocatable" and not all(i["empty"] for i in c["images"])]
    every, counted = ([(i["kind"], i["arch"]) for c in some for i in c["images"]] for some in (containers, counts))
    return archs(every), archs(counted), problems


def by_cuobjdump(path):
    for _, cuobjdump in pypi_listing.readers(pypi_products.table()):
        try:
            return {(i.kind, i.arch) for i in cuobjdump_listing.listing(cuobjdump, str(path))}
        except cuobjdump_listing.Unreadable as why:
            if not any(refusal in str(why) for refusal in pypi_listing.REFUSALS):
                raise
    raise cuobjdump_listing.Unreadable(f"{path}: no cuobjdump reads it")


def faults_of(program, name, folder):
    prefix, site = environment(name, folder)
    python, seconds = probe(program, prefix)
    faults = list(python["problems"])
    rows = [row for row in python["packages"] if row["name"] == name]
    if len(rows) != 1:
        return [f"{len(rows)} rows of {name}"]
    framework, cuda, told_by = BUILT[name]
    if (rows[0]["framework"], rows[0]["cuda"]) != (framework, cuda):
        faults.append(f"{rows[0]['framework']} of CUDA {rows[0]['cuda']}, not {framework} of {cuda}")
    if not rows[0]["cuda_from"].startswith(f"{site}/{told_by}"):
        faults.append(f"told by {rows[0]['cuda_from']}")
    told = {file["path"]: file for file in rows[0]["files"]}
    faults += [f"{path}: {why}" for path, file in told.items() for why in file["problems"]]
    for path in sorted(p for p in site.glob("*/**/*") if ".so" in p.name and p.is_file()):
        every, ours, problems = inspected(program, path)
        file = told.pop(str(path), None)
        if problems:
            faults.append(f"{path}: {problems}")
        elif ours != as_written(file["archs"] if file else []):
            faults.append(f"{path}: inspect tells {ours}, probe {file and file['archs']}")
        elif every and archs(by_cuobjdump(path)) != every:
            faults.append(f"{path}: cuobjdump tells {archs(by_cuobjdump(path))}, inspect {every}")
    faults += [f"{path} is no library" for path in told]
    print(f"{name}: {len(rows[0]['files'])} files, {' '.join(rows[0]['archs'])}; {seconds:.2f} s, {len(faults)} faults")
    return faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="+")
    parser.add_argument("--program", required=True)
    parser.add_argument("--folder", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    status = 0
    for name in arguments.names:
        try:
            faults = faults_of(arguments.program, name, arguments.folder.resolve())
        except toolkits.Unavailable as why:
            print(f"{name} was not tried: {why}")
            status = status or toolkits.skip_status()
            continue
        for fault in faults:
            print(f"{name}: {fault}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
