#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Public bug reports, each with the verdict that would have prevented it.

    field_cases.py --program cudacompat --folder DIR [GROUP...]

GROUP is ptx, sass, image, toolkit, launcher or files. Each case makes a real file (case_files.py) and compares what
`cudacompat check` says of it, target by target; its comment names the report.
"""

import argparse
import json
import pathlib
import subprocess
import sys

from case_files import Files, toolkits

GROUPS = {}


def case(group):
    def add(function):
        GROUPS.setdefault(group, []).append(function)
        return function
    return add


class Bench:
    """Asks the program, and keeps what differs from what was expected."""

    def __init__(self, program, files):
        self.program, self.files, self.faults = program, files, []
        self.asked = 0

    def ask(self, *arguments, statuses=(0, 1)):
        done = subprocess.run([self.program, *arguments], capture_output=True, text=True)
        if done.returncode not in statuses:
            self.faults.append(f"{' '.join(arguments)}: exit {done.returncode}, not {statuses}: {done.stderr}")
        return done

    def check(self, file, targets, *options):
        """What check says of a file, as JSON; `targets`: {"8.9@535": "fails-222"}."""
        words = [w for target in targets for w in ("--target", target)]
        done = self.ask("check", file, *words, "--format", "json", *options, statuses=(0, 1, 3))
        report = json.loads(done.stdout)
        artifact = report["artifacts"][0]
        told = {t["name"]: t["verdict"] for t in artifact["targets"]}
        for target, expected in targets.items():
            self.expect(f"{pathlib.Path(file).name} on {target}", told.get(target), expected)
        return artifact

    def expect(self, what, found, wanted):
        self.asked += 1
        if found != wanted:
            self.faults.append(f"{what}: {found!r}, not {wanted!r}")

    def expect_in(self, what, part, text):
        self.asked += 1
        if part not in text:
            self.faults.append(f"{what}: no {part!r} in {text!r}")

    def images(self, file):
        """("sass", "90a") and ("ptx", "90") of a file, sorted."""
        report = json.loads(self.ask("inspect", file, "--format", "json", statuses=(0,)).stdout)
        return sorted((i["kind"], i["arch"]) for a in report["artifacts"] for c in a["containers"]
                      for i in c["images"])


def finding(artifact, identity):
    return next((f for f in artifact["findings"] if f["id"] == identity), {"message": "", "fix": ""})


# PTX version against driver


@case("ptx")
def one_wheel_three_machines(b):
    """Forest-Neurotech/mach#62."""
    wheel = b.files.packed("mach", ["75@12.3", "ptx75@8.3"])
    told = b.check(wheel, {"7.5@525.60.13": "loads", "12.0@580.65.06": "loads-jit", "8.9@535.183.06": "fails-222",
                           "8.9@545.23.06": "loads-jit"})
    fix = finding(told, "CC201")["fix"]
    b.expect("the cheapest fix comes first", fix.find("compute_89") < fix.find("CUDA 12.2") <
             fix.find("545.23.06"), True)
    fixed = b.files.packed("mach-89", ["75@12.3", "89@12.3", "ptx75@8.3"])
    b.check(fixed, {"7.5@525.60.13": "loads", "8.9@535.183.06": "loads"})


@case("ptx")
def documented_minimum_driver(b):
    """amnsbr/cubnm#28: 11.8 on 460.80."""
    told = b.check(b.files.packed("cubnm", ["70@11.8", "75@11.8", "ptx75@7.8"]),
                   {"7.5@460.80": "loads", "7.0@460.80": "loads", "8.6@460.80": "fails-222"})
    b.expect_in("SASS is offered", "add SASS", finding(told, "CC201")["fix"])


@case("ptx")
def distribution_drifts(b):
    """cuda_memtest#31: 11.3 PTX, driver 460.80 of 11.2."""
    b.check(b.files.packed("memtest", ["ptx80@7.3"]), {"8.6@460.80": "fails-222", "8.6@465.19.01": "loads-jit"})
    b.check(b.files.packed("memtest-86", ["86@11.8", "ptx80@7.3"]), {"8.6@460.80": "loads"})


