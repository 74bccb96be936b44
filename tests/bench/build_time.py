#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What building costs, from a fresh clone: P21 and the quickstart.

    build_time.py [--source CHECKOUT] [--quickstart] [--json FILE]

P21 is the CPU time (user + system) of a Release build of the four programs with two jobs and no compiler cache; the
wall time beside it means something on an idle machine only. --quickstart runs examples/quickstart.sh in the clone too
(gate: 150 s of wall time). Exit 1 where a gate is missed.
"""

import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = ["cudacompat", "cudacompat-launch", "cudacompat-jit", "cudacompat-load"]


def cost(*commands):
    """CPU and wall seconds of commands that must succeed."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    environment = {**os.environ, "CCACHE_DISABLE": "1"}
    for command in commands:
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stdout.decode(errors='replace')[-4000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, time.monotonic() - start


def measured(clone, quickstart):
    build = os.path.join(clone, "build", "release")
    configured = ["cmake", "-S", clone, "--preset", "release", "-B", build]
    subprocess.run(configured, cwd=clone, check=True, stdout=subprocess.DEVNULL)
    cpu, wall = cost(["cmake", "--build", build, "--parallel", "2", "--target", *PROGRAMS])
    yield "P21 Release build of the programs, CPU", cpu, 200
    yield "  the same, wall", wall, None
    if quickstart:
        _, wall = cost(["sh", os.path.join(clone, "examples", "quickstart.sh")])
        yield "quickstart.sh on a fresh clone, wall", wall, 150


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--source", default=ROOT, help="the checkout whose last commit is built")
    parser.add_argument("--quickstart", action="store_true")
    parser.add_argument("--json", help="write the figures here")
    args = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        clone = os.path.join(folder, "clone")
        subprocess.run(["git", "clone", "-q", str(args.source), clone], check=True)
        for name, figure, gate in measured(clone, args.quickstart):
            rows.append({"measure": name.strip(), "figure": figure, "gate": gate, "unit": "s"})
            verdict = "" if gate is None else f"  (gate {gate} s: {'ok' if figure <= gate else 'over'})"
            print(f"{name:40} {figure:7.1f} s{verdict}", flush=True)
    if args.json:
        with open(args.json, "w") as out:
            json.dump({"schema_version": 1, "rows": rows}, out, indent=2, sort_keys=True)
    return 0 if all(r["gate"] is None or r["figure"] <= r["gate"] for r in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
