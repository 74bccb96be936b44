# SPDX-License-Identifier: Apache-2.0
"""What the committed tables say of releases and architectures."""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "support"))
import toolkits  # noqa: E402  the folder comes first

FACTS = HERE.parents[2] / "templates" / "facts"
# A .version that there is not, or not yet.
NOT_REAL = ("6.6", "7.9", "8.9", "9.6", "10.0")


def rows(name):
    return json.loads((FACTS / f"{name}.json").read_text())["rows"]


def version_key(version):
    return tuple(int(part) for part in version.split("."))


def number(arch):
    return int(arch.rstrip("af"))


def suffix(arch):
    return arch.lstrip("0123456789")


RELEASES = {row["cuda"]: row for row in rows("releases") if row["cuda"] in toolkits.NVJITLINK}
TARGETS = {row["arch"]: row for row in rows("architectures")}
RENAMED = {row["from"]: row["to"] for row in rows("aliases")}
EVERY_ISA = {row["ptx_isa"] for row in rows("releases")} | {row["isa"] for row in rows("older_ptx_isas")}
ISAS = sorted((isa for isa in EVERY_ISA if version_key(isa) >= (6, 0)), key=version_key)


def gpus(release):
    """The GPUs whose code the JIT compiler of a release makes: 75, 80, ..."""
    return sorted({number(arch) for arch in RELEASES[release]["archs"]})


def ceiling(release):
    return RELEASES[release]["ptx_isa"]


def least(target):
    return TARGETS[target]["min_ptx"]


def gpu_of(target):
    """The GPU that a .target is for, under its number of today."""
    return RENAMED.get(number(target), number(target))


def jit_arch(gpu, target, release):
    """What a driver tells its JIT compiler: the chip, and all it can do where
    the PTX asks for that."""
    full = f"{gpu}{'a' if suffix(target) else ''}"
    return f"sm_{full if full in RELEASES[release]['archs'] else gpu}"