@case("ptx")
def ptx_only_wheel_on_old_gpus(b):
    """cupy/cupy#6875: PTX of 11.7, drivers of 11.4; Xavier is known by its CUDA."""
    before = b.files.packed("cupy", ["ptx50@7.7"])
    b.check(before, {"7.2@cuda11.4": "fails-222", "5.2@470.82.01": "fails-222"})
    after = b.files.packed("cupy-sass", ["52@11.7", "72@11.7", "ptx86@7.7"])
    b.check(after, {"7.2@cuda11.4": "loads", "5.2@470.82.01": "loads"})


@case("ptx")
def driver_that_overstates_itself(b):
    """rapidsai/ptxcompiler#9: reports 11.6, reads PTX up to 7.4."""
    b.check(b.files.packed("wsl", ["ptx75@7.6"]), {"8.6@510.06+ptx7.4": "fails-222", "8.6@510.47.03": "loads-jit"})


@case("ptx")
def newest_ptx_on_last_years_driver(b):
    """NVIDIA/nvbandwidth#61, gwoltman/gpuowl#31: nvcc 13.5 for a driver of 13.0."""
    k = b.files.kernel("k")
    ptx_only = b.files.nvcc("k135.o", "-gencode=arch=compute_80,code=compute_80", "-c", k, release="13.5")
    b.check(ptx_only, {"9.0@580.65.06": "fails-222", "9.0@620": "loads-jit"})
    both = b.files.nvcc("k135b.o", "-arch=sm_80", "-c", k, release="13.5")
    b.check(both, {"8.0@580.65.06": "loads", "8.6@580.65.06": "loads", "9.0@580.65.06": "fails-222"})


@case("ptx")
def a_loose_ptx_file(b):
    """wilicc/gpu-burn#145: PTX shipped as a file."""
    ptx = b.files.nvcc("loose.ptx", "-ptx", "-arch=compute_80", b.files.kernel("k"))
    b.check(ptx, {"8.0@580.65.06": "loads-jit", "9.0@575.51.03": "fails-222", "7.5@580.65.06": "fails-209"})


# SASS against GPU


@case("sass")
def the_union_hides_the_hole(b):
    """deepspeedai/DeepSpeed#578, with the link step's own container as a decoy."""
    f = b.files
    k1 = f.nvcc("k1.o", "-arch=sm_80", "-c", f.kernel("k1"))
    k2 = f.nvcc("k2.o", "-arch=sm_90", "-c", f.kernel("k2"))
    main = f.source("main.cc", "int main() {}\n")
    for arch in ("sm_86", None):
        flags = [f"-arch={arch}"] if arch else []
        program = f.nvcc(f"two-{arch}", *flags, main, k1, k2)
        told = b.check(program, {"8.0@580.65.06": "fails-209", "9.0@580.65.06": "loads-jit",
                                 "8.6@580.65.06": "fails-209", "7.5@580.65.06": "fails-209"})
        where = [c["id"] for t in told["targets"] if t["name"] == "8.0@580.65.06" for c in t["containers"]
                 if c["verdict"] == "fails-209"]
        units = [c["unit"] for c in told["containers"] if c["id"] in where]
        b.expect("the unit is named", units, ["k2.cu"])


@case("sass")
def tegra(b):
    """jax-ml/jax#40487, measured on Orin by its reporter."""
    f, orin = b.files, "8.7@cuda13.0"
    told = b.check(f.nvcc("o80.o", "-gencode=arch=compute_80,code=sm_80", "-c", f.kernel("k")), {orin: "fails-209"})
    b.expect_in("the reason", "Tegra", finding(told, "CC303")["message"])
    b.expect_in("the fix", "87-real", finding(told, "CC303")["fix"])
    b.check(f.nvcc("o87.o", "-gencode=arch=compute_87,code=sm_87", "-c", f.kernel("k")),
            {orin: "loads", "8.9@580.65.06": "fails-209"})
    b.check(f.nvcc("op80.o", "-gencode=arch=compute_80,code=compute_80", "-c", f.kernel("k")), {orin: "loads-jit"})


