# SPDX-License-Identifier: Apache-2.0
"""Do the containers that were found cover the sections that hold them?

Every byte of a .nv_fatbin or __nv_relfatbin section, as `readelf` tells where
they lie, must be part of a container or zero, and no container may lie
outside. A container that stands in another section is counted by section:
the program loads it by itself, and neither cuobjdump nor inspect lists it.
"""

import mmap
import re
import subprocess

HOLDERS = (".nv_fatbin", "__nv_relfatbin")
# Magic, version 1, header of 16 bytes.
CONTAINER = bytes.fromhex("50ed55ba01001000")
# [ 12] .nv_fatbin PROGBITS 0000000000502870 502870 0001b0
ROW = re.compile(r"^ *\[ *\d+\] (\S+) +(\S+) +[0-9a-f]{16} ([0-9a-f]+) ([0-9a-f]+) ", re.MULTILINE)


def sections_of(path):
    """(name, start, end) of each section that has bytes."""
    done = subprocess.run(["readelf", "--wide", "--section-headers", path], capture_output=True, text=True, check=True)
    rows = [(name, kind, int(at, 16), int(size, 16)) for name, kind, at, size in ROW.findall(done.stdout)]
    return [(name, at, at + size) for name, kind, at, size in rows if kind != "NOBITS"]


def uncovered(data, start, end, containers):
    """Lines about the bytes of [start, end) that no container holds."""
    faults, at = [], start
    for offset, size in [*containers, (end, 0)]:
        if offset < at:
            faults.append(f"container at {offset:#x} starts before {at:#x}, where the one before ends")
        elif data[at:offset].strip(b"\0"):
            faults.append(f"bytes {at:#x} to {offset:#x} are in no container and not zero")
        at = max(at, offset + size)
    if at > end:
        faults.append(f"containers end at {at:#x}, the section at {end:#x}")
    return faults


def images_inside(container):
    """Lines about images that overlap, or leave their container."""
    faults, at, end = [], container["offset"], container["offset"] + container["size"]
    for image in container["images"]:
        if image["concatenated"]:
            continue  # they share one payload
        if image["offset"] < at or image["offset"] + image["size"] > end:
            faults.append(f"image at {image['offset']:#x} is not between {at:#x} and {end:#x}")
        at = image["offset"] + image["size"]
    return faults


def elsewhere(data, sections):
    """How many containers stand in which sections that are none of theirs."""
    found, at = {}, data.find(CONTAINER)
    while at >= 0:
        name = next((name for name, start, end in sections if start <= at < end), "no section")
        if name not in HOLDERS:
            found[name] = found.get(name, 0) + 1
        at = data.find(CONTAINER, at + 1)
    return found


def compare(path, containers):
    """(faults, elsewhere) of a host file and what inspect found in it."""
    sections = sections_of(path)
    faults = [fault for container in containers for fault in images_inside(container)]
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        covered = 0
        for name, start, end in sections:
            if name in HOLDERS:
                inside = [(c["offset"], c["size"]) for c in containers if start <= c["offset"] < end]
                faults += [f"{name}: {fault}" for fault in uncovered(data, start, end, inside)]
                covered += len(inside)
        if covered != len(containers):
            faults.append(f"{len(containers) - covered} containers lie outside {' and '.join(HOLDERS)}")
        return faults, elsewhere(data, sections)
