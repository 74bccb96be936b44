#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The device checks without a GPU: skipped with a reason; with a fake for the driver as far as that goes."""

import argparse
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import toolkits

CHECKS = ["1", "2", "3a", "3b", "4a", "4b", "5", "6", "7", "8", "9", "10a", "10b", "11", "12a", "12b", "13", "14"]


def checks(folder, **environment):
    kept = {k: v for k, v in os.environ.items() if not k.startswith("CUDACOMPAT_")}
    return subprocess.run(
        ["sh", folder / "device" / "device_checks.sh", folder / "results"],
        capture_output=True,
        text=True,
        env=kept | environment,
    )


def without_a_gpu(folder):
    done = checks(folder, CUDACOMPAT_LIBCUDA=str(folder / "no-such-libcuda.so"))
    assert done.returncode == 77, (done.returncode, done.stdout, done.stderr)
    assert len(done.stderr.splitlines()) == 1 and "no-such-libcuda.so" in done.stderr, done.stderr


def with_a_fake_libcuda(folder, libcuda):
    compiler = toolkits.path_of("nvjitlink", "13.0")
    done = checks(
        folder, CUDACOMPAT_LIBCUDA=libcuda, FAKE_LIBCUDA_CUDA="13000", FAKE_LIBCUDA_DEVICES="9.0", FAKE_LIBCUDA_NVJITLINK=compiler
    )
    print(done.stdout, done.stderr)
    assert "A FAKE DRIVER, NO GPU" in done.stdout.splitlines()[0]
    results = json.loads((folder / "results" / "device_checks.json").read_text())
    assert results["fake_libcuda"] and results["canary"] == "not run" and results["launches"] == []
    assert [row["check"] for row in results["checks"]] == CHECKS, results["checks"]
    rows = {row["check"]: row for row in results["checks"]}
    assert "UNSUPPORTED_PTX_VERSION" in rows["1"]["answer"] and rows["1"]["verdict"] == "as expected", rows["1"]
    assert rows["9"]["verdict"] == rows["13"]["verdict"] == "not run", rows
    predicted = results["predictions"]
    assert predicted["files"] > 300 and predicted["loads"]["agrees"] > 300, predicted["loads"]
    assert predicted["disagreements"] == [] and predicted["unread"] == [], predicted
    assert done.returncode == (1 if any(r["verdict"] == "OTHERWISE" for r in rows.values()) else 0), done.returncode


def a_disagreement_is_seen(folder, libcuda):
    """A driver that refuses all."""
    for file in (folder / "device" / "set").iterdir():
        if not file.name.startswith(("sass-90-", "sass-and-", "older-")):
            file.unlink()
    done = checks(
        folder, CUDACOMPAT_LIBCUDA=libcuda, FAKE_LIBCUDA_CUDA="13000", FAKE_LIBCUDA_DEVICES="9.0", FAKE_LIBCUDA_WRONG="200"
    )
    assert done.returncode == 1 and "OTHERWISE sass-90" in done.stdout, (done.returncode, done.stdout[-2000:])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--libcuda", required=True, help="the fake")
    parser.add_argument("--folder", required=True, type=pathlib.Path)
    options = parser.parse_args()
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    prepared = subprocess.run([sys.executable, "-B", HERE / "prepare.py", "--bin", options.bin, folder / "device"])
    if prepared.returncode != 0:
        return prepared.returncode
    without_a_gpu(folder)
    try:
        with_a_fake_libcuda(folder, options.libcuda)
    except toolkits.Unavailable as why:
        print(f"device_checks_test.py: {why}")
        return toolkits.skip_status()
    a_disagreement_is_seen(folder, options.libcuda)
    return 0


if __name__ == "__main__":
    sys.exit(main())
