# SPDX-License-Identifier: Apache-2.0
"""One CUDA release, measured with its own tools.

    measure("13.5", targets) -> Measured

`targets` are the architectures to look for as a PTX .target, beside those that
ptxas makes code for: old ones stay targets, and new ones may come as such.
"""

import concurrent.futures
import dataclasses
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import tool_text
from tool_text import Unreadable, arch_key, version_key

SUPPORT = pathlib.Path(__file__).resolve().parents[2] / "support"
sys.path.insert(0, str(SUPPORT))
import toolkits  # noqa: E402  the folder comes first

JOBS = 2
TOO_NEW = "99.9"
OLDEST = "2.3"  # the first that has .address_size
NVJITLINK_CHILD = SUPPORT / "nvjitlink_child.py"


@dataclasses.dataclass
class Measured:
    cuda: str
    builds: dict  # tool -> "13.5.37"; no nvcc before 13.0, no JIT before 12.0
    ptx_isa: str  # the newest .version
    isas: list  # every .version that there is
    archs: list  # that ptxas makes code for
    default_arch: int
    min_ptx: dict  # .target -> least .version
    families: dict  # "100f" -> ["10.0", ...]


def releases():
    """All that there are tools for, ascending."""
    known = {*toolkits.NVCC, *toolkits.PTXAS}
    return sorted(known, key=version_key)


def run(argv, **more):
    # Flags from the environment would be measured as nvcc's own.
    without = ("NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS")
    env = {k: v for k, v in os.environ.items() if k not in without}
    done = subprocess.run(
        [str(word) for word in argv],
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        **more,
    )
    return done.returncode, done.stdout


def output(argv, **more):
    status, text = run(argv, **more)
    if status != 0:
        raise Unreadable(f"{argv[0]}: exit status {status}, {text!r}")
    return text


def ptx(version, target):
    return (
        f".version {version}\n.target sm_{target}\n.address_size 64\n"
        ".visible .entry k()\n{\nret;\n}\n"
    )


class Ptxas:
    def __init__(self, release, folder):
        self.path = toolkits.path_of("ptxas", release)
        self.folder = pathlib.Path(folder)
        self.build = tool_text.build(output([self.path, "--version"]))
        self.archs, self.default = tool_text.option_help(
            output([self.path, "--help"]), "--gpu-name"
        )

    def assemble(self, version, target, arch, to=os.devnull):
        source = self.folder / f"{version}-{target}-{arch}.ptx"
        source.write_text(ptx(version, target))
        return run([self.path, f"-arch=sm_{arch}", source, "-o", to])

    def accepts(self, version, target, arch):
        return tool_text.accepted(*self.assemble(version, target, arch))

    def newest(self):
        _, refusal = self.assemble(TOO_NEW, "80", "80")
        return tool_text.newest_version(refusal)

    def versions(self):
        """Every .version that is not refused as such."""
        newest = self.newest()
        found = []
        for major in range(1, version_key(newest)[0] + 2):
            for minor in range(10):
                _, text = self.assemble(f"{major}.{minor}", "80", "80")
                if "Unsupported .version" not in text:
                    found.append(f"{major}.{minor}")
        if found[-1] != newest:
            raise Unreadable(f"{found[-1]} is read, {newest} is said")
        _, listing = run([self.path, "--list-version"])
        listed = tool_text.listed_versions(listing)
        if listed not in (None, found):
            raise Unreadable(f"--list-version lists {listed}, not {found}")
        return found

    def reader_of(self, target):
        """The first architecture that takes PTX of this target."""
        if target in self.archs:
            return target
        number = arch_key(target)[0]
        later = [a for a in self.archs if a.isdigit() and int(a) >= number]
        return later[0] if target.isdigit() and later else None

    def least(self, target, versions):
        """The least .version with this .target; None where it is no target."""
        arch = self.reader_of(target)
        if arch is None or not self.accepts(versions[-1], target, arch):
            return None
        low, high = 0, len(versions) - 1
        while low < high:
            middle = (low + high) // 2
            if self.accepts(versions[middle], target, arch):
                high = middle
            else:
                low = middle + 1
        return versions[low]

    def family(self, target, version):
        bases = [arch for arch in self.archs if arch.isdigit()]
        return [arch for arch in bases if self.accepts(version, target, arch)]


