#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Re-runs the transcripts of Markdown pages, so that what they show is what the programs say.

    transcripts.py PAGE.md... --bin DIR [--update]

Each ```console block holds commands ("$ ...") and their output. Those of a page run one after the other in a folder of
its own, with the built programs and nvcc 13.0 on PATH. In it are the files of examples/minimal (a project and its
fleet.json), those of docs/samples (what other tools print), app (examples/injected, a project that knows nothing of
CudaCompat) and CudaCompat, this checkout. "# exit N" after a command is its status; without it 0. --update writes what
came out into the pages instead.
"""

import argparse
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import toolkits  # noqa: E402

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)


def make_folder(checkout):
    """A checkout of links, but for the example, which is a copy; returns the example's folder."""
    folder = checkout / "examples" / "minimal"
    shutil.copytree(ROOT / "examples" / "minimal", folder)
    shutil.copytree(ROOT / "docs" / "samples", folder, dirs_exist_ok=True)
    shutil.copytree(ROOT / "examples" / "injected", folder / "app")
    for name in ("CMakeLists.txt", "cmake", "wrapper"):
        (checkout / name).symlink_to(ROOT / name)
    (folder / "CudaCompat").symlink_to(checkout)
    return folder


def clean_environment(path):
    """The caller's settings are not what a page shows."""
    dropped = ("CUDACOMPAT_", "NVCC_", "CUDA", "VIRTUAL_ENV", "CONDA_", "CMAKE_", "LD_LIBRARY_PATH")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(dropped)}
    return {**kept, "PATH": path, "LC_ALL": "C.UTF-8"}


def run(command, folder, environment):
    status = re.search(r"# exit (\d+)$", command)
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    expected = int(status.group(1)) if status else 0
    if done.returncode != expected:
        raise SystemExit(f"$ {command}\nexit {done.returncode}, not {expected}\n{done.stdout}")
    return done.stdout


def transcript(block, folder, environment):
    out = ""
    for line in block.splitlines():
        if line.startswith("$ "):
            printed = run(line[2:], folder, environment)
            out += line + "\n" + printed + ("" if printed.endswith("\n") or not printed else "\n")
    return out


def check_page(page, environment, update):
    """The number of transcripts that differ; None where there is no transcript."""
    text = page.read_text()
    if not BLOCK.search(text):
        return None
    differ = 0
    with tempfile.TemporaryDirectory() as checkout:
        folder = make_folder(pathlib.Path(checkout))

        def renew(found):
            nonlocal differ
            now = transcript(found.group(1), folder, environment)
            if now != found.group(1):
                differ += 1
                line = text.count("\n", 0, found.start()) + 1
                sys.stdout.writelines(difflib.unified_diff(
                    found.group(1).splitlines(True), now.splitlines(True), f"{page}:{line}", "what the programs say"))
            return f"```console\n{now}```"

        renewed = BLOCK.sub(renew, text)
    if update and renewed != text:
        page.write_text(renewed)
        print(f"{page}: {differ} transcripts written")
        return 0
    return differ


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("pages", type=pathlib.Path, nargs="+")
    parser.add_argument("--bin", required=True)
    parser.add_argument("--update", action="store_true")
    args = parser.parse_args()
    try:
        nvcc = toolkits.path_of("nvcc", "13.0")
    except toolkits.Unavailable as why:
        print(why)
        return toolkits.skip_status()
    path = os.pathsep.join([os.path.abspath(args.bin), os.path.dirname(nvcc), os.environ["PATH"]])
    results = {page: check_page(page, clean_environment(path), args.update) for page in args.pages}
    if all(differ is None for differ in results.values()):
        print("no console block in " + ", ".join(map(str, args.pages)))
        return 1
    return 1 if any(results.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
