#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Seeds for the fuzz targets, from real products of nvcc.

    make_seeds.py FOLDER [RELEASE...]      default: 13.0 13.5

Writes FOLDER/<target>/<name>, in the form that each target wants its input
(targets/*.cc). Exit 77 where a toolkit cannot be had.
"""

import io
import pathlib
import struct
import sys
import zipfile

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "support"), str(TESTS / "toolkit")]

import products  # noqa: E402
import toolkits  # noqa: E402

MAGIC = struct.pack("<IHH", 0xBA55ED50, 1, 16)
MODES = [["-compress-mode=default"], ["-compress-mode=speed"]]
CONCAT = ["-compress-mode=size", "--concat"]
LARGEST = 64 << 10


class Seeds:
    def __init__(self, folder):
        self.folder = folder
        self.count = 0

    def add(self, target, name, data):
        if len(data) > LARGEST:
            return
        (self.folder / target).mkdir(parents=True, exist_ok=True)
        (self.folder / target / name).write_bytes(data)
        self.count += 1


def containers(data):
    """The payloads of the containers in a file, found by their magic."""
    at = data.find(MAGIC)
    while at >= 0:
        size = struct.unpack_from("<Q", data, at + 8)[0]
        yield data[at + 16 : at + 16 + size]
        at = data.find(MAGIC, at + 16 + size)


def packed_entries(payload):
    """(kind, flags, unpacked size, stream) of the entries that are packed."""
    at = 0
    while at + 64 <= len(payload):
        kind, _, header, size, packed = struct.unpack_from(
            "<HHIQI", payload, at
        )
        flags, _, unpacked = struct.unpack_from("<QQQ", payload, at + 40)
        if packed:
            start = at + header
            yield kind, flags, unpacked, payload[start : start + packed]
        at += header + size


def zipped(name, data):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(f"pkg/{name}", data)
        file.writestr("pkg-1.dist-info/RECORD", f"pkg/{name},,\n")
    return made.getvalue()


def add_product(seeds, name, path):
    data = path.read_bytes()
    suffix = path.suffix
    if suffix == ".ptx":
        seeds.add("ptx", name, data)
        seeds.add("downgrade_text", name, data)
    elif suffix == ".cubin":
        seeds.add("cubin", name, bytes([data[8] == 8]) + data)
    elif suffix == ".a":
        seeds.add("ar", name, data)
    elif suffix != ".fatbin":
        seeds.add("elf", name, data)
    seeds.add("verdict", name, data)
    seeds.add("zip", name, zipped(name, data))
    seeds.add("downgrade_file", name, b"\1" + data)
    for i, payload in enumerate(containers(data)):
        seeds.add("fatbin", f"{name}-{i}", payload)
        seeds.add("downgrade_file", f"{name}-{i}", b"\0" + payload)
        for j, (kind, flags, unpacked, stream) in enumerate(
            packed_entries(payload)
        ):
            head = bytes([kind == 1, flags & 0x8000 != 0])
            seeds.add(
                "codecs",
                f"{name}-{i}-{j}",
                head + struct.pack("<I", unpacked) + stream,
            )


def main(arguments):
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    folder = pathlib.Path(arguments[0]).resolve()
    seeds = Seeds(folder)
    try:
        for release in arguments[1:] or ["13.0", "13.5"]:
            nvcc = toolkits.path_of("nvcc", release)
            for flags in MODES + ([CONCAT] if release >= "13.5" else []):
                name = release + "".join(flags)
                made = products.make(
                    nvcc, folder / ".made" / name, flags, flags == MODES[0]
                )
                for product in made:
                    add_product(seeds, f"{name}-{product.path.name}",
                                product.path)
    except toolkits.Unavailable as why:
        print(f"make_seeds.py: {why}", file=sys.stderr)
        return toolkits.skip_status()
    for target, paths in {
        "profile": TESTS.parent.glob("templates/**/*profile*.json"),
    }.items():
        for path in paths:
            seeds.add(target, path.name, path.read_bytes())
    print(f"{seeds.count} seeds in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
