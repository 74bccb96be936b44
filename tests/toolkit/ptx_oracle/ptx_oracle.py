#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The program's verdict on PTX against the answer of NVIDIA's JIT compilers.

    ptx_oracle.py --program build/bin/cudacompat --folder DIR
        [--releases 12.0,12.9,13.5] [--compilers 13.0,13.5] [--every N]
        [--kernels a,b] [--archs 80,90a] [--unknown SHARE] [--report FILE]

A pair is an image, a CUDA release and a GPU. Without --releases: all. Without
--compilers no kernel is compiled, and generated images alone are judged.
--every: each N-th pair of the generated. --unknown: the share of pairs that may
be `unknown` (0.01). Prints the confusion matrix; --report keeps it as JSON.

Exit: 0; 1 with a false `loads`, a false `fails`, or too many `unknown`; 77
where a tool cannot be had (1 where $CI is "true").
"""

import argparse
import concurrent.futures
import json
import pathlib
import sys
import time

import facts
import images
import kernel_images
import matrix
from judge import Judge
from facts import toolkits
from prediction import Predictor

SHOWN = 40  # disagreements of a kind
BATCH = 4000  # pairs
COMPILERS = ["13.0", "13.5"]  # of a whole run


def options(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--folder", required=True, type=pathlib.Path)
    words = lambda text: text.split(",")  # noqa: E731  one use of a type
    parser.add_argument("--releases", type=words, default=list(facts.RELEASES))
    parser.add_argument("--compilers", type=words, default=[])
    parser.add_argument("--kernels", type=words)
    parser.add_argument("--archs", type=words)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--unknown", type=float, default=0.01)
    parser.add_argument("--report", type=pathlib.Path)
    return parser.parse_args(arguments)


def chosen(said):
    pairs = list(images.generated_pairs(said.releases))[:: said.every]
    if said.compilers:
        pairs += kernel_images.pairs(said.releases, said.compilers, said.archs, said.kernels)
    return pairs


def ask(judge, pair):
    arch = facts.jit_arch(pair.gpu, pair.image.target, pair.release)
    return judge.ask(arch, list(pair.image.texts), pair.image.library)


def judged(predictor, pairs, found):
    """Adds pairs to the matrix, each release's compiler in a thread."""
    verdicts = predictor.of(pairs)
    releases = {}
    for pair in pairs:
        releases.setdefault(pair.release, []).append(pair)

    def one(release):
        judge = Judge(release)
        answers = [(pair, ask(judge, pair)) for pair in releases[release]]
        judge.close()
        return answers, judge.asked

    asked = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for answers, new in pool.map(one, releases):
            asked += new
            for pair, answer in answers:
                found.add(pair, verdicts[pair], answer)
    return asked


def show(found):
    for what, lines in (
        ("false loads", found.false_loads),
        ("false fails", found.false_fails),
        ("the compiler crashed", found.crashes),
    ):
        for line in lines[:SHOWN]:
            print(f"{what}: {line}")
        if len(lines) > SHOWN:
            print(f"{what}: and {len(lines) - SHOWN} more")
    print(found.table())
    for reason, count in found.reasons.most_common():
        print(f"unknown: {count}: {reason}")
    for (pattern, says), count in found.listed.most_common():
        print(f"not knowable: {count}: {pattern}: {says}")
    share = 100 * found.unknown / max(found.count, 1)
    print(
        f"{found.count} pairs: {len(found.false_loads)} false loads, {len(found.false_fails)} false fails, "
        f"{found.unknown} unknown ({share:.2f} %), {sum(found.listed.values())} not knowable"
    )


def main(arguments):
    said = options(arguments)
    start = time.monotonic()
    try:
        found = matrix.Matrix(matrix.limits())
        predictor = Predictor(said.program, said.folder, said.releases)
        pairs = chosen(said)
        asked = 0
        for first in range(0, len(pairs), BATCH):
            asked += judged(predictor, pairs[first : first + BATCH], found)
    except toolkits.Unavailable as why:
        print(f"ptx_oracle.py: {why}", file=sys.stderr)
        return toolkits.skip_status()
    show(found)
    print(f"{asked} answers new, {time.monotonic() - start:.0f} s")
    if said.report:
        said.report.write_text(json.dumps(found.report(), indent=1) + "\n")
    good = found.good(said.unknown) and found.count
    if said.every == 1 and said.releases == list(facts.RELEASES) and said.compilers == COMPILERS:
        for row in found.unused():
            print(f"limits.json: nothing needs the row {row['images']}: {row['says']}")
            good = False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
