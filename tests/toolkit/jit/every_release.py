#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each release's JIT compiler takes its own PTX ISA and refuses the next, and cudacompat knows which."""

import sys

import jit_case
from jit_case import toolkits


BODY = ".visible .entry k(){ret;}\n"


def test(case):
    case.add(*toolkits.NVJITLINK)
    listed = case.json("jit", "list")["compilers"]
    isas = sorted({tuple(map(int, c["ptx_isa"].split("."))) for c in listed})
    for compiler in listed:
        if compiler["cuda"] not in toolkits.NVJITLINK:
            continue
        where = f"8.0@cuda{compiler['cuda']}"
        for isa in isas:
            text = case.ptx("k.ptx", f"{isa[0]}.{isa[1]}", "sm_80", BODY)
            fits = isa <= tuple(map(int, compiler["ptx_isa"].split(".")))
            report = case.json("rehearse", text, "--target", where, status=0 if fits else 1)
            said = report["artifacts"][0]["targets"][0]
            assert said["compiled"] == 1, (where, isa, said)
            assert said["verdict"] == said["by_rule_alone"] == ("loads-jit" if fits else "fails-222"), (where, isa, said)
    print(f"{len(toolkits.NVJITLINK)} releases x {len(isas)} ISA versions: all as predicted")


if __name__ == "__main__":
    sys.exit(jit_case.main(test))
