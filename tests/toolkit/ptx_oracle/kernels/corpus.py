# SPDX-License-Identifier: Apache-2.0
"""Small CUDA sources, each for one thing that a program may use, and the PTX
that a real nvcc makes of them.

    for kernel in kernels():
        for arch in kernel.archs:            "80", "90a", "100f"
            texts = ptx(kernel, arch, "13.5")   a list of PTX texts

A source's first line may say more than its code does:

    // corpus: from=80 archs=90a,100f options=-rdc=true needs=cccl link=NAME

from: the least architecture; archs: exactly these; options: of nvcc;
needs: headers on the include path, of cccl or curand; since=13.2: the first
nvcc that takes it; link: another source whose PTX is linked with it, or
@cudadevrt, the device runtime, which is no PTX.
Texts are kept by content, of the source as of the tools, in the tests' cache
folder; Unavailable (of toolkits.py) says that a tool cannot be had.
"""

import dataclasses
import hashlib
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "support"))
import toolkits  # noqa: E402  the folder comes first

ARCHS = ("75", "80", "90", "90a", "100f", "120")
SECONDS = 300  # one compile


class Broken(Exception):
    """A source that nvcc does not take: a fault of the corpus."""


@dataclasses.dataclass(frozen=True)
class Kernel:
    name: str
    source: pathlib.Path
    archs: tuple
    options: tuple
    needs: str  # "" for none
    since: str
    link: str  # "" for none


def number(arch):
    return int(arch.rstrip("af"))


def read(source):
    first = source.read_text().split("\n", 1)[0]
    said = dict(re.findall(r"(\w+)=(\S+)", first)) if first.startswith("// corpus:") else {}
    archs = said["archs"].split(",") if "archs" in said else ARCHS
    least = int(said.get("from", 0))
    return Kernel(
        name=source.stem,
        source=source,
        archs=tuple(arch for arch in archs if number(arch) >= least),
        options=tuple(said["options"].split(",")) if "options" in said else (),
        needs=said.get("needs", ""),
        since=said.get("since", "13.0"),
        link=said.get("link", ""),
    )


def kernels():
    return [read(source) for source in sorted(HERE.glob("*.cu"))]


def command(kernel, arch, release):
    nvcc = toolkits.path_of("nvcc", release)
    argv = [nvcc, "-ptx", "-std=c++17", f"-arch=compute_{arch}", *kernel.options]
    if kernel.needs == "cccl":
        argv += ["-I", str(toolkits.fetch(f"cccl-{release}") / "nvidia/cu13/include/cccl")]
    if kernel.needs == "curand":
        argv += ["-I", str(toolkits.fetch("curand") / "nvidia/cu13/include")]
    return argv


def compiled(kernel, arch, release):
    """The PTX of one source."""
    argv = command(kernel, arch, release)
    key = [kernel.source.read_text(), toolkits.NVCC[release]["build"], toolkits.NVCC[release]["cccl"]]
    key += [word for word in argv[1:] if not word.startswith("/")]
    digest = hashlib.sha256("\0".join(key).encode()).hexdigest()[:16]
    kept = toolkits.cache() / "ptx-corpus" / f"{kernel.name}-{arch}-{release}-{digest}.ptx"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        part = kept.with_suffix(f".{id(kernel)}.part")
        done = subprocess.run(
            argv + [str(kernel.source), "-o", str(part)], capture_output=True, text=True, timeout=SECONDS
        )
        if done.returncode != 0:
            raise Broken(f"{kernel.name} for {arch} by nvcc {release}: {done.stderr.strip()[:600]}")
        part.rename(kept)
    return kept.read_text()


def since(kernel, release):
    """Whether the nvcc of a release takes the source."""
    return [int(part) for part in release.split(".")] >= [int(part) for part in kernel.since.split(".")]


def ptx(kernel, arch, release):
    """The PTX of a source, and of the one that it is linked with."""
    texts = [compiled(kernel, arch, release)]
    if kernel.link and not kernel.link.startswith("@"):
        texts.append(compiled(read(HERE / f"{kernel.link}.cu"), arch, release))
    return texts


def main(arguments):
    """Compiles all for the releases named: a way to fill the cache."""
    failed = 0
    for release in arguments or [toolkits.NEWEST]:
        for kernel in kernels():
            for arch in kernel.archs if since(kernel, release) else ():
                try:
                    ptx(kernel, arch, release)
                except Broken as why:
                    failed += 1
                    print(why, flush=True)
    print(f"{len(kernels())} sources, {failed} not compiled")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
