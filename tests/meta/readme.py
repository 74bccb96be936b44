#!/usr/bin/env python3
"""Re-runs the transcripts of the README, so that what it shows is what the programs say.

    readme.py README.md --bin DIR --example DIR [--update]

Each ```console block holds commands ("$ ...") and their output. They run one after the other in a copy of the example,
with the built programs and nvcc 13.0 on PATH. "# exit N" after a command is its status; without it 0. --update writes
what came out into the README instead.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import toolkits  # noqa: E402

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)


def run(command, folder, path):
    status = re.search(r"# exit (\d+)$", command)
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("CUDACOMPAT_", "NVCC_"))}
    environment["PATH"] = path
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    wanted = int(status.group(1)) if status else 0
    if done.returncode != wanted:
        raise SystemExit(f"$ {command}\nexit {done.returncode}, not {wanted}\n{done.stdout}")
    return done.stdout


def transcript(block, folder, path):
    out = ""
    for line in block.splitlines():
        if line.startswith("$ "):
            shown = run(line[2:], folder, path)
            out += line + "\n" + shown + ("" if shown.endswith("\n") or not shown else "\n")
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("readme", type=pathlib.Path)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--example", required=True)
    parser.add_argument("--update", action="store_true")
    args = parser.parse_args()
    try:
        nvcc = toolkits.path_of("nvcc", "13.0")
    except toolkits.Unavailable as why:
        print(why)
        return toolkits.skip_status()
    path = os.pathsep.join([os.path.abspath(args.bin), os.path.dirname(nvcc), os.environ["PATH"]])
    text = args.readme.read_text()
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(args.example, folder, dirs_exist_ok=True)

        def renew(found):
            nonlocal faults
            told = transcript(found.group(1), folder, path)
            if told != found.group(1) and not args.update:
                print(f"README shows\n{found.group(1)}\nand the programs say\n{told}")
                faults += 1
            return f"```console\n{told}```"

        blocks = len(BLOCK.findall(text))
        renewed = BLOCK.sub(renew, text)
    if blocks == 0:
        print("no console block in the README")
        return 1
    if args.update:
        args.readme.write_text(renewed)
    print(f"{blocks} transcripts, {faults} differ")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
