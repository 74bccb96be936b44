#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the folder that the device checks need, on a machine with toolkits and without a GPU.

    prepare.py --bin FOLDER-OF-PROGRAMS OUT

OUT is less than 64 MiB and holds all: on the machine with the GPU nothing is built, and no toolkit is needed there.

    sh OUT/device_checks.sh RESULTS
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "toolkit"), str(HERE.parent / "toolkit" / "ptx_oracle")]
import case_files  # noqa: E402  the folders come first
import facts  # noqa: E402
import images  # noqa: E402
import kernel_images  # noqa: E402
from case_files import toolkits  # noqa: E402

LIMIT = 64 << 20
NEWEST = toolkits.NEWEST
# PTX that no driver reads yet.
TOO_NEW = facts.NOT_REAL[-1]
DOWNGRADED_TO = ("8.0", "8.4", "9.0")
# Kernels of the corpus that are compiled quickly, of features that differ.
CORPUS = (
    "atomics_shared",
    "barriers_named",
    "bfloat16_arithmetic",
    "bit_tricks",
    "bulk_copy",
    "carry_chains",
    "cluster_mbarrier",
    "constant_tables",
    "copy_async",
    "half_arithmetic",
    "math_float",
    "malloc_device",
)
SASS = {
    "12.2": ("75", "80", "86", "89", "90", "90a"),
    "12.8": ("80", "90", "100", "120"),
    NEWEST: ("75", "80", "86", "89", "90", "90a", "100", "100f", "120"),
}
PACKED = ("none", "speed", "balance", "size")


def bare_texts(files):
    """Every .target, with the versions around its least and those that drivers of today read."""
    isas = ["8.0", "8.4", "8.7", "8.8", *facts.ISAS[-6:], *facts.NOT_REAL[-3:]]
    for target in facts.TARGETS:
        low = facts.least(target)
        wanted = {low, images.before(low), *isas} - {None}
        for isa in sorted(wanted, key=facts.version_key):
            # Of 88 the compilers of 13.0 and 13.5 say different things there.
            differ = target == "88" and facts.version_key(isa) < facts.version_key(low)
            if facts.version_key(isa) >= (6, 0) and not differ:
                files.source(f"bare-{target}-{isa}.ptx", images.plain(isa, target))


def fatbins(files):
    for release, archs in SASS.items():
        for arch in archs:
            for mode in PACKED:
                files.fatbin(f"sass-{arch}-{release}-{mode}.fatbin", [f"{arch}@{release}"], f"--compress-mode={mode}")
            shutil.copy(files.folder / files.cubin(arch, release), files.folder / f"sass-{arch}-{release}.cubin")
    for mode in PACKED:
        files.fatbin(f"ptx-{mode}.fatbin", ["ptx80@8.0", "ptx90@8.0"], f"--compress-mode={mode}")
    for isa in ("8.0", "8.4", *facts.ISAS[-6:], TOO_NEW):
        files.fatbin(f"older-sass-and-ptx-{isa}.fatbin", [f"80@{NEWEST}", f"ptx80@{isa}"])
        files.fatbin(f"sass-and-ptx-{isa}.fatbin", [f"90@{NEWEST}", f"ptx90@{isa}"])
        files.fatbin(f"sass-for-others-and-ptx-{isa}.fatbin", [f"100@{NEWEST}", f"ptx80@{isa}"])


def products(files):
    """What nvcc makes beside plain objects: linked and concatenated code, LTO-IR."""
    sources = HERE.parent / "toolkit" / "sources"
    for_90 = "-gencode=arch=compute_90,code=[sm_90,compute_90]"
    linked = [sources / "caller.cu", sources / "helper.cu"]
    for name, flags in (("rdc", for_90), ("rdc-80", "-arch=sm_80")):
        files.nvcc(f"{name}.so", "-shared", "-Xcompiler", "-fPIC", "-rdc=true", flags, *linked)
    files.nvcc("lto.o", "-dc", "-gencode=arch=compute_90,code=lto_90", sources / "helper.cu")
    for mode in PACKED:
        words = [f"--compress-mode={mode}", for_90, "-c", sources / "whole.cu"]
        files.nvcc(f"whole-{mode}.o", *words, release=NEWEST)
        if mode != "none":
            files.nvcc(f"concat-{mode}.o", "--concat", *words, release=NEWEST)


def downgraded(program, environment, file, isa, output):
    """Whether a file's PTX could be downgraded with proof."""
    command = [program, "downgrade", file, "--ptx-isa", isa, "-o", output]
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, env=environment)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stderr}")
    return done.returncode == 0


def corpus_texts(files, program, environment):
    for kernel in kernel_images.corpus.kernels():
        if kernel.name not in CORPUS:
            continue
        (text,) = kernel_images.corpus.ptx(kernel, "90", NEWEST)
        name = files.source(f"corpus-{kernel.name}.ptx", text)
        for isa in DOWNGRADED_TO:
            output = files.folder / f"corpus-{kernel.name}-downgraded-{isa}.ptx"
            if not downgraded(program, environment, files.folder / name, isa, output):
                output.unlink(missing_ok=True)


