#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The corpus of kernels, compiled by nvcc 13.5, downgraded by `cudacompat downgrade`.

A text must be downgraded where the JIT compilers of all releases with that PTX ISA take it (asked here with a downgrade of
this test's own), and be left alone where one does not; and ptxas 13.5 must make the same machine code of what was
downgraded as of the original without the dropped hints. Prints a table and writes it as JSON.
"""

import argparse
import collections
import functools
import json
import os
import pathlib
import re
import struct
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
for folder in ("jit", "ptx_oracle", "ptx_oracle/kernels"):
    sys.path.insert(0, str(HERE.parent / folder))
import corpus  # noqa: E402
import jit_case  # noqa: E402
import judge  # noqa: E402
from jit_case import toolkits  # noqa: E402

RELEASES = {"8.0": ["12.0"], "8.4": ["12.4"], "8.8": ["12.9"], "9.0": ["13.0"]}
LEAST = {"75": "6.3", "80": "7.0", "90": "7.8", "90a": "8.0", "100f": "8.8", "120": "8.7"}
# Which PTX ISA brought a hint, as ptxas 13.5.37 takes it.
HINTS = {"used_bytes_mask": (8, 3), "enable_smem_spilling": (8, 7), "frequency": (9, 0)}


def version(text):
    return tuple(map(int, text.split(".")))


def without_hints(text, isa):
    for name, brought in HINTS.items():
        if version(isa) < brought:
            text = re.sub(rf'\.pragma\s+"{name}[^"]*";', "", text)
    return text


def own_downgrade(text, isa):
    """Without a line in common with the product's."""
    text = without_hints(text, isa)
    return re.sub(r"(?m)^\.version \d+\.\d+", f".version {isa}", text, count=1)


@functools.lru_cache(maxsize=8)  # of the original that several ISAs share
def code(ptxas, text, arch, folder):
    """The .text sections that ptxas makes of a text."""
    (folder / "code.ptx").write_text(text)
    subprocess.run([ptxas, "-arch", f"sm_{arch}", "-c", "code.ptx", "-o", "code.cubin"], cwd=folder, check=True,
                   capture_output=True)
    data = (folder / "code.cubin").read_bytes()
    table = struct.unpack_from("<Q", data, 40)[0]
    count, names = struct.unpack_from("<HH", data, 60)
    rows = [struct.unpack_from("<IIQQQQIIQQ", data, table + 64 * i) for i in range(count)]
    base = rows[names][4]
    found = {data[base + r[0]:data.index(b"\0", base + r[0])]: data[r[4]:r[4] + r[5]] for r in rows if r[1] != 8}
    return {name: body for name, body in found.items() if name.startswith(b".text")}


class Corpus:
    def __init__(self, case, args):
        self.case, self.args = case, args
        self.counts = collections.Counter()
        self.kernels = self.same = self.hints = 0
        self.ptxas = toolkits.path_of("ptxas", "13.5")
        releases = sorted({r for isa in args.isas for r in RELEASES[isa]}, key=version)
        case.add(*releases, "13.5")
        self.judges = {r: judge.Judge(r) for r in releases}

    def one(self, name, arch, isa, text):
        (self.case.folder / "k.ptx").write_text(text)
        (self.case.folder / "out.ptx").unlink(missing_ok=True)
        done = subprocess.run([self.case.program, "downgrade", "k.ptx", "-o", "out.ptx", "--ptx-isa", isa, "--format", "json"],
                              cwd=self.case.folder, capture_output=True, text=True,
                              env={**os.environ, "CUDACOMPAT_CACHE": str(self.case.cache)})
        assert done.returncode in (0, 1), f"{name} {arch} {isa}: exit {done.returncode}\n{done.stderr}"
        image = json.loads(done.stdout)["artifacts"][0]["images"][0]
        wanted = own_downgrade(text, isa)
        takes = all(self.judges[r].ask(f"sm_{arch}", [wanted]).label == judge.ACCEPTED for r in RELEASES[isa])
        where = f"{name} for {arch} to {isa}"
        assert image["downgraded"] == takes, f"{where}: downgraded {image['downgraded']}, the JIT compilers: {takes}\n{image['why']}"
        self.counts[arch, isa, takes] += 1
        if not takes:
            assert image["why"], where
            return
        out = (self.case.folder / "out.ptx").read_text()
        assert re.search(rf"(?m)^\.version {re.escape(isa)}\s*$", out), where
        self.hints += len(image["dropped"])
        before = without_hints(text, isa)
        assert code(self.ptxas, before, arch, self.case.folder) == code(self.ptxas, out, arch, self.case.folder), where
        self.same += 1

    def run(self):
        for kernel in corpus.kernels():
            if self.args.kernels and kernel.name not in self.args.kernels:
                continue
            for arch in kernel.archs:
                if kernel.link or arch not in self.args.archs:
                    continue  # linked ones are no programs alone
                for text in corpus.ptx(kernel, arch, "13.5"):
                    self.kernels += len(re.findall(r"\.entry\b", text))
                    for isa in self.args.isas:
                        if version(isa) >= version(LEAST[arch]):
                            self.one(kernel.name, arch, isa, text)
        rows = [{"arch": a, "isa": i, "downgraded": self.counts[a, i, True], "left": self.counts[a, i, False]}
                for a in self.args.archs for i in self.args.isas if version(i) >= version(LEAST[a])]
        for row in rows:
            print(f"compute_{row['arch']:5} to {row['isa']}: {row['downgraded']:4} downgraded, {row['left']:3} left alone")
        print(f"{self.kernels} kernels; {self.same} downgraded texts, all with the same machine code; {self.hints} hints dropped")
        (self.case.folder / "corpus.json").write_text(json.dumps(
            {"schema_version": 1, "rows": rows, "kernels": self.kernels, "same_code": self.same, "hints": self.hints}))
        assert self.same, "nothing was downgraded"


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--archs", default="75,80,90,90a,100f,120", type=lambda s: s.split(","))
    parser.add_argument("--isas", default="9.0,8.8,8.4,8.0", type=lambda s: s.split(","))
    parser.add_argument("--kernels", default=[], type=lambda s: s.split(","))
    args, rest = parser.parse_known_args()
    sys.argv[1:] = rest
    return jit_case.main(lambda case: Corpus(case, args).run())


if __name__ == "__main__":
    sys.exit(main())
