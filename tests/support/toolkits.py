#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""CUDA toolkits for the tests, from PyPI, by exact version.

    toolkits.py path TOOL [RELEASE]   print where a tool is, fetched if need be
    toolkits.py fetch NAME...         make toolkits ready ("13.5", "ptxas-12.2",
                                      "nvjitlink-12.4", "cuobjdump",
                                      "cccl-13.5", "curand",
                                      "check-jsonschema", "pytest",
                                      "cupy-cuda12x")
    toolkits.py list                  names, and which are there

TOOL is nvcc, ptxas, fatbinary, nvlink, nvjitlink (the path of the library
libnvJitLink.so.*), cuobjdump or nvdisasm; RELEASE is "13.5" (what is used
where none is given) down to "11.7" (before 13.0 only ptxas, and from 12.0 on
nvjitlink; cuobjdump and nvdisasm 13.5 only).

What is fetched stays in $CUDACOMPAT_TEST_CACHE, by default
${XDG_CACHE_HOME:-~/.cache}/cudacompat-tests; what is there is used without
network, and a toolkit of the wanted release that is installed on this machine
is used before anything is fetched. A folder appears whole or not at all, and
two fetches of one name wait for each other.

Exit: 0; 77 where a fetch failed, with one line why, so that a test can skip
(1 instead where $CI is "true": there nothing may be skipped); 2 usage.
"""

import fcntl
import os
import pathlib
import re
import shutil
import subprocess
import sys

# The newest build of each release. The parts of one release do not all carry
# one number: the runtime of 13.1 and 13.3 has its own.
NVCC = {
    "13.0": {"runtime": "13.0.96", "build": "13.0.88", "cccl": "13.0.85"},
    "13.1": {"runtime": "13.1.80", "build": "13.1.115", "cccl": "13.1.115"},
    "13.2": {"runtime": "13.2.86", "build": "13.2.86", "cccl": "13.2.86"},
    "13.3": {"runtime": "13.3.29", "build": "13.3.73", "cccl": "13.3.3.4.1"},
    "13.4": {"runtime": "13.4.92", "build": "13.4.92", "cccl": "13.3.4.3.1"},
    "13.5": {"runtime": "13.5.37", "build": "13.5.37", "cccl": "13.3.5.0.6"},
}
# Wheels of these releases hold ptxas, but neither nvcc nor fatbinary.
PTXAS = {
    "11.7": "11.7.99",
    "11.8": "11.8.89",
    "12.0": "12.0.140",
    "12.1": "12.1.105",
    "12.2": "12.2.140",
    "12.3": "12.3.107",
    "12.4": "12.4.131",
    "12.5": "12.5.82",
    "12.6": "12.6.85",
    "12.8": "12.8.93",
    "12.9": "12.9.86",
}
# The JIT compiler of a driver of the release, as a library.
NVJITLINK = {
    "12.0": "12.0.140",
    "12.1": "12.1.105",
    "12.2": "12.2.140",
    "12.3": "12.3.101",
    "12.4": "12.4.127",
    "12.5": "12.5.82",
    "12.6": "12.6.85",
    "12.8": "12.8.93",
    "12.9": "12.9.86",
    "13.0": "13.0.88",
    "13.1": "13.1.115",
    "13.2": "13.2.86",
    "13.3": "13.3.33",
    "13.4": "13.4.92",
    "13.5": "13.5.37",
}
# Headers of device code: one build for every nvcc here.
CURAND = "10.4.0.35"
# Packages with GPU code, alone.
PACKAGES = {
    "cupy-cuda11x": "13.6.0",
    "cupy-cuda12x": "14.2.0",
    "cupy-cuda13x": "14.2.0",
    "jax-cuda12-plugin": "0.10.2",
    "tensorflow": "2.21.0",
    "torch": "2.9.1",
    "triton": "3.9.0",
    "nvidia-cuda-nvrtc-cu12": "12.9.86",
}
READERS = {"cuobjdump": "13.5.37", "nvdisasm": "13.5.37"}
# Published schemas of what runs jobs, with a program that applies them, and a
# test runner; these come with what they depend on.
TOOLS = {"kubernetes-validate": "1.37.0", "check-jsonschema": "0.39.0", "pytest": "9.2.0"}
NEWEST = "13.5"


class Unavailable(Exception):
    """A toolkit that could not be had; the text is one line why."""


def packages():
    """Every name that can be fetched, with its pip requirements."""
    names = {}
    for release, part in NVCC.items():
        names[release] = [
            f"nvidia-cuda-nvcc=={part['build']}",
            f"nvidia-nvvm=={part['build']}",
            f"nvidia-cuda-crt=={part['build']}",
            f"nvidia-cuda-runtime=={part['runtime']}",
        ]
        names[f"cccl-{release}"] = [f"nvidia-cuda-cccl=={part['cccl']}"]
    for release, build in PTXAS.items():
        suffix = "cu" + release.split(".")[0]
        names[f"ptxas-{release}"] = [f"nvidia-cuda-nvcc-{suffix}=={build}"]
    for release, build in NVJITLINK.items():
        # From 13.0 on the package's name has no major.
        suffix = "-cu12" if release.startswith("12.") else ""
        names[f"nvjitlink-{release}"] = [f"nvidia-nvjitlink{suffix}=={build}"]
    names["curand"] = [f"nvidia-curand=={CURAND}"]
    for tool, build in READERS.items():
        names[tool] = [f"nvidia-cuda-{tool}=={build}"]
    for name, build in {**TOOLS, **PACKAGES}.items():
        names[name] = [f"{name}=={build}"]
    return names


def cache():
    named = os.environ.get("CUDACOMPAT_TEST_CACHE")
    if named:
        return pathlib.Path(named)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return pathlib.Path(base) / "cudacompat-tests"


def fetch(name):
    """The folder of a toolkit, fetched if it is not there."""
    requirements = packages().get(name)
    if requirements is None:
        raise Unavailable(
            f"'{name}' is no toolkit known here; see 'toolkits.py list'"
        )
    # The folder's name holds the versions: a new table row is a new folder.
    version = requirements[0].split("==")[1]
    final = cache() / f"{name}-{version}"
    if final.is_dir():
        return final
    try:
        cache().mkdir(parents=True, exist_ok=True)
        with open(cache() / f".{name}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not final.is_dir():
                install(requirements, final, name in TOOLS)
    except OSError as error:
        raise Unavailable(f"cannot fetch {name} to {cache()}: {error}")
    return final


def install(requirements, final, with_dependencies):
    """pip's own cache of downloads makes a cut fetch cheap to repeat."""
    part = final.with_name("." + final.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    command = [sys.executable, "-m", "pip", "install", "--quiet"]
    command += [] if with_dependencies else ["--no-deps"]
    command += ["--only-binary=:all:", "--disable-pip-version-check"]
    command += ["--no-input", "--no-compile", "--root-user-action=ignore"]
    done = subprocess.run(
        command + ["--target", str(part)] + requirements,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode != 0:
        shutil.rmtree(part, ignore_errors=True)
        lines = [l for l in done.stdout.splitlines() if l.strip()]
        errors = [l for l in lines if "ERROR" in l or "No module" in l]
        why = (errors or lines or [f"exit status {done.returncode}"])[0]
        raise Unavailable(
            f"pip could not fetch {' '.join(requirements)}: {why.strip()}"
        )
    part.rename(final)


def installed(tool, release):
    """The tool of a toolkit on this machine, where its release is right."""
    nvcc = shutil.which("nvcc")
    roots = [pathlib.Path(nvcc).resolve().parent.parent] if nvcc else []
    named = os.environ.get("CUDA_PATH") or os.environ.get("CUDA_HOME")
    roots += [pathlib.Path(named)] if named else []
    roots += [pathlib.Path(f"/usr/local/cuda-{release}")]
    for root in roots:
        path = root / "bin" / tool
        if os.access(path, os.X_OK) and release_of(path) == release:
            return path
    return None


def release_of(tool):
    """"Such as 13.0: what a tool's --version says."""
    done = subprocess.run(
        [str(tool), "--version"], capture_output=True, text=True
    )
    found = re.search(r"release (\d+\.\d+)", done.stdout)
    return found.group(1) if found else None


def path_of(tool, release=NEWEST):
    """Where a tool of a release is, as text; Unavailable where it cannot be."""
    pattern = f"nvidia/*/bin/{tool}"
    if tool == "nvjitlink":
        pattern = "nvidia/*/lib/libnvJitLink.so.*"
    else:
        here = installed(tool, release)
        if here:
            return str(here)
    if tool in READERS:
        if release != NEWEST:
            raise Unavailable(f"{tool} is known here for {NEWEST} only")
        folder = fetch(tool)
    elif tool == "nvjitlink" and release in NVJITLINK:
        folder = fetch(f"nvjitlink-{release}")
    elif release in PTXAS and tool == "ptxas":
        folder = fetch(f"ptxas-{release}")
    elif release in NVCC and tool != "nvjitlink":
        folder = fetch(release)
    else:
        raise Unavailable(f"no {tool} of release {release} is on PyPI")
    found = sorted(folder.glob(pattern))
    if not found:
        raise Unavailable(f"{folder} holds no {tool}")
    return str(found[0])


def skip_status():
    return 1 if os.environ.get("CI") == "true" else 77


def main(arguments):
    command, rest = (arguments + [""])[0], arguments[1:]
    try:
        if command == "path" and len(rest) in (1, 2):
            print(path_of(*rest))
        elif command == "fetch" and rest:
            for name in rest:
                print(fetch(name))
        elif command == "list" and not rest:
            for name, requirements in packages().items():
                version = requirements[0].split("==")[1]
                there = (cache() / f"{name}-{version}").is_dir()
                print(f"{name:16}{version:12}{'there' if there else '-'}")
        else:
            print(__doc__, file=sys.stderr)
            return 2
    except Unavailable as why:
        print(f"toolkits.py: {why}", file=sys.stderr)
        return skip_status()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