def numbered(files):
    """The files of the checks of device_checks.py that are not in the large set."""
    isas = [isa for isa in facts.ISAS if facts.version_key(isa) >= (8, 0)]
    for isa in [*isas, TOO_NEW]:
        files.ptx("sm_90", isa)
    files.source("malformed.ptx", images.plain("8.0", "90", body="nonsense;\n"))
    for target in ("sm_90a", "sm_100"):
        files.ptx(target, "8.6")
    (files.folder / "sass-80.cubin").write_bytes((files.folder / files.cubin("80", NEWEST)).read_bytes())
    sass = (files.folder / files.cubin("90", NEWEST)).read_bytes()
    (files.folder / "truncated.cubin").write_bytes(sass[: len(sass) // 2])
    (files.folder / "random.bin").write_bytes(bytes((i * 197 + i * i * 31) % 256 for i in range(4096)))
    files.fatbin("only-100.fatbin", [f"100@{NEWEST}"])
    lto = ["-fatbin", "-rdc=true", "-gencode=arch=compute_90,code=lto_90"]
    files.nvcc("only-lto.fatbin", *lto, HERE.parent / "toolkit" / "sources" / "whole.cu")
    files.fatbin("only-ptx.fatbin", ["ptx90@8.0"])
    files.fatbin("only-sass.fatbin", [f"90@{NEWEST}"])
    numbers = {"90": 1, "90a": 2}
    words = []
    for arch, number in numbers.items():
        files.nvcc(f"number-{arch}.cubin", f"-DNUMBER={number}", f"-arch=sm_{arch}", "-cubin", HERE / "one_number.cu")
        words.append(f"--image3=kind=elf,sm={arch},file=number-{arch}.cubin")
    # PTX that drivers from CUDA 13.0 on read
    files.nvcc("number.ptx", "-DNUMBER=3", "-arch=compute_90a", "-ptx", HERE / "one_number.cu", release="13.0")
    words.append("--image3=kind=ptx,sm=90a,file=number.ptx")
    files.run(toolkits.path_of("fatbinary", NEWEST), "-64", "--create=number.fatbin", *words)


def runnable(files, program, environment):
    """kernels.cu as SASS, as PTX, and as PTX that was downgraded."""
    files.nvcc("sass.fatbin", "-arch=sm_90", "-fatbin", HERE / "kernels.cu", release=NEWEST)
    files.nvcc("ptx.fatbin", "-gencode=arch=compute_90,code=compute_90", "-fatbin", HERE / "kernels.cu", release=NEWEST)
    for isa in DOWNGRADED_TO:
        if not downgraded(program, environment, files.folder / "ptx.fatbin", isa, files.folder / f"downgraded-{isa}.fatbin"):
            raise SystemExit(f"kernels.cu cannot be downgraded to {isa}")


def programs(args, files):
    for name in ("cudacompat", "cudacompat-load"):
        files.run("strip", "-o", name, pathlib.Path(args.bin).resolve() / name)
    both = ["-gencode=arch=compute_80,code=[sm_80,compute_80]", "-gencode=arch=compute_90,code=sm_90"]
    files.nvcc("canary", *both, HERE.parents[1] / "templates" / "canary.cu")
    static = ["-static-libstdc++", "-static-libgcc"]
    files.run("c++", "-std=c++20", "-O1", *static, HERE / "probe.cc", "-o", "probe", "-ldl")
    files.nvcc("late", "-arch=sm_100", HERE / "late.cu")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("out", type=pathlib.Path)
    args = parser.parse_args()
    out = args.out.resolve()
    shutil.rmtree(out, ignore_errors=True)
    try:
        parts = {name: case_files.Files(out / name) for name in ("bin", "set", "checks", "kernels")}
        work = case_files.Files(out / "work")
        programs(args, parts["bin"])
        program = pathlib.Path(args.bin).resolve() / "cudacompat"
        environment = {**os.environ, "CUDACOMPAT_CACHE": str(work.folder)}
        for release in ("12.0", "12.4", "13.0", NEWEST):
            library = toolkits.path_of("nvjitlink", release)
            subprocess.run([program, "jit", "add", library], check=True, stdout=subprocess.DEVNULL, env=environment)
        bare_texts(parts["set"])
        fatbins(parts["set"])
        products(parts["set"])
        corpus_texts(parts["set"], program, environment)
        numbered(parts["checks"])
        runnable(parts["kernels"], program, environment)
    except toolkits.Unavailable as why:
        print(f"prepare.py: {why}")
        return toolkits.skip_status()
    shutil.rmtree(work.folder)
    for script in ("device_checks.sh", "device_checks.py"):
        shutil.copy(HERE / script, out)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    count = len(list((out / "set").iterdir()))
    print(f"{out}: {size / (1 << 20):.1f} MiB, {count} files whose loads are predicted")
    return 0 if size < LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
