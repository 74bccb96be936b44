#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What NVIDIA's own tools print when they refuse something, read by `cudacompat doctor --log`.

    logs.py --program cudacompat --folder DIR

ptxas 12.8, nvcc 13.0 and libnvJitLink 12.0 to 13.5 are run on what they cannot take; their text, not one remembered,
must give the finding, the versions and the fix.
"""

import argparse
import ctypes
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
import toolkits  # noqa: E402

KERNEL = ".address_size 64\n.visible .entry k() { ret; }\n"
LINKERS = ["12.0", "12.4", "12.9", "13.5"]
FORM_PTX = 2  # nvJitLinkInputType


class Doctor:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        folder.mkdir(parents=True, exist_ok=True)

    def findings(self, log):
        """{id: finding} of a log."""
        (self.folder / "log").write_bytes(log if isinstance(log, bytes) else log.encode())
        words = [self.program, "doctor", "--log", "log", "--format", "json"]
        done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True, timeout=120)
        assert done.returncode in (0, 1, 3), f"exit {done.returncode}: {done.stderr}"
        told = [f for f in json.loads(done.stdout)["findings"] if "(log line" in f["message"]]
        return {f["id"]: f for f in told}

    def expect(self, log, finding, *parts):
        found = self.findings(log)
        assert list(found) == [finding], f"{list(found)}, not {finding}, of:\n{log}"
        text = found[finding]["message"] + "; fix: " + found[finding]["fix"]
        for part in parts:
            assert part in text, f"no {part!r} in: {text}"

    def run(self, *command):
        """What a command that must fail prints."""
        done = subprocess.run([str(c) for c in command], cwd=self.folder, capture_output=True, text=True, timeout=120)
        assert done.returncode != 0, f"{command} was taken"
        return done.stdout + done.stderr

    def ptx(self, isa, target):
        (self.folder / "k.ptx").write_text(f".version {isa}\n.target {target}\n{KERNEL}")
        return "k.ptx"


def link(release, ptx, arch):
    """What libnvJitLink of a release says of a PTX text that it must refuse."""
    library = ctypes.CDLL(str(toolkits.path_of("nvjitlink", release)))

    def call(name, *arguments):
        return getattr(library, f"__nvJitLink{name}_{release.replace('.', '_')}")(*arguments)

    handle = ctypes.c_void_p()
    options = (ctypes.c_char_p * 1)(f"-arch={arch}".encode())
    assert call("Create", ctypes.byref(handle), 1, options) == 0
    text = ptx.encode() + b"\0"
    assert call("AddData", handle, FORM_PTX, text, len(text), b"k.ptx") != 0, f"{release} took the PTX"
    size = ctypes.c_size_t()
    call("GetErrorLogSize", handle, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value + 1)
    call("GetErrorLog", handle, log)
    return log.value.decode()


def of_ptxas(doctor):
    ptxas = toolkits.path_of("ptxas", "12.8")
    take = ["-o", "k.cubin", "k.ptx"]
    doctor.ptx("9.0", "sm_90")
    doctor.expect(doctor.run(ptxas, *take), "CC850", "PTX 9.0 (CUDA 13.0)", "up to 8.7 (CUDA 12.8)", "\"k.ptx\"",
                  "CUDA 13.0 or newer first in PATH")
    doctor.ptx("8.7", "sm_90")
    doctor.expect(doctor.run(ptxas, "-arch=sm_80", *take), "CC102")
    doctor.expect(doctor.run(ptxas, "-arch=sm_130", *take), "CC610", "sm_130")
    doctor.expect(doctor.run(ptxas, "-arch=sm_103", *take), "CC610", "CUDA 12.9 or newer")
    doctor.ptx("8.7", "sm_107")
    doctor.expect(doctor.run(ptxas, *take), "CC864", "sm_107", "first in PATH")
    doctor.ptx("7.0", "sm_90")
    doctor.expect(doctor.run(ptxas, *take), "CC204")


def of_nvcc(doctor):
    nvcc = toolkits.path_of("nvcc", "13.0")
    (doctor.folder / "k.cu").write_text("__global__ void k() {}\n")
    take = ["-c", "k.cu", "-o", "k.o"]
    doctor.expect(doctor.run(nvcc, "-arch=sm_70", *take), "CC610", "sm_70", "CUDA 9.0 to 12.9")
    doctor.expect(doctor.run(nvcc, "-gencode=arch=compute_101,code=sm_101", *take), "CC610",
                  "newer ones call it 110")
    for text in ["No CUDA Devices found.", "", "Failed"]:
        doctor.expect(doctor.run(nvcc, f"-gencode=arch=compute_{text},code=sm_{text}", *take), "CC871", text)
    doctor.expect(doctor.run(nvcc, "-gencode=arch=compute_90,code=sm_80", *take), "CC872")
    doctor.expect(doctor.run(nvcc, "-gencode=arch=compute_90,code=\\\"sm_90\\\"", *take), "CC872")


def of_linkers(doctor):
    newest = {"12.0": "8.0 (CUDA 12.0)", "12.4": "8.4 (CUDA 12.4)", "12.9": "8.8 (CUDA 12.9)",
              "13.5": "9.5 (CUDA 13.5)"}
    for release in LINKERS:
        log = link(release, f".version 9.9\n.target sm_80\n{KERNEL}", "sm_90")
        doctor.expect(log, "CC851", "libnvJitLink", f"up to {newest[release]}")
        doctor.expect(link(release, f".version 8.0\n.target sm_90\n{KERNEL}", "sm_80"), "CC102")
        doctor.expect(link(release, f".version 8.0\n.target sm_999\n{KERNEL}", "sm_90"), "CC864", "libnvJitLink")
    log = link("12.0", f".version 8.4\n.target sm_80\n{KERNEL}", "sm_90")
    doctor.expect(log, "CC851", "nvidia-nvjitlink-cu12>=12.4")
    # The same words without libnvJitLink's own line are the driver's.
    driver = log[:log.index("ERROR")]
    doctor.expect(driver, "CC201", "error 222", "--ptx-isa 8.0", "build with CUDA 12.0 or older", "(CUDA 12.4)")


def of_a_large_log(doctor):
    """A line of 100 MB, with one refusal in it."""
    nvcc = toolkits.path_of("nvcc", "13.0")
    said = doctor.run(nvcc, "-arch=sm_70", "-c", "k.cu").strip().encode()
    half = b"." * (50 << 20)
    doctor.expect(half + said + half, "CC610", "sm_70")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--folder", required=True, type=pathlib.Path)
    args = parser.parse_args()
    doctor = Doctor(args.program, args.folder)
    try:
        for test in (of_ptxas, of_nvcc, of_linkers, of_a_large_log):
            test(doctor)
    except toolkits.Unavailable as why:
        print(f"logs.py: {why}", file=sys.stderr)
        return toolkits.skip_status()
    return 0


if __name__ == "__main__":
    sys.exit(main())
