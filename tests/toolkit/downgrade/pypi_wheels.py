#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shipped wheels, downgraded: ctranslate2 4.8.5 and bitsandbytes 0.50.2 (pypi_products.json pins them).

Afterwards they are judged, rehearsed, installed by pip and imported; bitsandbytes takes torch for that (3 GB to fetch).
"""

import pathlib
import shutil
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "jit")]
import jit_case  # noqa: E402
import pypi_products  # noqa: E402
import wheel_case  # noqa: E402

H100_535 = "9.0@535.183.06"


def fetch(case, project):
    wheel = next(w for w in pypi_products.table() if w.project == project)
    return pypi_products.download(wheel, case.folder)


def images_of(case, wheel, *words, status=0):
    report = case.json("downgrade", wheel.name, *words, status=status)
    return {a["path"].split("/")[-1]: a["images"] for a in report["artifacts"]}


def ctranslate2(case):
    wheel = fetch(case, "ctranslate2")
    path = f"{wheel.name}/ctranslate2.libs/libctranslate2-a7a60d30.so.4.8.5"
    verdicts = {a["path"]: a["verdict"] for a in case.json("check", wheel.name, "--target", H100_535, status=1)["artifacts"]}
    assert verdicts == {path: "fails-222"}, verdicts
    [images] = images_of(case, wheel, "--target", H100_535).values()
    assert len(images) == 34 and all(i["downgraded"] and i["proven_by"] == ["12.2", "13.5"] for i in images), images
    report = case.json("rehearse", wheel.name, "--target", H100_535)["artifacts"]
    assert [(a["path"], a["verdict"], a["targets"][0]["compiled"]) for a in report] == [(path, "loads-jit", 34)], report
    wheel_case.check_record(wheel)
    wheel_case.install(wheel, case.folder / "ctranslate2-site", "numpy", "pyyaml", "setuptools<80")
    print(wheel_case.run_python(case.folder / "ctranslate2-site", "import ctranslate2 as c; print(c.__version__)"))


def bitsandbytes(case):
    wheel = fetch(case, "bitsandbytes")
    original = case.folder / "original.whl"
    shutil.copy(wheel, original)
    # PTX for compute_120 cannot be downgraded below 8.7, which is told.
    images = images_of(case, wheel, "--ptx-isa", "8.2", status=1)
    for name in ("libbitsandbytes_cuda124.so", "libbitsandbytes_cuda126.so"):
        found = images.pop(name)
        assert len(found) == 6 and all(i["downgraded"] for i in found), (name, found)
    assert images and all("from PTX 8.7 on" in i["why"] for found in images.values() for i in found), images
    # fatbinary 13.2 packs by zstd 1.5.7; where this program has an older one, a text may not fit.
    found = case.json("downgrade", wheel.name, "--ptx-isa", "9.0", "-o", wheel.name, status=None)["artifacts"][0]["images"]
    kept = [i for i in found if not i["downgraded"]]
    assert len(found) == 6 and all("as packed by zstd 1.5." in i["why"] for i in kept), found
    print(f"libbitsandbytes_cuda132.so: {len(found) - len(kept)} of 6 downgraded")
    with zipfile.ZipFile(original) as before, zipfile.ZipFile(wheel) as after:
        changed = [n for n in before.namelist() if before.read(n) != after.read(n)]
    assert [n.split("/")[-1] for n in changed] == [
        "libbitsandbytes_cuda124.so", "libbitsandbytes_cuda126.so", "libbitsandbytes_cuda132.so", "RECORD"], changed
    wheel_case.check_record(wheel)
    wheel_case.install(wheel, case.folder / "bitsandbytes-site", "torch==2.9.1", "numpy", "packaging")
    print(wheel_case.run_python(case.folder / "bitsandbytes-site", "import bitsandbytes as b; print(b.__version__)"))


def test(case):
    case.add("12.2", "13.0", "13.5")
    ctranslate2(case)
    bitsandbytes(case)


if __name__ == "__main__":
    sys.exit(jit_case.main(test))
