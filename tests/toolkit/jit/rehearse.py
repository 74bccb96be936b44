#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cudacompat rehearse` with the real JIT compilers of CUDA 12.0, 12.4 and 13.5."""

import sys

import jit_case

KERNEL = "__global__ void k(float* p) { p[threadIdx.x] *= 2; }\n"
LARGE = KERNEL + "struct Large { char c[5000]; };\n__global__ void large(Large l, float* p) { p[0] = l.c[3]; }\n"
FITS = ".visible .entry k(){ret;}\n"


def one(report):
    assert len(report["artifacts"]) == 1, report
    return report["artifacts"][0]


def target(report, name):
    return [t for t in one(report)["targets"] if t["name"] == name][0]


def test(case):
    case.add("12.0", "12.4", "13.5")
    listed = {c["cuda"]: c for c in case.json("jit", "list")["compilers"]}
    assert {"12.0", "12.4", "13.5"} <= listed.keys(), listed
    assert listed["12.4"]["ptx_isa"] == "8.4" and listed["12.4"]["from"] == "cache"

    # Compiled by each target's own release; what is SASS stays a rule.
    obj = case.compile("k", KERNEL, "-gencode=arch=compute_80,code=[sm_80,compute_80]")
    report = case.json("rehearse", obj, "--target", "9.0@cuda13.5", "--target", "8.6@cuda13.5")
    assert target(report, "9.0@cuda13.5")["verdict"] == "loads-jit"
    assert target(report, "9.0@cuda13.5")["compiled"] == 1
    assert target(report, "8.6@cuda13.5") | {"verdict": "loads", "compiled": 0, "by_rule": 1} == \
        target(report, "8.6@cuda13.5")

    # The version alone: the compiler says what the rule says.
    new = case.ptx("new.ptx", "8.4", "sm_80", FITS)
    report = case.json("rehearse", new, "--target", "9.0@cuda12.0", "--target", "9.0@cuda12.4", status=1)
    assert target(report, "9.0@cuda12.4")["verdict"] == "loads-jit"
    old = target(report, "9.0@cuda12.0")
    assert old["verdict"] == old["by_rule_alone"] == "fails-222" and old["compiled"] == 1, old

    # A body that its version does not have: only a compiler can tell.
    case.compile("large", LARGE, "-arch=compute_80", "-lineinfo", product="ptx")
    report = one(case.json("rehearse", downgraded(case), "--target", "9.0@cuda12.4", status=1))
    assert report["targets"][0] | {"verdict": "fails-218", "by_rule_alone": "loads-jit"} == report["targets"][0]
    finding = report["findings"][0]
    assert finding["id"] == "CC207" and "large" in finding["message"] and "large.cu:" in finding["message"], finding

    # No compiler of that release: not tried is not loads.
    report = case.json("rehearse", case.ptx("f.ptx", "8.0", "sm_80", FITS), "--target", "9.0@cuda12.1", status=3)
    assert target(report, "9.0@cuda12.1")["verdict"] == "unknown"
    assert one(report)["findings"][0]["fix"] == "cudacompat jit fetch 12.1"


def downgraded(case):
    text = (case.folder / "large.ptx").read_text()
    first, rest = text.split(".version", 1)
    (case.folder / "downgraded.ptx").write_text(first + ".version 8.0" + rest[rest.index("\n"):])
    return "downgraded.ptx"


if __name__ == "__main__":
    sys.exit(jit_case.main(test))
