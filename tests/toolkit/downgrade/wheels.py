#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cudacompat` on a wheel that holds what nvcc 13.5 makes: judged, rehearsed and downgraded in its place.

The downgraded wheel has the same members in the same order, those without PTX byte for byte as they were packed; pip installs
it, RECORD tells what is in it, and Python loads its library.
"""

import hashlib
import os
import pathlib
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "jit")]
import jit_case  # noqa: E402
import wheel_case  # noqa: E402
from jit_case import toolkits  # noqa: E402

KERNEL = 'extern "C" int answer() { return 42; }\n__global__ void k(float* p) { *p *= 2; }\n'
OLD = "9.0@cuda13.0"
NAME = "pkg-1-py3-none-any.whl"
LIBRARY = "pkg/lib, with a comma.so"
TEXT = "pkg/k.ptx"
INFO = "pkg-1.dist-info"


def make_wheel(case, name, extra=None):
    members = {
        "pkg/__init__.py": b"",
        LIBRARY: (case.folder / "k.shared").read_bytes(),
        "pkg/data.bin": bytes(2 << 20),  # packed by more than any code is
        TEXT: (case.folder / "k.ptx").read_bytes(),
        f"{INFO}/METADATA": b"Metadata-Version: 2.1\nName: pkg\nVersion: 1\n",
        f"{INFO}/WHEEL": b"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        **(extra or {}),
    }
    rows = []
    with zipfile.ZipFile(case.folder / name, "w") as wheel:
        for member, data in members.items():
            info = zipfile.ZipInfo(member, (2025, 1, 2, 3, 4, 6))
            info.external_attr = 0o100755 << 16 if member == LIBRARY else 0o100644 << 16
            info.extra = b"UT\5\0\1abcd"  # as Info-ZIP's zip has it
            wheel.writestr(info, data, zipfile.ZIP_STORED if member == TEXT else zipfile.ZIP_DEFLATED)
            shown = f'"{member}"' if "," in member else member
            rows.append(",".join((shown, *wheel_case.row_of(data))))
        record = "".join(f"{row}\n" for row in [*rows, f"{INFO}/RECORD,,"])
        wheel.writestr(zipfile.ZipInfo(f"{INFO}/RECORD", (2025, 1, 2, 3, 4, 6)), record, zipfile.ZIP_DEFLATED)
    return name


def artifacts(report):
    return {a["path"]: a for a in report["artifacts"]}


def judge(case):
    before = artifacts(case.json("check", NAME, "--target", OLD, status=1))
    # A linked library and a text; Python files and data are not spoken of.
    assert {p: a["verdict"] for p, a in before.items()} == {
        f"{NAME}/{LIBRARY}": "fails-222", f"{NAME}/{TEXT}": "fails-222"}, before
    inspected = artifacts(case.json("inspect", NAME))
    assert sorted(inspected) == sorted(before), inspected


def downgrade(case):
    wheel = case.folder / NAME
    before = wheel_case.packed_members(wheel)
    order = zipfile.ZipFile(wheel).namelist()
    wheel.chmod(0o640)
    case.run("downgrade", NAME, "--target", OLD, "-o", "other.whl")
    assert wheel_case.packed_members(wheel) == before, "-o changed the original"
    images = {a["path"]: a["images"] for a in case.json("downgrade", NAME, "--target", OLD)["artifacts"]}
    assert sorted(images) == [f"{NAME}/{TEXT}", f"{NAME}/{LIBRARY}"], images
    assert all(i["downgraded"] and i["proven_by"] == ["13.0", "13.5"] for a in images.values() for i in a), images
    assert wheel.read_bytes() == (case.folder / "other.whl").read_bytes(), "not the same bytes each time"
    assert wheel.stat().st_mode & 0o777 == 0o640
    assert not list(case.folder.glob("*cudacompat*")), "a temporary file is left"
    after = wheel_case.packed_members(wheel)
    assert zipfile.ZipFile(wheel).namelist() == order
    changed = {name for name in before if before[name][1] != after[name][1]}
    assert changed == {LIBRARY, TEXT, f"{INFO}/RECORD"}, changed
    assert all(before[name][0] == after[name][0] for name in before), "times, modes or methods differ"
    wheel_case.check_record(wheel)
    verdicts = artifacts(case.json("rehearse", NAME, "--target", OLD))
    assert {a["verdict"] for a in verdicts.values()} == {"loads-jit"} and len(verdicts) == 2, verdicts
    # Once more: nothing is left to do, and the file is not touched.
    stamp = wheel.stat()
    case.run("downgrade", NAME, "--target", OLD)
    assert (wheel.stat().st_mtime_ns, wheel.stat().st_ino) == (stamp.st_mtime_ns, stamp.st_ino)
    wheel_case.install(wheel, case.folder / "site")
    said = wheel_case.run_python(
        case.folder / "site", "import ctypes, pkg, os; print(ctypes.CDLL(os.path.join(os.path.dirname(pkg.__file__), "
        f"{os.path.basename(LIBRARY)!r})).answer())")
    assert said == "42\n", said


def refusals(case):
    signed = make_wheel(case, "signed-1-py3-none-any.whl", {f"{INFO}/RECORD.jws": b"{}"})
    digest = hashlib.sha256((case.folder / signed).read_bytes()).digest()
    report = case.json("downgrade", signed, "--target", OLD, status=3)
    assert "the wheel is signed" in report["artifacts"][0]["error"], report
    assert hashlib.sha256((case.folder / signed).read_bytes()).digest() == digest
    # Without its last bytes it is no zip file that can be read.
    cut = case.folder / "cut.whl"
    cut.write_bytes((case.folder / signed).read_bytes()[:-30])
    for words in (["downgrade", "cut.whl", "--target", OLD], ["check", "cut.whl", "--target", OLD], ["inspect", "cut.whl"]):
        case.run(*words, status=3)
    # pip would install it: another start makes it no file of another kind.
    (case.folder / "start.whl").write_bytes(b"#!/bin/sh\n" + (case.folder / signed).read_bytes())
    for words in (["check", "start.whl", "--target", OLD], ["inspect", "start.whl"]):
        case.run(*words, status=3)
    # A wheel without device code, and one in which some is required.
    with zipfile.ZipFile(case.folder / "pure.whl", "w") as wheel:
        wheel.writestr("a.py", "x = 1")
    assert artifacts(case.json("check", "pure.whl", "--target", OLD))["pure.whl"]["verdict"] == "none"
    case.run("check", "pure.whl", "--target", OLD, "--require-device-code", status=1)
    assert list(artifacts(case.json("inspect", "pure.whl"))) == ["pure.whl"]


def test(case):
    case.add("13.0", "13.5")
    # Newer than the target's driver, whatever nvcc is at hand.
    os.environ["CUDACXX"] = str(toolkits.path_of("nvcc", "13.5"))
    case.compile("k", KERNEL, "-gencode=arch=compute_80,code=compute_80", "-Xcompiler", "-fPIC", product="shared")
    case.compile("k", KERNEL, "-arch=compute_80", product="ptx")
    make_wheel(case, NAME)
    judge(case)
    downgrade(case)
    refusals(case)


if __name__ == "__main__":
    sys.exit(jit_case.main(test))