class Nvcc:
    def __init__(self, release, folder):
        self.path = toolkits.path_of("nvcc", release)
        self.build = tool_text.build(output([self.path, "--version"]))
        self.folder = pathlib.Path(folder)
        self.source = self.folder / "k.cu"
        self.source.write_text("__global__ void k() {}\n")

    def archs(self):
        return tool_text.option_help(
            output([self.path, "--help"]), "--gpu-code"
        )[0]

    def default(self):
        dryrun = output([self.path, "--dryrun", "-c", self.source])
        return tool_text.default_arch(dryrun)

    def written_isa(self):
        to = self.folder / "k.ptx"
        output([self.path, "-ptx", self.source, "-o", to])
        return tool_text.ptx_version(to.read_text())

    def family(self, target, archs):
        def takes(arch):
            pair = f"arch=compute_{target},code=sm_{arch}"
            command = [self.path, "--dryrun", "-gencode", pair, "-c"]
            return tool_text.pair_accepted(*run(command + [self.source]))

        return [arch for arch in archs if arch.isdigit() and takes(arch)]


def jit_newest(release):
    """(build, newest .version) of libnvJitLink."""
    path = toolkits.path_of("nvjitlink", release)
    command = [sys.executable, "-B", NVJITLINK_CHILD, path]

    def ask(version):
        text = json.dumps(["sm_80", [ptx(version, "80")], ""])
        return json.loads(output(command, input=text))

    newest = tool_text.newest_version(ask(TOO_NEW)[1])
    if not tool_text.accepted(*ask(newest)):
        raise Unreadable(f"{path} says it reads {newest} and does not")
    return toolkits.NVJITLINK[release], newest


def must_agree(what, one, other):
    """Two ways to measure one fact must give one answer."""
    if one != other:
        raise Unreadable(f"{what}: {one}; by ptxas {other}")


def capability(arch):
    return f"{int(arch) // 10}.{int(arch) % 10}"


def measure(release, targets=()):
    with tempfile.TemporaryDirectory() as folder:
        return measure_in(folder, release, targets)


def measure_in(folder, release, targets):
    ptxas = Ptxas(release, folder)
    builds = {"ptxas": ptxas.build}
    isas = ptxas.versions()
    newest = isas[-1]
    usable = [isa for isa in isas if version_key(isa) >= version_key(OLDEST)]
    wanted = sorted({*ptxas.archs, *targets}, key=arch_key)
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        least = pool.map(lambda target: ptxas.least(target, usable), wanted)
        min_ptx = {t: isa for t, isa in zip(wanted, least) if isa}
        family_archs = [arch for arch in ptxas.archs if arch.endswith("f")]
        runs_on = list(
            pool.map(lambda f: ptxas.family(f, newest), family_archs)
        )
    missing = [arch for arch in ptxas.archs if arch not in min_ptx]
    must_agree("architectures listed that no code is made for", missing, [])
    default = ptxas.default
    if release in toolkits.NVCC:
        nvcc = Nvcc(release, folder)
        builds["nvcc"] = nvcc.build
        must_agree("PTX that nvcc writes", nvcc.written_isa(), newest)
        must_agree("code that nvcc makes", nvcc.archs(), ptxas.archs)
        default = nvcc.default()
        for arch, members in zip(family_archs, runs_on):
            taken = nvcc.family(arch, ptxas.archs)
            must_agree(f"GPUs of sm_{arch}, by nvcc", taken, members)
    if release in toolkits.NVJITLINK:
        builds["nvJitLink"], jit = jit_newest(release)
        must_agree("PTX that nvJitLink reads", jit, newest)
    return Measured(
        cuda=release,
        builds=builds,
        ptx_isa=newest,
        isas=isas,
        archs=ptxas.archs,
        default_arch=default,
        min_ptx=min_ptx,
        families={
            arch: [capability(member) for member in members]
            for arch, members in zip(family_archs, runs_on)
        },
    )
