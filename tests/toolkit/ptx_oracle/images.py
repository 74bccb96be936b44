# SPDX-License-Identifier: Apache-2.0
"""What is judged: PTX images, and the releases and GPUs where the answer for
one could differ. No pair repeats another's question."""

import dataclasses
import re

import facts
from facts import ISAS, NOT_REAL, RELEASES, TARGETS, ceiling, gpu_of, least, number, suffix, version_key
from features import features


@dataclasses.dataclass(frozen=True)
class Image:
    name: str  # origin/what@version
    target: str  # of .target: "90a"
    isa: str
    texts: tuple  # several: linked as one program
    library: str = ""  # a device library that it is linked with
    packed: str = ""  # the release whose fatbinary packs it; "": bare PTX

    @property
    def origin(self):
        return self.name.split("/", 1)[0]


@dataclasses.dataclass(frozen=True)
class Pair:
    image: Image
    release: str
    gpu: int


def after(isa):
    """The next .version that there is; the last's is none yet."""
    later = [other for other in ISAS if version_key(other) > version_key(isa)]
    return later[0] if later else NOT_REAL[-1]


def before(isa):
    earlier = [other for other in ISAS if version_key(other) < version_key(isa)]
    return earlier[-1] if earlier else None


def edge_versions(target, release):
    """Around the least .version of a .target and the newest of a release."""
    low, high = least(target), ceiling(release)
    real = [isa for isa in ISAS if version_key(low) <= version_key(isa) <= version_key(high)]
    wanted = {low, before(low), after(low), high, after(high), ISAS[-1], ISAS[0]}
    wanted |= {real[len(real) // 2]} if real else set()
    not_real = [isa for isa in NOT_REAL if version_key(isa) < version_key(high)]
    wanted |= {not_real[-1] if not_real else NOT_REAL[0], NOT_REAL[-2]}
    return sorted((isa for isa in wanted if isa and version_key(isa) >= (6, 0)), key=version_key)


def edge_gpus(target, release):
    """Around a .target: itself, its neighbours, its major, and both ends; for a
    family or a chip every GPU of its time."""
    known, own = facts.gpus(release), gpu_of(target)
    older = [gpu for gpu in known if gpu < own]
    newer = [gpu for gpu in known if gpu > own]
    wanted = {known[0], known[-1], *older[-2:], *newer[:2]}
    wanted |= {gpu for gpu in known if gpu // 10 == own // 10}
    wanted |= {gpu for gpu in known if suffix(target) and gpu >= 90}
    return sorted(wanted)


def feature_gpus(target, release):
    """Below, at and behind a .target, where what it has may be gone again."""
    known, own = facts.gpus(release), gpu_of(target)
    newer = [gpu for gpu in known if gpu > own]
    wanted = {*[gpu for gpu in known if gpu <= own][-2:], *newer[:1], *newer[-1:]}
    wanted |= {gpu for gpu in known if suffix(target) and gpu // 10 == own // 10}
    return sorted(wanted)


def plain(isa, target, more="", size=".address_size 64\n", body=""):
    return f".version {isa}\n.target sm_{target}{more}\n{size}.visible .entry k()\n{{\n{body}ret;\n}}\n"


def target_pairs(releases):
    """Every .target by .version."""
    for target in TARGETS:
        for release in releases:
            for isa in edge_versions(target, release):
                image = Image(f"target/{target}@{isa}", target, isa, (plain(isa, target),))
                readable = version_key(least(target)) <= version_key(isa) <= version_key(ceiling(release))
                gpus = edge_gpus(target, release)
                if not readable or isa in NOT_REAL:
                    gpus = sorted({gpus[0], gpus[-1], min(gpus, key=lambda gpu: abs(gpu - gpu_of(target)))})
                yield from (Pair(image, release, gpu) for gpu in gpus)


def unknown_gpu_pairs(releases):
    """GPUs that came after a release. (Of those that NVIDIA's compilers of 13.x
    dropped, the driver of 13.0 still takes PTX: nothing to ask there.)"""
    every = sorted({number(target) for target in TARGETS if number(target) >= 75})
    for release in releases:
        for gpu in set(every) - set(facts.gpus(release)) - set(RENAMED_GPUS):
            for isa, target in (("6.3", "75"), (ceiling(release), "80")):
                image = Image(f"target/{target}@{isa}", target, isa, (plain(isa, target),))
                yield Pair(image, release, gpu)


RENAMED_GPUS = tuple(facts.RENAMED)
HEADERS = {
    "texmode": dict(more=", texmode_independent"),
    "no-address-size": dict(size=""),
    "32-bit": dict(size=".address_size 32\n"),
}


def header_pairs(releases):
    """Other ways to write a header."""
    for what, parts in HEADERS.items():
        for release in releases:
            for target, isa in (("60", "6.0"), ("80", "7.0"), ("90", "8.0")):
                image = Image(f"header/{what}-{target}@{isa}", target, isa, (plain(isa, target, **parts),))
                known = facts.gpus(release)
                gpus = {known[0], known[-1], gpu_of(target) if gpu_of(target) in known else known[0]}
                yield from (Pair(image, release, gpu) for gpu in sorted(gpus))
    for release in releases:
        for what, text in (
            ("comments", "// one\n/* two\n.version 9.9 */\n" + plain("7.0", "80")),
            ("one-line", ".version 7.0 .target sm_80 .address_size 64 .visible .entry k() { ret; }"),
            ("crlf", plain("7.0", "80").replace("\n", "\r\n")),
        ):
            image = Image(f"header/{what}@7.0", "80", "7.0", (text,))
            yield from (Pair(image, release, gpu) for gpu in (75, 80, 90))


def feature_pairs(releases):
    """Features under the .version that brought them, under later ones, and
    under the one before ("below"), which is not valid PTX."""
    for feature in features():
        for release in releases:
            high = ceiling(release)
            versions = {feature.isa, after(feature.isa), after(high)}
            versions |= {high} if version_key(high) >= version_key(feature.isa) else set()
            for isa in sorted(versions, key=version_key):
                image = Image(f"feature/{feature.name}@{isa}", feature.target, isa, (feature.ptx(isa),))
                gpus = feature_gpus(feature.target, release)
                if version_key(isa) > version_key(high):
                    gpus = [min(gpus, key=lambda gpu: abs(gpu - gpu_of(feature.target)))]
                yield from (Pair(image, release, gpu) for gpu in gpus)
            low = before(feature.isa)
            own = gpu_of(feature.target)
            if not low or version_key(low) < version_key(least(feature.target)) or version_key(low) > version_key(high):
                continue
            image = Image(f"below/{feature.name}@{low}", feature.target, low, (feature.ptx(low),))
            yield from (Pair(image, release, gpu) for gpu in (own,) if gpu in facts.gpus(release))


def generated_pairs(releases):
    for pairs in (target_pairs, unknown_gpu_pairs, header_pairs, feature_pairs):
        yield from pairs(releases)


def version_of(text):
    return re.search(r"^\s*\.version\s+(\d+\.\d+)", text, re.MULTILINE).group(1)


def under(text, isa):
    return re.sub(r"^(\s*\.version\s+)\d+\.\d+", rf"\g<1>{isa}", text, count=1, flags=re.MULTILINE)
