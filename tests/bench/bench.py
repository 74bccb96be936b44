#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The performance gates, measured: one table, and JSON beside it.

    bench.py --bin BUILD/bin [--only P6,P9] [--json FILE] [--cuobjdump PATH]

Every figure is a ratio inside one interleaved run, an instruction count of callgrind, or a peak RSS: absolute times
are not stable on shared machines. Exit 1 where a gate is missed, 77 where nothing could be measured.
"""

import argparse
import json
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile

import fleet
import synthetic

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS / "support"))
import toolkits  # noqa: E402  the folder comes first

FLEET = {
    "schema_version": 1,
    "name": "bench",
    "targets": [
        {"name": "t4", "gpus": [{"cc": "7.5"}], "driver": "580.65.06"},
        {"name": "a100", "gpus": [{"cc": "8.0"}], "driver": "580.65.06"},
        {"name": "l4", "gpus": [{"cc": "8.9"}], "driver": "580.65.06"},
        {"name": "h200", "gpus": [{"cc": "9.0"}], "driver": "580.65.06"},
        {"name": "b200", "gpus": [{"cc": "10.0"}], "driver": "580.65.06"},
    ],
}
TRIVIAL = "__global__ void k(float* p) { p[threadIdx.x] *= 2; }\nvoid run(float* p) { k<<<1, 1>>>(p); }\n"
# Two drivers of GPUs that compile PTX 9.0 for 9.0: it has to be downgraded to 8.7.
OLDER = {
    "schema_version": 1,
    "name": "older",
    "targets": [{"name": cuda, "gpus": [{"cc": "10.0"}], "cuda": cuda} for cuda in ("12.8", "12.9")],
}
SEVEN = [f"-gencode=arch=compute_{a},code=sm_{a}" for a in (75, 80, 86, 89, 90, 100, 120)]


class Skip(Exception):
    """A measure that cannot be made here; its text is the reason."""


class Bench:
    def __init__(self, args, folder):
        self.cudacompat = os.path.join(args.bin, "cudacompat")
        self.launch = os.path.join(args.bin, "cudacompat-launch")
        self.cuobjdump = args.cuobjdump or shutil.which("cuobjdump")
        self.dir = folder
        self.profile = self.path("fleet.json")
        with open(self.profile, "w") as out:
            json.dump(FLEET, out)
        self.plan = self.path("fleet.groups")
        subprocess.run([self.cudacompat, "plan", "-p", self.profile, "--toolkit", "13.0", "--format", "groups", "-o",
                        self.plan], check=True, stdout=subprocess.DEVNULL)
        with open(self.path("k.cu"), "w") as out:
            out.write(TRIVIAL)

    def path(self, name):
        return os.path.join(self.dir, name)

    def nvcc(self):
        found = shutil.which("nvcc")
        if not found:
            raise Skip("no nvcc on PATH")
        return found

    def library(self):
        """The largest real CUDA library at hand that is no larger than cuBLASLt."""
        lib = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(self.nvcc()))), "lib")
        for folder in (lib, lib + "64"):
            for name in ("libcublasLt.so.13", "libcusparse.so.12"):
                if os.path.exists(os.path.join(folder, name)):
                    return os.path.realpath(os.path.join(folder, name))
        raise Skip("no large CUDA library beside nvcc")

    def check(self, file):
        return [self.cudacompat, "check", file, "-p", self.profile, "-o", os.devnull, "-q"]

    # Each measure: (figure, gate, unit). Smaller is better.

    def p1(self):
        """launcher over bare nvcc, trivial TU: median paired difference, percent"""
        bare = [self.nvcc(), "-arch=sm_80", "-c", "k.cu", "-o", "k.o"]
        wrapped = [self.launch, "--plan", self.plan, "--mode", "warn", "--"] + bare
        pairs = interleave(bare, wrapped, 15, self.dir)
        base = statistics.median(a for a, _ in pairs)
        diff = statistics.median(b - a for a, b in pairs)
        yield "P1 launcher / nvcc, added time", 100 * diff / base, 1.0, "%"
        yield "P1 launcher over nvcc", 1000 * diff, 3.0, "ms"

    def p3(self):
        """instructions of launcher and check, object of 7 images, child excluded"""
        subprocess.run([self.nvcc(), *SEVEN, "-c", "k.cu", "-o", "seven.o"], cwd=self.dir, check=True)
        # A fake for nvcc that copies the object: callgrind does not follow children.
        self.script("nvcc", 'for last; do :; done\ncp seven.o k.o\n')
        count = callgrind([self.launch, "--plan", self.plan, "--", "./nvcc", "-c", "k.cu", "-o", "k.o"], self.dir)
        yield "P3 launcher and check, 7 images", count / 1e6, 1.0, "M instr."

    def p5(self):
        """launcher's peak RSS while the compiler runs"""
        # A fake for nvcc that looks at its parent.
        self.script("nvcc", "sleep 0.2\ngrep VmHWM /proc/$PPID/status > rss\ntouch k.o\n")
        subprocess.run([self.launch, "--plan", self.plan, "--mode", "warn", "--", "./nvcc", "-c", "k.cu", "-o", "k.o"],
                       cwd=self.dir, check=True, stderr=subprocess.DEVNULL)
        kib = int(re.search(r"(\d+)", open(self.path("rss")).read()).group(1))
        yield "P5 launcher's RSS while nvcc runs", kib / 1024, 4.0, "MB"

    def p6(self):
        """check of a large library against cat, and against cuobjdump"""
        library = self.library()
        pairs = interleave(["cat", library], self.check(library), 41, self.dir, any_exit=True)
        ratio = statistics.median(b / a for a, b in pairs)
        name = os.path.basename(library)
        yield f"P6 check {name} / cat", ratio, 0.5, "x"
        if not self.cuobjdump:
            raise Skip("no cuobjdump for the second ratio")
        # Not interleaved: cuobjdump's 2 GB leave the check's caches cold.
        slow = statistics.median(run([self.cuobjdump, "-lelf", "-lptx", library], self.dir) for _ in range(3))
        yield "P6 check / cuobjdump", statistics.median(b for _, b in pairs) / slow, 1 / 300, "x"

    def p9(self):
        """peak RSS of check over file sizes and image counts"""
        worst = 0
        for containers, images, payload in ((10, 10, 1 << 20), (100, 10, 1 << 20), (1000, 7, 1 << 19),
                                            (20000, 5, 0), (100000, 1, 0), (20000, 50, 0)):
            file = self.path("big.so")
            size = synthetic.write_library(file, containers, images, min(payload, (4 << 30) // (containers * images)))
            rss = peak_rss(self.check(file))
            print(f"   {containers * images:9} images, {containers:7} containers, {size / 1e9:5.2f} GB: "
                  f"{rss / 1024:5.1f} MB", file=sys.stderr)
            worst = max(worst, rss)
            os.unlink(file)
        yield "P9 peak RSS of check, worst", worst / 1024, 32.0, "MB"

    def p11(self):
        """check of a wheel against unzip of the library in it"""
        if not shutil.which("unzip"):
            raise Skip("no unzip (Debian: unzip)")
        wheel = self.path("x.whl")
        with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as file:
            file.write(self.library(), "pkg/lib.so")
        pairs = interleave(["unzip", "-p", wheel, "pkg/lib.so"], self.check(wheel), 5, self.dir, any_exit=True)
        yield "P11 check x.whl / unzip -p", statistics.median(b / a for a, b in pairs), 1.2, "x"
        yield "P11 peak RSS of check x.whl", peak_rss(self.check(wheel)) / 1024, 32.0, "MB"

    def p12(self):
        """log-log slope of instructions against images and against containers"""
        for what, shapes in (("images", [(10, n // 10) for n in (1000, 10000, 100000)]),
                             ("containers", [(n, 5) for n in (200, 2000, 20000)])):
            points = []
            for containers, images in shapes:
                file = self.path("slope.so")
                synthetic.write_library(file, containers, images, 0)
                points.append((containers * images, callgrind(self.check(file), self.dir)))
                os.unlink(file)
            yield f"P12 slope against {what}", slope(points), 1.05, ""

    def downgrade(self):
        """The command that downgrades k.o for two releases, the JIT compilers of both and of nvcc's release at hand."""
        with open(self.path("older.json"), "w") as out:
            json.dump(OLDER, out)
        os.environ["CUDACOMPAT_CACHE"] = self.path("cache")
        nvcc = toolkits.release_of(self.nvcc())
        try:
            compilers = [toolkits.path_of("nvjitlink", cuda) for cuda in ("12.8", "12.9", nvcc)]
        except (toolkits.Unavailable, KeyError) as why:
            raise Skip(f"no JIT compiler: {why}") from why
        for library in compilers:
            subprocess.run([self.cudacompat, "jit", "add", library], check=True, stdout=subprocess.DEVNULL)
        return [self.cudacompat, "downgrade", "k.o", "-o", "downgraded.o", "-p", "older.json"]

    def p16(self):
        """downgrade of an object whose proofs are cached against the compile that made it"""
        downgrade = self.downgrade()
        bare = [self.nvcc(), "-arch=sm_90", "-c", "k.cu", "-o", "k.o"]
        pairs = interleave(bare, downgrade, 15, self.dir)
        yield "P16 downgrade, proofs cached / nvcc", 100 * statistics.median(b / a for a, b in pairs), 2.0, "%"

    def p17(self):
        """CPU of a first downgrade against the compile of a unit with two CUB algorithms, 300 KB of PTX"""
        downgrade = self.downgrade()
        kernels = TESTS / "toolkit" / "ptx_oracle" / "kernels"
        with open(self.path("cub.cu"), "w") as out:
            out.write("".join(f'#include "{kernels}/cub_device_{name}.cu"\n' for name in ("radix_sort", "select")))
        bare = [self.nvcc(), "-std=c++17", "-arch=sm_90", "-c", "cub.cu", "-o", "k.o"]
        ratios = []
        for _ in range(5):
            shutil.rmtree(self.path("cache/answers"), ignore_errors=True)
            compiled = cpu(bare, self.dir)
            ratios.append(cpu(downgrade, self.dir) / compiled)
        yield "P17 first downgrade / nvcc, CPU", 100 * statistics.median(ratios), 25.0, "%"

    def p14(self):
        """import of a cluster of 10^5 nodes, JSON and YAML: time for 100 MB, peak RSS; the targets are those of 100 nodes"""
        written = {}
        for count in (100, 100000):
            nodes = self.path("nodes.json")
            size = fleet.write_nodes(nodes, count)
            profile = self.path("imported.json")
            command = [self.cudacompat, "profile", "import", "-q", nodes, "-o", profile]
            taken = statistics.median(run(command, self.dir) for _ in range(3))
            with open(profile) as file:
                written[count] = [{**target, "count": 0} for target in json.load(file)["targets"]]
        if written[100] != written[100000]:
            raise RuntimeError("the targets of 10^5 nodes are not those of 100")
        print(f"   {size / 1e6:.0f} MB in {taken:.2f} s: {size / 1e6 / taken:.0f} MB/s", file=sys.stderr)
        yield "P14 import of 10^5 nodes, 100 MB", taken / (size / 1e8), 1.0, "s"
        yield "P14 peak RSS of the import", peak_rss(command) / 1024, 64.0, "MB"
        yield "P14 the same with --nodes", peak_rss([*command, "--nodes", self.path("names")]) / 1024, 64.0, "MB"
        # libyaml reads some tens of MB a second; only memory has a gate.
        size = fleet.write_nodes(nodes, 100000, yaml=True)
        taken = run(command, self.dir)
        with open(profile) as file:
            if [{**target, "count": 0} for target in json.load(file)["targets"]] != written[100]:
                raise RuntimeError("the targets of the YAML are not those of the JSON")
        print(f"   YAML: {size / 1e6:.0f} MB in {taken:.2f} s: {size / 1e6 / taken:.0f} MB/s", file=sys.stderr)
        yield "P14 peak RSS of the YAML's import", peak_rss(command) / 1024, 64.0, "MB"
        os.unlink(nodes)

    def script(self, name, body):
        with open(self.path(name), "w") as out:
            out.write("#!/bin/sh\n" + body)
        os.chmod(self.path(name), 0o755)


def cpu(command, cwd):
    """Seconds of user and system time, of all its children too."""
    before = os.times()
    subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def run(command, cwd, any_exit=False):
    """Seconds of wall clock. By posix_spawn: subprocess adds milliseconds of its own."""
    program = shutil.which(command[0], path=f"{cwd}:{os.environ['PATH']}")
    silent = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_WRONLY, 0) for fd in (1, 2)]
    home = os.getcwd()
    os.chdir(cwd)
    try:
        started = time.perf_counter()
        pid = os.posix_spawn(program, command, os.environ, file_actions=silent)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        taken = time.perf_counter() - started
    finally:
        os.chdir(home)
    if code != 0 and not (any_exit and code == 1):
        raise RuntimeError(f"exit {code}: {' '.join(command)}")
    return taken


def interleave(a, b, rounds, cwd, any_exit=False):
    """A B A B ...: machine load falls on both."""
    run(a, cwd, any_exit), run(b, cwd, any_exit)
    return [(run(a, cwd, any_exit), run(b, cwd, any_exit)) for _ in range(rounds)]


def callgrind(command, cwd):
    if not shutil.which("valgrind"):
        raise Skip("no valgrind")
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command], cwd=cwd,
                          capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if not found:
        raise RuntimeError(done.stderr)
    return int(found.group(1))


def peak_rss(command):
    """KiB, by GNU time: a child of this Python itself would count Python's own memory before its exec."""
    if not os.path.exists("/usr/bin/time"):
        raise Skip("no /usr/bin/time (Debian: time)")
    done = subprocess.run(["/usr/bin/time", "-f", "%M", *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"exit {done.returncode}: {' '.join(command)}")
    return int(done.stderr.split()[-1])


def slope(points):
    xs = [math.log(x) for x, _ in points]
    ys = [math.log(y) for _, y in points]
    mx, my = statistics.mean(xs), statistics.mean(ys)
    return sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sum((x - mx) ** 2 for x in xs)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--bin", required=True, help="folder of a Release build's programs")
    parser.add_argument("--only", default="P1,P3,P5,P6,P9,P11,P12,P14,P16,P17")
    parser.add_argument("--json", help="write the figures here")
    parser.add_argument("--cuobjdump")
    args = parser.parse_args()
    args.bin = os.path.abspath(args.bin)
    rows, skipped = [], []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(args, folder)
        for gate in args.only.split(","):
            try:
                for name, figure, limit, unit in getattr(bench, gate.lower())():
                    rows.append({"measure": name, "gate": limit, "figure": figure, "unit": unit,
                                 "ok": figure <= limit})
            except Skip as why:
                skipped.append(f"{gate}: {why}")
    width = max((len(r["measure"]) for r in rows), default=10)
    print(f"{'measure':{width}}  {'gate':>9}  {'figure':>9}")
    for r in rows:
        print(f"{r['measure']:{width}}  {r['gate']:9.4g}  {r['figure']:9.4g}  {r['unit']:9} "
              f"{'ok' if r['ok'] else 'over'}")
    for line in skipped:
        print("not measured:", line)
    if args.json:
        with open(args.json, "w") as out:
            json.dump({"schema_version": 1, "rows": rows, "not_measured": skipped}, out, indent=2, sort_keys=True)
    if not rows:
        return 77
    return 0 if all(r["ok"] for r in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
