# SPDX-License-Identifier: Apache-2.0
"""What the tests of downgrade in wheels share."""

import base64
import csv
import hashlib
import io
import subprocess
import sys
import zipfile


def record_of(wheel):
    """RECORD's rows: {name: (hash, size)}."""
    name = next(n for n in wheel.namelist() if n.endswith(".dist-info/RECORD"))
    return {row[0]: (row[1], row[2]) for row in csv.reader(io.StringIO(wheel.read(name).decode()))}


def row_of(data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"sha256={digest}", str(len(data))


def check_record(path):
    """Every file is listed as it is; RECORD itself without a hash."""
    with zipfile.ZipFile(path) as wheel:
        assert wheel.testzip() is None, path
        rows = record_of(wheel)
        for name in wheel.namelist():
            if name.endswith("/"):
                continue
            wanted = ("", "") if name.endswith("RECORD") else row_of(wheel.read(name))
            assert rows.pop(name) == wanted, f"{path}: {name}"
        assert not rows, f"{path}: listed and not there: {sorted(rows)}"


def packed_members(path):
    """{name: (directory entry but for its place, packed bytes)}."""
    found = {}
    data = path.read_bytes()
    with zipfile.ZipFile(path) as wheel:
        for info in wheel.infolist():
            at = info.header_offset
            start = at + 30 + int.from_bytes(data[at + 26:at + 28], "little") + int.from_bytes(
                data[at + 28:at + 30], "little")
            entry = (info.date_time, info.external_attr, info.compress_type, info.create_system, info.comment)
            found[info.filename] = entry, data[start:start + info.compress_size]
    return found


def install(wheel, folder, *requirements):
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-cache-dir", "--disable-pip-version-check"]
    command += ["--root-user-action=ignore", "--target", folder]
    for words in (["--no-deps", wheel], requirements):
        if words:
            done = subprocess.run([*map(str, command), *map(str, words)], capture_output=True, text=True)
            assert done.returncode == 0, done.stdout + done.stderr


def run_python(folder, text):
    done = subprocess.run([sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(folder)!r}); {text}"],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
