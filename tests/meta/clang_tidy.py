#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy 14 with the repository's .clang-tidy over the sources of wrapper/.

    clang_tidy.py --source DIR --build DIR [PATTERN...]

BUILD is configured with clang, without precompiled headers and unity files: clang-tidy cannot read g++'s, and a finding
should name the file that it is in. PATTERN (a part of a path) limits the run; all files take some 80 minutes of
processor time. Exit 1 with what clang-tidy says; 77 where it is not installed (1 where $CI is "true").
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

TOOLS = {"clang-tidy-14": "clang-tidy-14", "clang++-14": "clang-14"}
# "12345 warnings generated." counts what is not shown.
NOISE = re.compile(r"^\d+ warnings?( and \d+ errors?)? generated\.\n", re.M)


def configure(source, build):
    command = ["cmake", "-S", source, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
               "-DCMAKE_CXX_COMPILER=clang++-14", "-DCUDACOMPAT_BUILD_TESTS=OFF",
               "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON", "-DCMAKE_UNITY_BUILD=OFF",
               "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(done.stdout)


def tidy(build, file):
    done = subprocess.run(["clang-tidy-14", "-p", build, "--quiet", file], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
    said = done.stdout + NOISE.sub("", done.stderr)
    return said if done.returncode or "error:" in said or "warning:" in said else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--source", required=True, type=pathlib.Path)
    parser.add_argument("--build", required=True)
    parser.add_argument("patterns", nargs="*")
    args = parser.parse_args()
    missing = [package for tool, package in TOOLS.items() if not shutil.which(tool)]
    if missing:
        print(f"missing: apt-get install {' '.join(missing)}")
        return 1 if os.environ.get("CI") == "true" else 77
    configure(str(args.source), args.build)
    folder = str(args.source / "wrapper") + os.sep
    commands = json.loads(pathlib.Path(args.build, "compile_commands.json").read_text())
    files = sorted({entry["file"] for entry in commands if entry["file"].startswith(folder)})
    if args.patterns:
        files = [file for file in files if any(pattern in file[len(folder):] for pattern in args.patterns)]
    if not files:
        print(f"no source of {folder} is compiled")
        return 1
    found, faulty = set(), 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for said in pool.map(lambda file: tidy(args.build, file), files):
            faulty += bool(said)
            # A header's finding is said once, however many files include it.
            if said and said not in found:
                found.add(said)
                print(said, flush=True)
    print(f"{len(files)} files, {faulty} with findings")
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