@case("sass")
def thor_changed_its_number(b):
    """vllm-project/vllm#39233, IST-DASLab/qutlass#13: 110 from CUDA 13.0, 110a exists."""
    f = b.files
    b.check(f.nvcc("t.o", "-gencode=arch=compute_110a,code=sm_110a", "-c", f.kernel("k")), {"11.0@cuda13.0": "loads"})
    b.check(f.nvcc("t120.o", "-gencode=arch=compute_120,code=sm_120", "-c", f.kernel("k")),
            {"11.0@cuda13.0": "fails-209"})


@case("sass")
def no_false_alarm_on_gb10(b):
    """pytorch/pytorch#172629."""
    f = b.files
    b.check(f.nvcc("gb.o", "-gencode=arch=compute_120,code=sm_120", "-c", f.kernel("k")), {"12.1@580.65.06": "loads"})
    b.check(f.nvcc("gba.o", "-gencode=arch=compute_120a,code=sm_120a", "-c", f.kernel("k")),
            {"12.1@580.65.06": "fails-209", "12.0@580.65.06": "loads"})


@case("sass")
def newest_gpu_old_list(b):
    """pytorch/pytorch#150733: the same list without and with PTX."""
    b.check(b.files.packed("torch1", ["50@12.4", "80@12.4", "90@12.4"]), {"12.0@570.26": "fails-209"})
    b.check(b.files.packed("torch2", ["50@11.8", "80@11.8", "ptx50@7.8"]), {"12.0@570.26": "loads-jit"})


@case("sass")
def mixed_cards(b):
    """mmp/pbrt-v4#465: sm_61 'runs on all' because of its PTX."""
    b.check(b.files.packed("pbrt", ["61@12.2", "ptx61@8.2"]),
            {"6.1@535.54.03": "loads", "8.6@535.54.03": "loads-jit", "8.9@535.54.03": "loads-jit"})


FORMS = {  # B-10: what each form of nvcc 13.0 puts in an object
    "": ["sass 75", "ptx 75"],
    "-arch=sm_90": ["sass 90", "ptx 90"],
    "-arch sm_90": ["sass 90", "ptx 90"],
    "--gpu-architecture=sm_90": ["sass 90", "ptx 90"],
    "-arch=compute_90": ["ptx 90"],
    "-arch=compute_80 -code=sm_80,sm_86": ["sass 80", "sass 86"],
    "-arch=compute_80 -code=compute_80,sm_86": ["sass 86", "ptx 80"],
    "--gpu-architecture compute_80 --gpu-code sm_80": ["sass 80"],
    "-arch=all-major": ["sass 75", "sass 80", "sass 90", "sass 100", "sass 110", "sass 120", "ptx 120"],
    "-gencode arch=compute_80,code=sm_86": ["sass 86"],
    "-gencode arch=compute_100f,code=sm_103": ["sass 103f"],
    "-gencode arch=compute_120f,code=sm_121": ["sass 121f"],
    "-arch=sm_90a": ["ptx 90", "sass 90a", "ptx 90a"],
}


@case("sass")
def what_each_form_embeds(b):
    """anthony-chaudhary/fak#4180: '-arch=sm_XX gives SASS only' is false."""
    for n, (form, images) in enumerate(FORMS.items()):
        made = b.files.nvcc(f"form{n}.o", *form.split(), "-c", b.files.kernel("k"))
        b.expect(form or "no flag", b.images(made), sorted(tuple(i.split()) for i in images))


@case("sass")
def default_architecture(b):
    """charmplusplus#3954: no -arch at all."""
    b.check(b.files.nvcc("default.o", "-c", b.files.kernel("k")),
            {"8.0@580.65.06": "loads-jit", "7.5@580.65.06": "loads"})


