# SPDX-License-Identifier: Apache-2.0
"""What cuobjdump 13.5 says is in a file, as a list of images.

Two listings are asked and must agree with each other: the long one
(`cuobjdump -all FILE`), which knows the suffix of each architecture, and the
short one (`-all -lelf -lptx`). What cuobjdump is known not to tell is named
here and nowhere else:

* The short listing drops the `f` of SASS: sm_100f.cubin reads sm_100.cubin
  (seen with 13.5.37). Hence the long one decides, and the short one is
  compared without `f` on SASS.
* Without -all, relocatable code beside linked code is not shown.
* The long listing prints nothing of a bare cubin; the short one names it, but
  without a number, and again without `f`.
* Neither lists the text of a bare PTX file.
* The short listing shows neither LTO-IR nor Tile IR; the long one does.
"""

import dataclasses
import re
import subprocess

KINDS = {"elf": "sass", "ptx": "ptx", "nvvm": "lto-ir", "tile ir": "tile-ir"}

TITLE = re.compile(r"^\t?Fatbin (.+) code:$")
CONCAT_TITLE = "Fatbin concatenated entry code:"
ARCH = re.compile(r"^\t?arch = sm_(\S+)$")
VERSION = re.compile(r"^\t?code version = \[(\d+),(\d+)\]$")
EXTRACTED = re.compile(r"^Extracting (?:ELF|PTX) file.*? +\d+: (\S+)")
ARCH_OF_FILE = re.compile(r"\.sm_(\d+[af]?)\.(cubin|ptx)$")
SHORT = re.compile(r"^(ELF|PTX) file +\d+: .*?\.sm_(\d+[af]?)\.(?:cubin|ptx)$")


@dataclasses.dataclass
class Image:
    kind: str
    arch: str = ""
    version: str = ""
    compressed: bool = False
    concatenated: bool = False


class Unreadable(Exception):
    """cuobjdump did not answer, or said what is not understood here."""


def run(cuobjdump, *arguments, cwd=None):
    done = subprocess.run(
        [cuobjdump, *arguments], capture_output=True, text=True, cwd=cwd
    )
    nothing = "does not contain device code" in done.stderr
    if done.returncode != 0 and not nothing:
        raise Unreadable(f"cuobjdump {' '.join(arguments)}: {done.stderr}")
    return done.stdout


def parse_long(text):
    """The images of `cuobjdump -all FILE`, in its order.

    A concatenated entry has a title and fields of its own; its images follow,
    indented, and share its compression."""
    images, entry_compressed, current = [], False, None
    for line in text.splitlines():
        title = TITLE.match(line)
        if line == CONCAT_TITLE:
            current = Image("concatenated")
            entry_compressed = False
        elif title:
            if title.group(1) not in KINDS:
                raise Unreadable(f"a kind that is not known here: {line}")
            current = Image(KINDS[title.group(1)])
            current.concatenated = line.startswith("\t")
            current.compressed = current.concatenated and entry_compressed
            images.append(current)
        elif ARCH.match(line):
            current.arch = ARCH.match(line).group(1)
        elif VERSION.match(line):
            current.version = ".".join(VERSION.match(line).groups())
        elif line.strip() == "compressed":
            current.compressed = True
            if current.kind == "concatenated":
                entry_compressed = True
    return images


def parse_short(text):
    """(kind, arch) of `cuobjdump -all -lelf -lptx FILE`, in its order."""
    found = []
    for line in text.splitlines():
        match = SHORT.match(line)
        if match:
            kind = "sass" if match.group(1) == "ELF" else "ptx"
            found.append((kind, match.group(2)))
        elif re.match(r"^(ELF|PTX) file", line):
            raise Unreadable(f"a line that is not understood here: {line}")
    return found


def without_f(kind, arch):
    return (kind, arch.rstrip("f") if kind == "sass" else arch)


def listing(cuobjdump, path):
    """The images of a file, or Unreadable where the two listings differ."""
    images = parse_long(run(cuobjdump, "-all", path))
    short = parse_short(run(cuobjdump, "-all", "-lelf", "-lptx", path))
    if not images and len(short) == 1:
        return [Image(*short[0])]  # a bare cubin
    pairs = [without_f(i.kind, i.arch) for i in images]
    listed = [p for p in pairs if p[0] in ("sass", "ptx")]
    if sorted(listed) != sorted(short):
        raise Unreadable(
            f"the two listings of {path} differ:\n {listed}\n {short}"
        )
    return images


def extracted(cuobjdump, path, folder):
    """(kind, arch, bytes) of each extracted image, in the listing's order.

    The files are numbered, but not where -lineinfo or -G had nvcc keep the
    source's name: those are SOURCE.sm_80.cubin."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    said = run(
        cuobjdump, "-all", "-xelf", "all", "-xptx", "all", path, cwd=folder
    )
    names = [m.group(1) for m in map(EXTRACTED.match, said.splitlines()) if m]
    if len(names) != len(set(names)):
        raise Unreadable(f"images of {path} are extracted to one file name")
    images = []
    for name in names:
        match = ARCH_OF_FILE.search(name)
        kind = "sass" if match.group(2) == "cubin" else "ptx"
        images.append((kind, match.group(1), (folder / name).stat().st_size))
        (folder / name).unlink()
    return images


def unpacked_sizes(cuobjdump, path, folder):
    """Bytes of each extracted image by kind, in the listing's order."""
    sizes = {"sass": [], "ptx": []}
    for kind, _, size in extracted(cuobjdump, path, folder):
        sizes[kind].append(size)
    return sizes
