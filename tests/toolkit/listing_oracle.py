#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does `cudacompat inspect` list the images that cuobjdump 13.5 lists?

    listing_oracle.py products --program P --release 13.5 --compress size
                               --folder DIR [--concat] [--everything]
    listing_oracle.py library  --program P --folder DIR NAME
    listing_oracle.py files    --program P --folder DIR FILE...

`products` makes a file of each kind with that release's nvcc; `library` takes
a file of the lib folder of the toolkit on this machine. Compared are kind,
architecture with suffix, PTX ISA version, whether it is compressed (and with
the codec that was asked for) and, for files under 4 MiB, the unpacked size of
each image. Exit: 0 alike, 1 not, 77 not tried, with the reason.
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(
    0, str(pathlib.Path(__file__).resolve().parent.parent / "support")
)

import cuobjdump_listing  # noqa: E402
import products  # noqa: E402
import toolkits  # noqa: E402

EXTRACT_BELOW = 4 << 20
CODEC = {"speed": "lz4"}  # of nvcc's --compress-mode; the others use zstd


def containers_of(program, path, *options):
    """The containers that the program lists, in file order, and problems."""
    done = subprocess.run(
        [program, "inspect", "--format", "json", *options, str(path)],
        capture_output=True,
        text=True,
    )
    failed = f"exit {done.returncode}: {done.stderr.strip()}"
    if done.returncode not in (0, 3) or not done.stdout:
        return [], [failed]
    containers, problems = [], []
    for artifact in json.loads(done.stdout)["artifacts"]:
        problems += [p["message"] for p in artifact.get("problems", [])]
        containers += artifact["containers"]
    if done.returncode != 0 and not problems:
        problems.append(failed)
    return containers, problems


def inspect(program, path, *options):
    """The images that the program lists, in file order, as JSON objects."""
    containers, problems = containers_of(program, path, *options)
    return [i for c in containers for i in c["images"]], problems


def is_carried(problem):
    """inspect says so of a library such as cuFFT, whose only code is data that
    it loads by itself; cuobjdump does not list that either."""
    return problem.startswith("device code stands in section ")


def key_of_ours(image):
    return (
        image["kind"],
        image["arch"] or "",
        (image["ptx_isa"] or "") if image["kind"] == "ptx" else "",
        image["compression"] != "none",
        image["concatenated"],
    )


def key_of_theirs(image):
    return (
        image.kind,
        image.arch,
        image.version if image.kind == "ptx" else "",
        image.compressed,
        image.concatenated,
    )


def compare_lists(ours, theirs, in_order=True):
    """Lines that say what differs. cuobjdump goes by the wrappers, inspect by
    the sections: in a library of many objects these can differ in order."""
    left = [key_of_ours(image) for image in ours]
    right = [key_of_theirs(image) for image in theirs]
    faults = []
    if in_order and sorted(left) == sorted(right) and left != right:
        faults.append(f"inspect's order {left}, cuobjdump's {right}")
    for key in sorted(set(left + right)):
        n, m = left.count(key), right.count(key)
        if n != m:
            faults.append(f"{key}: {n} listed by inspect, {m} by cuobjdump")
    return faults


def compare_sizes(ours, sizes):
    """An extracted PTX text lacks its final NUL; an image that is not packed
    by itself may count its padding to 8."""
    faults = []
    for kind, extracted in sizes.items():
        unpacked = [i for i in ours if i["kind"] == kind]
        if len(unpacked) != len(extracted):
            faults.append(
                f"{kind}: {len(unpacked)} images, {len(extracted)} files"
            )
            continue
        nul = 1 if kind == "ptx" else 0
        for image, size in zip(unpacked, extracted):
            alone = image["compression"] != "none" and not image["concatenated"]
            over = image["unpacked_size"] - size
            if not (over == nul or not alone and nul <= over < nul + 8):
                faults.append(
                    f"{kind} {image['arch']}: unpacked_size"
                    f" {image['unpacked_size']}, extracted {size} bytes"
                )
    return faults


def compare_codec(ours, compress):
    if compress is None:
        return []
    codec = CODEC.get(compress, "zstd")
    allowed = {"none"} if compress == "none" else {"none", codec}
    used = {i["compression"] for i in ours}
    return [] if used <= allowed else [f"codecs {used}, asked for {compress}"]