@case("sass")
def device_link_of_mixed_architectures(b):
    """NVIDIA/cccl#11403."""
    f = b.files
    f.source("other.cu", "__device__ int other(int x) { return x * 3; }\n")
    f.source("caller.cu", "__device__ int other(int);\n__global__ void c(int* p) { *p = other(*p); }\nint main() {}\n")
    other = f.nvcc("mix-other.o", "-rdc=true", "-arch=sm_86", "-c", "other.cu")
    caller = f.nvcc("mix-caller.o", "-rdc=true", "-arch=sm_120", "-c", "caller.cu")
    program = f.nvcc("mixed", "-arch=sm_120", caller, other)
    told = b.check(program, {"12.0@580.65.06": "loads"})
    b.expect_in("the lists", "SASS 120", finding(told, "CC406")["message"])


@case("sass")
def driver_that_dropped_the_gpu(b):
    """JuliaGPU/CUDA.jl#3023, #2940: V100 on 580 runs, P100 on 595 does not."""
    v100 = b.files.packed("v100", ["60@12.9", "70@12.9"])
    told = b.check(v100, {"7.0@580.126.09": "loads", "6.0@595.71.05": "fails-100"})
    b.expect_in("the fix", "580", finding(told, "CC603")["fix"])


# Image invalid


@case("image")
def zstd_on_an_old_driver(b):
    """ollama/ollama#16449: 12.8 with --compress-mode=size, V100, driver 535."""
    f = b.files
    told = b.check(f.packed("size", ["70@12.8"], "--compress-mode=size"),
                   {"7.0@535.288.01": "fails-200", "7.0@550.54.14": "loads"})
    b.expect_in("the fix", "--compress-mode=speed", finding(told, "CC501")["fix"])
    b.check(f.packed("speed", ["70@12.8"], "--compress-mode=speed", "--compress-all"), {"7.0@535.288.01": "loads"})
    b.check(f.packed("balance", ["70@12.8", "ptx70@8.7"], "--compress-mode=balance"), {"7.0@535.288.01": "unknown"})


@case("image")
def sass_crosses_a_major(b):
    """JuliaGPU/CUDA.jl#2361: 12.x SASS on drivers of 11.x; and 13.x on 12.x."""
    told = b.check(b.files.packed("major", ["80@12.2"]),
                   {"8.0@450.80.02": "fails-200", "8.0@520.61.05": "fails-200", "8.0@525.60.13": "loads"})
    b.expect_in("both symptoms", "error 35", finding(told, "CC503")["message"])
    k = b.files.nvcc("major13.o", "-gencode=arch=compute_80,code=sm_80", "-c", b.files.kernel("k"))
    b.check(k, {"8.0@535.183.06": "fails-200", "8.0@575.57.08": "fails-200", "8.0@580.65.06": "loads"})
    b.check(b.files.packed("minor", ["80@12.9"]), {"8.0@525.60.13": "loads"})
    b.check(b.files.packed("old", ["80@11.8"]), {"8.0@450.80.02": "loads", "8.0@580.65.06": "loads"})


@case("image")
def runtime_of_a_newer_major(b):
    """NVIDIA/cutlass#2804: a program linked with cudart 13 on driver 570."""
    f = b.files
    f.source("app.cu", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); return cudaDeviceSynchronize(); }\n")
    for kind in ("static", "shared"):
        program = f.nvcc(f"app-{kind}", f"-cudart={kind}", "-arch=sm_80", "app.cu")
        told = b.check(program, {"8.0@570.26": "fails-35", "8.0@580.65.06": "loads"})
        b.expect_in("the fix", "580.65.06", finding(told, "CC504")["fix"])
        f.run("strip", "-o", f"app-{kind}-stripped", f"app-{kind}")
        b.check(f.path(f"app-{kind}-stripped"), {"8.0@570.26": "fails-35", "8.0@580.65.06": "loads"})


# Toolkit and device link


