#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cudacompat doctor --build`, in a folder that CMake configured with one real toolkit and that was kept when another
came to its place; each fix is run as it is told, and is to fix."""

import json
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "jit"))
import jit_case  # noqa: E402
from jit_case import toolkits  # noqa: E402

PROJECT = """cmake_minimum_required(VERSION 3.24)
project(kept LANGUAGES CXX CUDA)
add_library(kernels STATIC {})
"""
KERNEL = "__global__ void {}(float* x) {{ *x = 1; }}\n"
OLD, NEW = "13.0", "13.5"


class Folder:
    def __init__(self, case):
        self.case = case
        self.cuda = case.folder / "cuda"  # a link, as /usr/local/cuda is
        self.nvcc = self.cuda / "bin" / "nvcc"
        self.environment = {"CUDACXX": str(self.nvcc)}

    def toolkit(self, release):
        self.cuda.unlink(missing_ok=True)
        if release:
            # Of one layout, so that the headers that objects depend on are there in both, older than the objects.
            self.cuda.symlink_to(toolkits.fetch(release) / "nvidia" / "cu13")

    def sources(self, *names):
        for name in names:
            source = self.case.folder / f"{name}.cu"
            if not source.exists():
                source.write_text(KERNEL.format(name))
        (self.case.folder / "CMakeLists.txt").write_text(PROJECT.format(" ".join(f"{n}.cu" for n in names)))

    def sh(self, command):
        done = subprocess.run(["env", *(f"{k}={v}" for k, v in self.environment.items()), "sh", "-ec", command],
                              cwd=self.case.folder, capture_output=True, text=True)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"

    def found(self, *words, status=0):
        """The findings of the build folder, by id."""
        report = json.loads(self.case.run("doctor", "--build", "build", "--format", "json", *words, status=status))
        return {f["id"]: f for f in report["findings"] if f["id"].startswith("CC84")}

    def fix(self, finding, **words):
        """Runs the command of a fix."""
        command = finding["fix"].split(" (with ")[0]
        for word, meant in words.items():
            command = command.replace(word, str(meant))
        self.sh(command)


def kept_folder(case):
    folder = Folder(case)
    target = ("--target", "8.0@580.65.06")
    folder.toolkit(OLD)
    folder.sources("one")
    folder.sh("cmake -S . -B build -G Ninja -DCMAKE_CUDA_ARCHITECTURES=80-real && cmake --build build")
    assert not folder.found(*target)

    # What cannot be read is told, and is no pass.
    broken = case.folder / "build" / "broken.o"
    broken.write_bytes(b"\x7fELF broken")
    report = json.loads(case.run("doctor", "--build", "build", "--format", "json", *target, status=3))
    assert "broken.o" in report["not_read"][0], report
    broken.unlink()

    # Another toolkit at the same path: CMake does not ask again, also where it runs again.
    folder.toolkit(NEW)
    found = folder.found(*target)
    assert list(found) == ["CC841"] and "13.5." in found["CC841"]["message"], found
    folder.sources("one", "two")
    folder.sh("cmake --build build")
    found = folder.found(*target)
    assert list(found) == ["CC841", "CC842"], found
    assert "1 by CUDA 13.0" in found["CC842"]["message"] and "1 by CUDA 13.5" in found["CC842"]["message"], found
    assert found["CC841"]["severity"] == found["CC842"]["severity"] == "warning", found
    # The fix leaves the -D options to its user.
    folder.environment["CUDAARCHS"] = "80-real"
    folder.fix(found["CC841"])
    assert not folder.found(*target)

    # Another GPU
    found = folder.found("--target", "9.0@580.65.06", status=1)
    assert list(found) == ["CC844"] and found["CC844"]["severity"] == "error", found
    folder.fix(found["CC844"])
    assert not folder.found("--target", "9.0@580.65.06")

    # The toolkit is gone, and is now elsewhere.
    folder.toolkit(None)
    found = folder.found("--target", "9.0@580.65.06", status=1)
    assert list(found) == ["CC840"], found
    del folder.environment["CUDACXX"]
    folder.environment["CUDAARCHS"] = "90-real"
    folder.fix(found["CC840"], NVCC=toolkits.fetch(OLD) / "nvidia" / "cu13" / "bin" / "nvcc")
    assert not folder.found("--target", "9.0@580.65.06")


if __name__ == "__main__":
    if not shutil.which("ninja"):
        print("there is no ninja")
        sys.exit(77)
    sys.exit(jit_case.main(kept_folder))
