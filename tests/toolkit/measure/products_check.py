#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the program says of cubins and compressed images of a CUDA release,
held against their bytes and against the tool that made them.

    products_check.py --program CUDACOMPAT [RELEASE...]    (without: of all)

A cubin of every architecture of each release's ptxas; a fatbin in each
--compress-mode where the release's fatbinary can be had. Prints ELF marks and
codecs a release. Exit as measure.py.
"""

import argparse
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

from faults import report
from probes import Ptxas, output, ptx, releases, toolkits
from tool_text import Unreadable

MODES = (None, "default", "size", "speed", "balance", "none")
# What a finding advises for drivers that read no zstd.
WITHOUT_ZSTD = ("speed", "none")
FATBIN_HEADER = 16
COMPRESSED_SIZE, ENTRY_HEADER, STORED_SIZE = 16, 4, 8  # offsets in an entry


def inspect(program, paths):
    """{file name: its one list of images} in file order."""
    done = subprocess.run(
        [program, "inspect", "--format", "json", *paths],
        capture_output=True,
        text=True,
        timeout=120,
    )
    if done.returncode != 0:
        raise Unreadable(f"inspect: {done.returncode}, {done.stderr!r}")
    return {
        pathlib.Path(artifact["path"]).name: [
            image
            for container in artifact["containers"]
            for image in container["images"]
        ]
        for artifact in json.loads(done.stdout)["artifacts"]
    }


def elf_marks(cubin):
    """(ABI version, e_flags) of a cubin's bytes."""
    if cubin[:4] != b"\x7fELF":
        raise Unreadable("a cubin that is no ELF")
    return cubin[8], struct.unpack_from("<I", cubin, 48)[0]


def codec(payload):
    """Of an image's stored bytes: LZ4 begins with a token and plain text."""
    if payload[:4] == b"\x28\xb5\x2f\xfd":
        return "zstd"
    for magic in (b"\x7fELF", b".version"):
        if payload.startswith(magic):
            return "none"
        if magic in payload[: 3 + len(magic)]:
            return "lz4"
    raise Unreadable(f"an image begins with {payload[:16]!r}")


def codecs(fatbin):
    """The codec of each image of a fatbin, in file order."""
    found, at = [], FATBIN_HEADER
    while at < len(fatbin):
        header = struct.unpack_from("<I", fatbin, at + ENTRY_HEADER)[0]
        stored = struct.unpack_from("<Q", fatbin, at + STORED_SIZE)[0]
        packed = struct.unpack_from("<I", fatbin, at + COMPRESSED_SIZE)[0]
        start = at + header
        found.append(codec(fatbin[start : start + (packed or stored)]))
        at = start + stored
    return found


def compare_cubins(said, cubins, release):
    """`cubins` is {arch: bytes}; `said` what inspect says of "ARCH.cubin"."""
    faults = []
    for arch, cubin in cubins.items():
        abi, _ = elf_marks(cubin)
        wanted = [("sass", arch, abi)]
        images = said[f"{arch}.cubin"]
        found = [(i["kind"], i["arch"], i["cubin_abi"]) for i in images]
        if found != wanted:
            faults.append(f"cubin of sm_{arch}: {found}, not {wanted}")
        for image in images:
            if image["toolkit"] not in (release, None):
                faults.append(f"cubin of sm_{arch}: of {image['toolkit']}")
    return faults


def compare_codecs(mode, said, stored):
    faults = []
    if said != stored:
        faults.append(f"--compress-mode {mode}: {said}, not {stored}")
    if mode in WITHOUT_ZSTD and "zstd" in stored:
        faults.append(f"--compress-mode {mode} is no fix for zstd: {stored}")
    return faults


def check_cubins(program, release, folder):
    ptxas = Ptxas(release, folder)
    newest = ptxas.newest()
    cubins = {}
    for arch in ptxas.archs:
        path = folder / f"{arch}.cubin"
        status, text = ptxas.assemble(newest, arch, arch, to=path)
        if status != 0:
            raise Unreadable(f"ptxas: {text!r}")
        cubins[arch] = path.read_bytes()
    said = inspect(program, [folder / f"{arch}.cubin" for arch in cubins])
    for arch, cubin in cubins.items():
        abi, flags = elf_marks(cubin)
        print(f"{release} sm_{arch}: cubin ABI {abi}, e_flags {flags:#x}")
    return compare_cubins(said, cubins, release)


def check_compression(program, release, folder):
    """A large PTX and its cubin, as nvcc hands them to fatbinary."""
    ptxas = Ptxas(release, folder)
    text, cubin = folder / "large.ptx", folder / "large.cubin"
    kernels = "".join(
        f".visible .entry k{i}()\n{{\nret;\n}}\n" for i in range(200)
    )
    text.write_text(ptx(ptxas.newest(), "80") + kernels)
    output([ptxas.path, "-arch=sm_80", text, "-o", cubin])
    faults = []
    for mode in MODES:
        path = folder / f"{mode}.fatbin"
        output(
            [
                toolkits.path_of("fatbinary", release),
                f"--create={path}",
                "-64",
                *([f"--compress-mode={mode}"] if mode else []),
                f"--image3=kind=elf,sm=80,file={cubin}",
                f"--image3=kind=ptx,sm=80,file={text}",
            ]
        )
        stored = codecs(path.read_bytes())
        images = inspect(program, [path])[path.name]
        said = [image["compression"] for image in images]
        print(f"{release} --compress-mode {mode}: SASS and PTX are {stored}")
        faults += compare_codecs(mode, said, stored)
    return faults


def check(program, release):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        faults = check_cubins(program, release, folder)
        if release in toolkits.NVCC:
            faults += check_compression(program, release, folder)
    return [f"{release}: {fault}" for fault in faults]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("releases", nargs="*")
    arguments = parser.parse_args()
    wanted = arguments.releases or releases()
    return report(
        lambda: [
            fault
            for release in wanted
            for fault in check(arguments.program, release)
        ],
        lambda faults: f"{len(wanted)} releases, {len(faults)} faults",
    )


if __name__ == "__main__":
    sys.exit(main())
