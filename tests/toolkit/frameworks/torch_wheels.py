#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Is templates/facts/torch_wheels.json what the wheels of PyTorch on PyPI hold?

    torch_wheels.py --program P [--platform manylinux_2_28_aarch64] RELEASE...

pip fetches each wheel (0.5 to 0.9 GB), of which torch/version.py and the library of kernels are read; then it is
deleted. Compared with the row of that release, system and CUDA: the SASS that nine of ten containers hold, and how it
is packed. What a row should say is printed. Exit: 0 alike, 1 not, 77 not tried, with the reason.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
for folder in (HERE.parent, HERE.parents[1] / "support"):
    sys.path.insert(0, str(folder))

import listing_oracle  # noqa: E402
import toolkits  # noqa: E402

TABLE = HERE.parents[2] / "templates" / "facts" / "torch_wheels.json"
LIBRARIES = re.compile(r"torch/lib/libtorch_cuda(_cu)?\.so")


def download(release, platform, folder):
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-cache-dir", "--no-input"]
    command += ["--disable-pip-version-check", "--only-binary=:all:", "--dest", str(folder), f"torch=={release}"]
    command += ["--python-version", "3.11", "--platform", platform] if platform else []
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise toolkits.Unavailable(f"pip could not fetch torch {release}: {done.stdout.strip().splitlines()[-1]}")
    return next(folder.glob("*.whl"))


def row_of(program, release, platform):
    """What the wheel says, in the form of the table."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        with zipfile.ZipFile(download(release, platform, folder)) as wheel:
            cuda = re.search(r"^cuda.*= '([\d.]+)'", wheel.read("torch/version.py").decode(), re.M)
            names = [name for name in wheel.namelist() if LIBRARIES.fullmatch(name)]
            if not cuda or not names:
                raise toolkits.Unavailable(f"torch {release} on PyPI is no build for CUDA here")
            library = wheel.extract(names[0], folder)
        containers, problems = listing_oracle.containers_of(program, library)
    assert not problems, problems
    counts = collections.Counter(a for c in containers for a in {i["arch"] for i in c["images"] if i["kind"] == "sass"})
    archs = sorted((a for a, n in counts.items() if n > 0.9 * len(containers)), key=int)
    codecs = collections.Counter(i["compression"] for c in containers for i in c["images"])
    system = "linux-aarch64" if platform and "aarch64" in platform else "linux-x86_64"
    return {"torch": release, "cuda": cuda.group(1), "os": system, "archs": archs,
            "zstd": codecs.most_common(1)[0][0] == "zstd"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("releases", nargs="+")
    parser.add_argument("--program", required=True)
    parser.add_argument("--platform")
    arguments = parser.parse_args()
    rows = json.loads(TABLE.read_text())["rows"]
    status = 0
    for release in arguments.releases:
        try:
            seen = row_of(arguments.program, release, arguments.platform)
        except toolkits.Unavailable as why:
            print(f"not tried: {why}")
            status = status or toolkits.skip_status()
            continue
        same = [row for row in rows if seen.items() <= row.items()]
        print(f"{'as in the table' if same else 'NOT as in the table'}: {json.dumps(seen)}", flush=True)
        status = status if same else 1
    return status


if __name__ == "__main__":
    sys.exit(main())
