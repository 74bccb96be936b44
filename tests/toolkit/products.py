# SPDX-License-Identifier: Apache-2.0
"""Makes one file of each kind that nvcc makes, with a given compression.

    make(nvcc, folder, flags, everything) -> [Product, ...]

With `everything`, more products and more architectures: for the default
compression. A product is made again only where its command, its inputs or nvcc
changed. Two commands run at a time.
"""

import concurrent.futures
import dataclasses
import hashlib
import os
import pathlib
import shutil
import subprocess

SOURCES = pathlib.Path(__file__).resolve().parent / "sources"
JOBS = 2

# Base SASS with its PTX, and SASS of an `f` chip: 13.0 and later make them.
FEW = [
    "-gencode=arch=compute_80,code=[sm_80,compute_80]",
    "-gencode=arch=compute_100f,code=sm_100f",
]
# Also an `a` chip, and PTX of an `f` chip.
MANY = [
    "-gencode=arch=compute_80,code=[sm_80,compute_80]",
    "-gencode=arch=compute_90a,code=sm_90a",
    "-gencode=arch=compute_100f,code=[sm_100f,compute_100f]",
]
LTO = "-gencode=arch=compute_80,code=lto_80"
PIC = "-Xcompiler=-fPIC"


class Broken(Exception):
    """A command that failed; the text is the command and what it said."""


@dataclasses.dataclass
class Product:
    path: pathlib.Path
    images: list | None = None  # (kind, arch) where cuobjdump does not tell


def source(name):
    return [str(SOURCES / name)]


# (output, arguments, inputs). The second list needs the first, whose outputs
# are given by name.
def compiles(archs):
    return [
        ("whole.o", [*archs, PIC, "-c"], source("whole.cu")),
        ("caller.o", [*archs, PIC, "-dc"], source("caller.cu")),
        ("helper.o", [*archs, PIC, "-dc"], source("helper.cu")),
        ("whole.fatbin", [*archs, "-fatbin"], source("whole.cu")),
        ("main.o", ["-c"], source("main.cc")),
    ]


def links(archs):
    relocatable = ["caller.o", "helper.o"]
    return [
        ("dlink.o", [*archs, PIC, "-dlink"], relocatable),
        ("lib.a", [*archs, "-lib"], ["whole.o", *relocatable]),
        ("rdc-exe", archs, ["main.o", "whole.o", *relocatable]),
    ]


# Where compression changes nothing, or nothing that those above do not show.
def more_compiles(archs):
    return [
        ("lto.o", [*archs, LTO, "-dc"], source("caller.cu")),
        ("rdc.fatbin", [*archs, "-rdc=true", "-fatbin"], source("caller.cu")),
        ("exact.cubin", ["-arch=sm_90a", "-cubin"], source("whole.cu")),
        ("family.cubin", ["-arch=sm_100f", "-cubin"], source("whole.cu")),
        ("exact.ptx", ["-arch=compute_90a", "-ptx"], source("whole.cu")),
    ]


def more_links(archs):
    relocatable = ["caller.o", "helper.o"]
    host = ["main.o", "whole.o"]
    steps = [
        ("dlink.fatbin", [*archs, "-dlink", "-fatbin"], relocatable),
        ("dlink.cubin", ["-arch=sm_90a", "-dlink", "-cubin"], relocatable),
        ("exe", archs, host),
        ("shared-runtime-exe", [*archs, "-cudart=shared"], host),
        ("lib.so", [*archs, "-shared"], ["whole.o"]),
        ("rdc-lib.so", [*archs, "-shared"], relocatable),
    ]
    if shutil.which("ld.lld"):
        # Its wrappers hold no addresses; relocations do.
        steps += [("lld-exe", [*archs, "-Xcompiler=-fuse-ld=lld"], host)]
    return steps


# What cuobjdump does not list (cuobjdump_listing.py): the suffix f of a bare
# cubin, and bare PTX text.
TOLD_BY_THE_COMMAND = {
    "family.cubin": [("sass", "100f")],
    "exact.ptx": [("ptx", "90a")],
}


SCALE, CALL = "_Z5scalePff", "_Z4callPi"


def kernels_of(name):
    """The kernels of the product of that name."""
    if name in ("lib.a", "rdc-exe"):
        return {SCALE, CALL}
    if name == "helper.o":
        return set()
    parts = ("caller", "lto", "rdc", "dlink")
    return {CALL} if name.startswith(parts) else {SCALE}


def make(nvcc, folder, flags, everything):
    """All products in `folder`; Broken where a command fails."""
    folder.mkdir(parents=True, exist_ok=True)
    archs = MANY if everything else FEW
    waves = [compiles(archs), links(archs)]
    if everything:
        waves = [waves[0] + more_compiles(archs), waves[1] + more_links(archs)]
    made = []
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for wave in waves:
            jobs = [
                pool.submit(make_one, nvcc, folder, flags, *step)
                for step in wave
            ]
            made += [job.result() for job in jobs]
    return [
        Product(path, TOLD_BY_THE_COMMAND.get(path.name))
        for path in made
        if path.name != "main.o"
    ]


def make_one(nvcc, folder, flags, output, arguments, inputs):
    command = [nvcc, *flags, *arguments, *inputs, "-o", output]
    stamp = digest(nvcc, command, folder, inputs)
    path, note = folder / output, folder / f".{output}.made-by"
    if path.exists() and note.exists() and note.read_text() == stamp:
        return path
    done = subprocess.run(
        command, cwd=folder, text=True, env=environment(),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    if done.returncode != 0:
        raise Broken(f"{' '.join(command)}\n{done.stdout}")
    note.write_text(stamp)
    return path


def digest(nvcc, command, folder, inputs):
    """Changes where the command, nvcc or an input does."""
    total = hashlib.sha256(repr(command).encode())
    total.update(str(os.stat(nvcc).st_mtime_ns).encode())
    for name in inputs:
        total.update((folder / name).read_bytes())
    return total.hexdigest()


def environment():
    """Without what would add to nvcc's command line."""
    added = ("NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS")
    return {k: v for k, v in os.environ.items() if k not in added}
