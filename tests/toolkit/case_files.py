# SPDX-License-Identifier: Apache-2.0
"""Real files for field cases: compiled by nvcc, or packed from an older release's own cubins.

nvcc 12.x is not on PyPI, its ptxas is: `packed` assembles with the ptxas of a release, packs cubins and PTX with
fatbinary 13.x, and puts the fatbin into a host object as nvcc's own stub does (.nv_fatbin and its wrapper).
"""

import functools
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import toolkits  # noqa: E402

KERNEL = """.version {isa}
.target {target}
.address_size 64
.visible .entry {name}(.param .u64 p)
{{
    .reg .u64 %a;
    ld.param.u64 %a, [p];
    st.global.u64 [%a], %a;
    ret;
}}
"""

# What nvcc's host stub holds: one container and its wrapper (version 1).
EMBED = """.section .nv_fatbin,"a"
.balign 8
fatbin: .incbin "{file}"
.balign 8
.section .nvFatBinSegment,"aw"
.balign 8
.long 0x466243b1
.long 1
.quad fatbin
.quad 0
"""


class Files:
    """A folder of files, each made once a run."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    def run(self, *command, env=None):
        done = subprocess.run([str(c) for c in command], cwd=self.folder, capture_output=True, text=True,
                              env={**os.environ, **(env or {})})
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
        return done

    def source(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def path(self, name):
        return str(self.folder / name)

    def kernel(self, name):
        """A source of one kernel that nothing else refers to."""
        return self.source(f"{name}.cu", f"__global__ void {name}(float* p) {{ p[threadIdx.x] *= 2; }}\n"
                                         f"void run_{name}(float* p) {{ {name}<<<1, 1>>>(p); }}\n")

    def nvcc(self, output, *arguments, release="13.0", env=None):
        """One nvcc command; the last arguments are its inputs."""
        for variable in ("NVCC_APPEND_FLAGS", "NVCC_PREPEND_FLAGS"):
            env = {variable: "", **(env or {})}
        self.run(toolkits.path_of("nvcc", release), *arguments, "-o", output, env=env)
        return self.path(output)

    @functools.lru_cache(maxsize=None)
    def ptx(self, target, isa, name="k"):
        return self.source(f"{name}-{target}-{isa}.ptx", KERNEL.format(isa=isa, target=target, name=name))

    @functools.lru_cache(maxsize=None)
    def cubin(self, arch, release):
        """A cubin by the ptxas of a release, from PTX that each release reads."""
        least = {"100": "8.6", "120": "8.7", "90": "7.8", "89": "7.8", "86": "7.1", "80": "7.0"}
        number = arch.rstrip("af")
        isa = "8.8" if arch.endswith("f") else "8.0" if arch == "90a" else least.get(number, "6.3")
        target = f"sm_{arch if arch[-1] in 'af' else number}"
        out = f"k-{arch}-{release}.cubin"
        self.run(toolkits.path_of("ptxas", release), "-arch", f"sm_{arch}", self.ptx(target, isa), "-o", out)
        return out

    def fatbin(self, output, images, *flags):
        """images: "75@12.3" (SASS by that release's ptxas), "ptx75@8.3" (PTX of that ISA)."""
        words = []
        for image in images:
            what, version = image.split("@")
            if what.startswith("ptx"):
                arch = what.removeprefix("ptx")
                words.append(f"--image3=kind=ptx,sm={arch},file={self.ptx(f'sm_{arch}', version)}")
            else:
                words.append(f"--image3=kind=elf,sm={what},file={self.cubin(what, version)}")
        # CUDA 12 packs PTX with LZ4 unless told otherwise; fatbinary 13.x would take zstd.
        if not any(flag.startswith("--compress-mode") for flag in flags):
            flags = ("--compress-mode=speed", *flags)
        self.run(toolkits.path_of("fatbinary", "13.0"), "-64", *flags, f"--create={output}", *words)
        return self.path(output)

    def packed(self, name, images, *flags):
        """A shared object that holds one such fatbin, as the runtime would register it."""
        self.fatbin(f"{name}.fatbin", images, *flags)
        self.source(f"{name}.s", EMBED.format(file=f"{name}.fatbin"))
        self.run("gcc", "-shared", "-nostdlib", f"{name}.s", "-o", f"lib{name}.so")
        return self.path(f"lib{name}.so")
