# SPDX-License-Identifier: Apache-2.0
"""Shared libraries with any number of fatbin containers and images, for measuring.

A fake for libraries of a size that does not exist yet: real layout, made-up payloads. Cubins are written as
holes, so a file of 4 GB takes no room on the disk.
"""

import struct

CONTAINER = struct.Struct("<IHHQ")
ENTRY = struct.Struct("<HHIQIIHHIIIQQQ")
ARCHS = (75, 80, 86, 89, 90, 100, 120)


def cubin_header(arch):
    """The first 64 bytes of a cubin of ptxas 13.0: what a header walk looks at."""
    ident = b"\x7fELF\x02\x01\x01\x41\x08" + b"\0" * 7
    flags = 0x06000004 | arch << 8 if arch < 100 else 0x06000002 | arch << 8
    return ident + struct.pack("<HHIQQQIHHHHHH", 2, 190, 1, 0, 0, 0, flags, 64, 0, 0, 64, 0, 0)


def entries(images, payload):
    for i in range(images):
        arch = ARCHS[i % len(ARCHS)]
        flags = 0x11 | (0x1000000 if arch >= 100 else 0)
        yield ENTRY.pack(2, 0x101, 64, payload, 0, 0, 8, 1, arch, 64, 0, flags, 0, 0) + cubin_header(arch), payload


def write_library(path, containers, images_each, payload):
    """An ELF shared object whose .nv_fatbin holds the containers; returns its size in bytes."""
    payload = max(payload // 8 * 8, 32 * 1024)  # over 16 KiB: never looked into for emptiness
    size = 16 + images_each * (64 + payload)
    names = b"\0.nv_fatbin\0.shstrtab\0"
    start = 4096
    with open(path, "wb") as out:
        for c in range(containers):
            at = start + c * size
            out.seek(at)
            out.write(CONTAINER.pack(0xBA55ED50, 1, 16, size - 16))
            at += 16
            for head, length in entries(images_each, payload):
                out.seek(at)
                out.write(head)
                at += 64 + length
        end = start + containers * size
        out.seek(end)
        out.write(names)
        table = (end + len(names) + 7) // 8 * 8
        out.seek(table)
        sections = [
            (0,) * 10,
            (1, 1, 2, 0, start, end - start, 0, 0, 8, 0),
            (12, 3, 0, 0, end, len(names), 0, 0, 1, 0),
        ]
        for s in sections:
            out.write(struct.pack("<IIQQQQIIQQ", *s))
        out.seek(0)
        out.write(b"\x7fELF\x02\x01\x01" + b"\0" * 9)
        out.write(struct.pack("<HHIQQQIHHHHHH", 3, 62, 1, 0, 0, table, 0, 64, 56, 0, 64, 3, 2))
    return table + 64 * 3