def compare_depths(arguments, path, ours):
    """A deeper look lists the same images, and knows of what nvcc made them
    and which kernels they have."""
    faults = []
    for depth in ("headers", "all"):
        deep, problems = inspect(arguments.program, path, "--deep", depth)
        faults += [f"--deep {depth}: {problem}" for problem in problems]
        if [key_of_ours(i) for i in deep] != [key_of_ours(i) for i in ours]:
            faults.append(f"--deep {depth} lists other images")
        for image in deep:
            made_by = (image["toolkit"], image["cubin_abi"])
            if image["kind"] == "sass" and made_by != (arguments.release, 8):
                faults.append(
                    f"--deep {depth}: {image['kind']} {image['arch']} made by"
                    f" {made_by}, not {(arguments.release, 8)}"
                )
    kernels = {name for image in deep for name in image["kernels"]}
    wanted = products.kernels_of(path.name)
    if kernels != wanted:
        faults.append(f"kernels {sorted(kernels)}, not {sorted(wanted)}")
    return faults


def faults_of(arguments, path, told=None):
    ours, problems = inspect(arguments.program, path)
    problems = [problem for problem in problems if not is_carried(problem)]
    if problems:
        return problems
    if arguments.what == "products":
        faults = compare_depths(arguments, path, ours)
        if faults:
            return faults
    if told is not None:
        seen = [(i["kind"], i["arch"]) for i in ours]
        return [] if seen == told else [f"{seen}, made as {told}"]
    theirs = cuobjdump_listing.listing(arguments.cuobjdump, str(path))
    faults = compare_lists(ours, theirs, arguments.what == "products")
    faults += compare_codec(ours, getattr(arguments, "compress", None))
    bare = len(theirs) == 1 and not theirs[0].version
    if not faults and not bare and path.stat().st_size < EXTRACT_BELOW:
        folder = arguments.folder / "extracted"
        sizes = cuobjdump_listing.unpacked_sizes(
            arguments.cuobjdump, str(path), folder
        )
        faults += compare_sizes(ours, sizes)
    print(f"{path.name}: {len(ours)} images, {len(faults)} faults")
    return faults


class NotHere(Exception):
    """A library that this machine does not have; never a failure."""


def library(name):
    """The file of that name in the toolkit of the nvcc on this machine."""
    nvcc = shutil.which("nvcc")
    if not nvcc:
        raise NotHere("no nvcc on PATH, so no CUDA libraries")
    root = pathlib.Path(nvcc).resolve().parent.parent
    for folder in ("lib64", "lib", "targets/x86_64-linux/lib"):
        if (root / folder / name).exists():
            return (root / folder / name).resolve()
    raise NotHere(f"{root} has no {name}")


def chosen(arguments):
    """(path, what its command says is inside or None) of each file."""
    if arguments.what == "files":
        return [(path.resolve(), None) for path in arguments.names]
    if arguments.what == "library":
        return [(library(arguments.names[0].name), None)]
    nvcc = toolkits.path_of("nvcc", arguments.release)
    flags = [f"-compress-mode={arguments.compress}"]
    flags += ["--concat"] if arguments.concat else []
    made = products.make(
        nvcc, arguments.folder, flags, arguments.everything
    )
    return [(product.path, product.images) for product in made]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["products", "library", "files"])
    parser.add_argument("names", nargs="*", type=pathlib.Path)
    parser.add_argument("--program", required=True)
    parser.add_argument("--folder", required=True, type=pathlib.Path)
    parser.add_argument("--release", default=toolkits.NEWEST)
    parser.add_argument("--compress", default=None)
    parser.add_argument("--concat", action="store_true")
    parser.add_argument("--everything", action="store_true")
    arguments = parser.parse_intermixed_args()
    arguments.folder = arguments.folder.resolve()
    try:
        arguments.cuobjdump = toolkits.path_of("cuobjdump")
        files = chosen(arguments)
    except toolkits.Unavailable as why:
        print(f"not tried: {why}")
        return toolkits.skip_status()
    except NotHere as why:
        print(f"not tried: {why}")
        return 77
    bad = False
    for path, told in files:
        for fault in faults_of(arguments, path, told):
            print(f"{path}: {fault}")
            bad = True
    return 1 if bad or not files else 0


if __name__ == "__main__":
    sys.exit(main())
