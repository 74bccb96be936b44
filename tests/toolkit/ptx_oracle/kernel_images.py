# SPDX-License-Identifier: Apache-2.0
"""PTX that real nvccs make of the kernels' corpus, and where it is judged."""

import pathlib
import sys

import facts
from facts import ceiling, gpu_of, least, toolkits, version_key
from images import Image, Pair, under, version_of

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "kernels"))
import corpus  # noqa: E402  the folder comes first

# Texts under an older .version, as people write it into PTX that old drivers
# shall take: what is asked of the releases that no nvcc is at hand for.
DOWNGRADED_TO = ("12.0", "12.4", "12.8", "12.9")


def library_of(kernel, release):
    if kernel.link != "@cudadevrt":
        return ""
    folder = pathlib.Path(toolkits.path_of("nvcc", release)).resolve().parents[1]
    found = [path for path in folder.rglob("libcudadevrt.a")]
    return str(found[0])


def gpus_of(kernel, arch, release):
    """The GPU that it was compiled for, and, where the compile is quick, the
    next and the newest."""
    known, own = facts.gpus(release), gpu_of(arch)
    newer = [gpu for gpu in known if gpu > own]
    return [gpu for gpu in ([own] if kernel.needs else [own, *newer[:1], *newer[-1:]]) if gpu in known]


def kernel_pairs(kernel, arch, compiler, releases):
    texts = tuple(corpus.ptx(kernel, arch, compiler))
    isa = version_of(texts[0])
    library = library_of(kernel, compiler)
    # The newest compiler's as bare PTX, the others' in fatbins.
    packed = "" if compiler == toolkits.NEWEST else compiler
    image = Image(f"kernel/{kernel.name}-{arch}-by-{compiler}@{isa}", arch, isa, texts, library, packed)
    for release in releases:
        gpus = gpus_of(kernel, arch, release)
        if version_key(ceiling(release)) < version_key(isa):
            gpus = gpus[:1]
        elif kernel.needs and release not in (compiler, toolkits.NEWEST):
            gpus = []
        yield from (Pair(image, release, gpu) for gpu in sorted(set(gpus)))
        low = ceiling(release)
        # The device runtime of 13.5 is not for the compilers of 12.x.
        if library or packed or release not in DOWNGRADED_TO or version_key(low) < version_key(least(arch)):
            continue
        downgraded = tuple(under(text, low) for text in texts)
        image_low = Image(f"downgraded/{kernel.name}-{arch}@{low}", arch, low, downgraded, library)
        yield from (Pair(image_low, release, gpu) for gpu in gpus[:1])


def pairs(releases, compilers, archs=None, names=None):
    """Of all sources for all their architectures; or of some."""
    for kernel in corpus.kernels():
        if names and kernel.name not in names:
            continue
        for arch in kernel.archs:
            if archs and arch not in archs:
                continue
            for compiler in (one for one in compilers if corpus.since(kernel, one)):
                yield from kernel_pairs(kernel, arch, compiler, releases)