@case("toolkit")
def device_link_without_flags(b):
    """deepseek-ai/DeepEP#554: compiled for 80 and 90, linked for nvcc's default."""
    f = b.files
    f.source("d.cu", "__device__ int d(int x) { return x + 1; }\n")
    f.source("e.cu", "__device__ int d(int);\n__global__ void e(int* p) { *p = d(*p); }\nint main() {}\n")
    archs = ["-gencode=arch=compute_80,code=sm_80", "-gencode=arch=compute_90,code=sm_90"]
    objects = [f.nvcc(f"{n}-rdc.o", "-rdc=true", *archs, "-c", f"{n}.cu") for n in "de"]
    told = b.check(f.nvcc("linked-for-75", *objects), {"9.0@580.65.06": "fails-209", "10.3@580.65.06": "fails-209"})
    b.expect_in("the fix", "device link", finding(told, "CC402")["fix"])
    b.check(f.nvcc("linked-right", *archs, *objects), {"9.0@580.65.06": "loads", "8.6@580.65.06": "loads",
                                                        "10.3@580.65.06": "fails-209"})


@case("toolkit")
def stub_in_the_run_path(b):
    """NVIDIA/warp#219, numba/numba#9732: linking needs the stub's folder, running must not see it."""
    f = b.files
    f.source("stub.cu", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n")
    folder = "-L/usr/local/cuda/lib64/stubs"
    for name, more, wanted in (("stub-link", [folder], []),
                               ("stub-run", [folder, "-Xlinker", "-rpath=/opt/cuda/lib64/stubs"], ["CC508"])):
        told = b.check(f.nvcc(name, "-arch=sm_80", *more, "stub.cu"), {"8.0@580.65.06": "loads"})
        b.expect(name, [x["id"] for x in told["findings"]], wanted)


@case("toolkit")
def default_of_native_without_a_gpu(b):
    """ggml-org/llama.cpp#18413: the product is sm_75 and its PTX."""
    made = b.files.nvcc("native.o", "-arch=native", "-c", b.files.kernel("k"))
    b.expect("native", b.images(made), [("ptx", "75"), ("sass", "75")])


@case("launcher")
def virtual_only_entry(b):
    """mozilla/sccache#2722."""
    archs = ["-gencode=arch=compute_100,code=sm_100", "-gencode=arch=compute_120,code=compute_120"]
    k = b.files.kernel("k")
    b.check(b.files.nvcc("v130.o", *archs, "-c", k),
            {"10.0@580.65.06": "loads", "12.0@580.65.06": "loads-jit", "12.1@580.65.06": "loads-jit"})
    b.check(b.files.nvcc("v135.o", *archs, "-c", k, release="13.5"),
            {"10.0@580.65.06": "loads", "12.0@580.65.06": "fails-222"})


@case("launcher")
def flags_from_the_environment(b):
    """supranational/pasta-msm#7, nixpkgs: NVCC_APPEND_FLAGS."""
    k = b.files.kernel("k")
    more = b.files.nvcc("env.o", "-gencode=arch=compute_90,code=sm_90", "-c", k,
                        env={"NVCC_APPEND_FLAGS": "-gencode=arch=compute_75,code=sm_75"})
    b.expect("appended", b.images(more), [("sass", "75"), ("sass", "90")])
    b.check(more, {"7.5@580.65.06": "loads"})


# Reading files


@case("files")
def family_suffix(b):
    """NVIDIA/TensorRT-LLM#19069: 100, 100a and 100f told apart, in fatbins and bare cubins."""
    f = b.files
    expected = {"100": "loads", "100a": "fails-209", "100f": "loads"}
    for arch, verdict in expected.items():
        flags = f"-gencode=arch=compute_{arch},code=sm_{arch}"
        made = f.nvcc(f"f{arch}.o", flags, "-c", f.kernel("k"))
        b.expect(f"{arch} in an object", b.images(made), [("sass", arch)])
        b.check(made, {"10.0@580.65.06": "loads", "10.3@580.65.06": verdict})
        cubin = f.nvcc(f"f{arch}.cubin", "-cubin", f"-arch=sm_{arch}", f.kernel("k"))
        b.expect(f"{arch} as a cubin", b.images(cubin), [("sass", arch)])
        b.check(cubin, {"10.3@580.65.06": verdict})


@case("files")
def relocatable_ptx(b):
    """easybuilders/easybuild-framework#5008."""
    f = b.files
    f.source("r1.cu", "__device__ int r1(int x) { return x + 1; }\n")
    f.source("r2.cu", "__device__ int r1(int);\n__global__ void r2(int* p) { *p = r1(*p); }\nint main() {}\n")
    both = ["-gencode=arch=compute_80,code=[sm_80,compute_80]", "-gencode=arch=compute_90,code=[sm_90,compute_90]"]
    sass = ["-gencode=arch=compute_80,code=sm_80", "-gencode=arch=compute_90,code=sm_90"]
    for name, first in (("all", both), ("one-without", sass)):
        objects = [f.nvcc(f"{name}-r1.o", "-rdc=true", *first, "-c", "r1.cu"),
                   f.nvcc(f"{name}-r2.o", "-rdc=true", *both, "-c", "r2.cu")]
        b.check(f.nvcc(name, *sass, *objects),
                {"9.0@580.65.06": "loads", "12.0@580.65.06": "loads-jit" if name == "all" else "fails-209"})


@case("files")
def not_a_cuda_file(b):
    """easybuilders/easybuild-framework#4692, #5161."""
    f = b.files
    f.source("plain.c", "int main(void) { return 0; }\n")
    f.run("gcc", "plain.c", "-o", "plain")
    script = f.source("run.sh", "#!/bin/sh\nexit 0\n")
    for file in (f.path("plain"), f.path(script), f.path("plain.c")):
        done = b.ask("check", file, "--target", "8.0@580.65.06", statuses=(0,))
        b.expect_in(file, "no device code", done.stdout + done.stderr)
        b.ask("check", file, "--target", "8.0@580.65.06", "--require-device-code", statuses=(1, 3))
    app = f.source("st.cu", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n")
    f.nvcc("st", "-arch=sm_80", app)
    f.run("strip", "st")
    b.check(f.path("st"), {"8.0@580.65.06": "loads"})
    f.run("objcopy", "--remove-section=.nv_fatbin", "st", "st-cut")
    b.ask("check", f.path("st-cut"), "--target", "8.0@580.65.06", "--require-device-code", statuses=(1, 3))


@case("files")
def cubin_headers_of_each_release(b):
    """NVlabs/cuda-oxide#621: e_version is the toolkit up to 12.9."""
    for arch, release in (("80", "11.8"), ("90", "12.2"), ("90a", "12.4"), ("75", "12.9"), ("100", "12.8"),
                          ("100f", "12.9"), ("120", "12.9")):
        path = b.files.path(b.files.cubin(arch, release))
        report = json.loads(b.ask("inspect", path, "--format", "json", statuses=(0,)).stdout)
        image = report["artifacts"][0]["containers"][0]["images"][0]
        b.expect(f"{arch} by {release}", (image["arch"], image["toolkit"], image["cubin_abi"]),
                 (arch, release, 8 if arch.startswith("1") else 7))


@case("files")
def advertised_against_shipped(b):
    """btxchain/btx#186: the list says 86, the archive holds 100a, 120 and PTX 120."""
    made = b.files.nvcc("btx.o", "-gencode=arch=compute_100a,code=sm_100a",
                        "-gencode=arch=compute_120,code=[sm_120,compute_120]", "-c", b.files.kernel("k"))
    b.check(made, {"8.6@580.65.06": "fails-209"})
    done = b.ask("check", made, "--target", "12.0@580.65.06", "--expect", "86-real;120", statuses=(1,))
    b.expect_in("the difference", "86", done.stdout + done.stderr)
    b.ask("check", made, "--target", "12.0@580.65.06", "--expect", "100a-real;120", statuses=(0,))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("groups", nargs="+", choices=sorted(GROUPS))
    args = parser.parse_args()
    failed = 0
    for group in args.groups:
        for function in GROUPS[group]:
            bench = Bench(args.program, Files(pathlib.Path(args.folder) / group))
            try:
                function(bench)
            except toolkits.Unavailable as why:
                print(why)
                return toolkits.skip_status()
            failed += bool(bench.faults) or not bench.asked
            print(f"{'FAIL' if bench.faults or not bench.asked else 'ok':4} {function.__name__}: {function.__doc__} "
                  f"({bench.asked} answers)")
            for fault in bench.faults:
                print("     " + fault)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
