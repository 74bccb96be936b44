#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does `cudacompat inspect` see in shipped libraries what NVIDIA's tool sees?

    pypi_listing.py --program P --folder DIR [--all] [PROJECT...]

Libraries of wheels from PyPI (pypi_products.json), the default ones or all,
or all those of the projects named. Compared with cuobjdump, image by image: kind,
architecture with suffix, PTX ISA version, compression, unpacked size (by
extraction); and with readelf, which bytes hold containers. Prints one line a
library and keeps them as DIR/agreement.json. Exit: 0 all agree, 1 one does
not, 77 nothing could be tried, with the reason.

cuobjdump 13.5 does not read all that older compilers made: it refuses SASS of
sm_35 and sm_37 by name, and sm_90 of CUDA 12.0 and 12.1 as "Invalid ELF".
There an older one is asked, which a wheel of the table ships.
"""

import argparse
import collections
import dataclasses
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))

import cuobjdump_listing  # noqa: E402
import listing_oracle  # noqa: E402
import pypi_products  # noqa: E402
import pypi_sections  # noqa: E402
import toolkits  # noqa: E402

REFUSALS = ("Invalid ELF", "Support for 'sm_")
OLDER = "triton"  # whose wheel ships the older cuobjdump


@dataclasses.dataclass
class Agreement:
    project: str
    wheel: str
    library: str
    bytes: int
    oracle: str = ""
    toolkits: list = dataclasses.field(default_factory=list)
    containers: int = 0
    images: int = 0
    kinds: dict = dataclasses.field(default_factory=dict)
    unpacked: int = 0
    elsewhere: dict = dataclasses.field(default_factory=dict)
    faults: list = dataclasses.field(default_factory=list)


def compare_sizes(ours, extracted):
    """The sizes of each kind and architecture, smallest first: cuobjdump goes
    by the wrappers, inspect by the sections. An extracted PTX text lacks its
    final NUL; an image that is stored as it is may count its padding to 8."""
    sizes = collections.defaultdict(lambda: ([], []))
    for image in ours:
        if image["kind"] in ("sass", "ptx"):
            arch = cuobjdump_listing.without_f(image["kind"], image["arch"])
            sizes[arch][0].append((image["unpacked_size"], image["compression"] == "none"))
    for kind, arch, size in extracted:
        sizes[cuobjdump_listing.without_f(kind, arch)][1].append(size + (kind == "ptx"))
    faults = []
    for (kind, arch), (mine, theirs) in sizes.items():
        if len(mine) != len(theirs):
            faults.append(f"{kind} {arch}: {len(mine)} images, {len(theirs)} extracted")
            continue
        for (size, stored), wanted in zip(sorted(mine), sorted(theirs)):
            if not (size == wanted or stored and wanted < size < wanted + 8):
                faults.append(f"{kind} {arch}: unpacked_size {size}, extracted {wanted}")
    return faults


def ask(readers, path, folder):
    """(reader's name, listing, extracted) by the newest that reads the file."""
    for name, cuobjdump in readers:
        try:
            listed = cuobjdump_listing.listing(cuobjdump, str(path))
            extracted = cuobjdump_listing.extracted(cuobjdump, str(path), folder)
            return name, listed, extracted
        except cuobjdump_listing.Unreadable as why:
            if not any(refusal in str(why) for refusal in REFUSALS):
                raise
            last = why
    raise last


def is_bare(path):
    return path.suffix == ".cubin"


def compare(program, readers, path, folder, agreement):
    containers, problems = listing_oracle.containers_of(program, path)
    ours = [image for container in containers for image in container["images"]]
    agreement.containers, agreement.images = len(containers), len(ours)
    agreement.kinds = dict(collections.Counter(f"{i['kind']} {i['arch']}" for i in ours))
    agreement.toolkits = sorted({i["toolkit"] for i in ours if i["toolkit"]})
    agreement.unpacked = sum(i["unpacked_size"] for i in ours)
    agreement.oracle, theirs, extracted = ask(readers, path, folder)
    if is_bare(path):
        # Of a bare cubin cuobjdump tells the number alone (cuobjdump_listing).
        seen = [cuobjdump_listing.without_f(i["kind"], i["arch"]) for i in ours]
        if seen != [(i.kind, i.arch) for i in theirs]:
            agreement.faults.append(f"{seen}, cuobjdump: {theirs}")
        if [i["unpacked_size"] for i in ours] != [path.stat().st_size]:
            agreement.faults.append(f"unpacked_size is not the file's {path.stat().st_size}")
        agreement.faults += problems
        return
    agreement.faults += listing_oracle.compare_lists(ours, theirs, in_order=False)
    agreement.faults += compare_sizes(ours, extracted)
    if path.suffix != ".a":
        faults, agreement.elsewhere = pypi_sections.compare(path, containers)
        agreement.faults += faults
        carried = [problem for problem in problems if listing_oracle.is_carried(problem)]
        if bool(carried) != bool(agreement.elsewhere and all(i["empty"] for i in ours)):
            agreement.faults.append(f"elsewhere {agreement.elsewhere}, inspect: {carried}")
        problems = [problem for problem in problems if problem not in carried]
    agreement.faults += problems


def readers(wheels):
    """(name, command) of each cuobjdump, the newest first; the older one is
    fetched only where it is needed."""
    yield toolkits.NEWEST, toolkits.path_of("cuobjdump")
    wheel = next(w for w in wheels if w.project == OLDER and w.tool)
    path = pypi_products.fetch(wheel)[0]
    path.chmod(0o755)
    yield f"{wheel.tool} ({wheel.file.split('-')[0]} {wheel.file.split('-')[1]})", str(path)


def compare_all(arguments, chosen, wheels):
    agreements, missing = [], []
    for wheel in chosen:
        try:
            paths = pypi_products.fetch(wheel)
        except toolkits.Unavailable as why:
            missing.append(str(why))
            continue
        for path in paths:
            if not arguments.all and not arguments.projects and path.name not in wheel.default:
                continue
            agreement = Agreement(wheel.project, wheel.file, path.name, path.stat().st_size)
            try:
                compare(arguments.program, readers(wheels), path, arguments.folder / "extracted", agreement)
            except cuobjdump_listing.Unreadable as why:
                agreement.faults.append(str(why))
            except toolkits.Unavailable as why:
                missing.append(f"{path.name}: {why}")
                continue
            known = wheel.elsewhere.get(path.name, {})
            if agreement.elsewhere != known:
                agreement.faults.append(f"containers elsewhere: {agreement.elsewhere}, known {known}")
            print(line(agreement), *[f"\n    {fault[:300]}" for fault in agreement.faults[:10]], flush=True)
            agreements.append(agreement)
    return agreements, missing


def line(a):
    made_by, product = ",".join(a.toolkits) or "-", "-".join(a.wheel.split("-")[:2])
    return (
        f"{'FAULT' if a.faults else 'agree'}  {product[:30]:30} {a.library[:40]:40} {a.bytes >> 10:6} KiB"
        f"  CUDA {made_by:9} {a.containers:4} containers {a.images:5} images  cuobjdump {a.oracle}"
    )


def wanted(arguments, wheel):
    if arguments.projects:
        return wheel.project in arguments.projects
    return arguments.all or wheel.default


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("projects", nargs="*")
    parser.add_argument("--program", required=True)
    parser.add_argument("--folder", required=True, type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    arguments.folder = arguments.folder.resolve()
    wheels = pypi_products.table()
    chosen = [w for w in wheels if not w.tool and wanted(arguments, w)]
    try:
        toolkits.path_of("cuobjdump")
        agreements, missing = compare_all(arguments, chosen, wheels)
    except toolkits.Unavailable as why:
        print(f"not tried: {why}")
        return toolkits.skip_status()
    for why in missing:
        print(f"not tried: {why}")
    if not agreements:
        return toolkits.skip_status()
    agree = sum(not a.faults for a in agreements)
    projects, made_by = {a.project for a in agreements}, {t for a in agreements for t in a.toolkits}
    print(
        f"{agree} of {len(agreements)} libraries of {len(projects)} projects agree:"
        f" {sum(a.images for a in agreements)} images of CUDA {', '.join(sorted(made_by, key=version))}"
    )
    arguments.folder.mkdir(parents=True, exist_ok=True)
    report = arguments.folder / "agreement.json"
    report.write_text(json.dumps([dataclasses.asdict(a) for a in agreements], indent=1) + "\n")
    print(f"kept in {report}")
    if agree != len(agreements):
        return 1
    return toolkits.skip_status() if missing else 0


def version(text):
    return [int(part) for part in text.split(".")]


if __name__ == "__main__":
    sys.exit(main())
