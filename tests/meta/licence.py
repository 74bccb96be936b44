#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each tracked source names its licence in its first line, or in the one behind "#!".

    licence.py --root FOLDER
"""

import argparse
import pathlib
import subprocess
import sys

TEXT = "SPDX-License-Identifier: Apache-2.0"
MARKS = {".cc": "//", ".h": "//", ".c": "//", ".cmake": "#", ".py": "#", ".sh": "#"}
# Input of tests and what they compare byte for byte.
INPUTS = ("tests/cli/given/", "tests/fuzz/corpus/", "tests/meta/data/")


def mark_of(path):
    path = pathlib.PurePath(path)
    return "#" if path.name == "CMakeLists.txt" else MARKS.get(path.suffix)


def line_of(path):
    return f"{mark_of(path)} {TEXT}"


def has_line(path, text):
    lines = text.split("\n", 2)
    return line_of(path) in (lines[1:2] if text.startswith("#!") else lines[:1])


def sources(root):
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=True)
    for path in filter(None, listed.stdout.split("\0")):
        file = root / path
        if mark_of(path) and not path.startswith(INPUTS) and file.is_file() and not file.is_symlink():
            yield path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", required=True, type=pathlib.Path)
    root = parser.parse_args().root
    if not (root / ".git").exists():
        print("SKIP: not a git checkout")
        return 77
    wrong = [path for path in sources(root) if not has_line(path, (root / path).read_text(encoding="utf-8"))]
    for path in wrong:
        print(f"{path}: its first line is not {line_of(path)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
