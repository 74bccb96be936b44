# SPDX-License-Identifier: Apache-2.0
"""What the program says: `cudacompat check` of each image for every release
and GPU at once.

    Predictor(program, folder, releases).of(pairs) -> {pair: Verdict}
"""

import dataclasses
import json
import pathlib
import re
import subprocess

from facts import TARGETS, number, toolkits

FILES = 40  # in one call
WORST = ("loads", "loads-jit", "unknown")  # then any failure


@dataclasses.dataclass(frozen=True)
class Verdict:
    word: str  # "loads-jit", "fails-222", ...
    because: str

    @property
    def good(self):
        return self.word in ("loads", "loads-jit")

    @property
    def fails(self):
        return self.word.startswith("fails-")


def target_name(release, gpu):
    return f"{gpu // 10}.{gpu % 10}@cuda{release}"


def worst(verdicts):
    return max(verdicts, key=lambda one: WORST.index(one.word) if one.word in WORST else len(WORST))


class Predictor:
    def __init__(self, program, folder, releases):
        self.program = str(program)
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.profile = self.folder / "every-release.json"
        gpus = sorted({number(target) for target in TARGETS if number(target) >= 50})
        targets = [
            {"name": target_name(release, gpu), "gpus": [{"cc": f"{gpu // 10}.{gpu % 10}"}], "cuda": release}
            for release in releases
            for gpu in gpus
        ]
        profile = {"schema_version": 1, "name": "every-release", "targets": targets}
        self.profile.write_text(json.dumps(profile, indent=1))

    def of(self, pairs):
        files = {}  # path -> image
        for image in {pair.image for pair in pairs}:
            for path in self.write(image):
                files[path] = image
        paths = sorted(files)
        said = {}  # image -> {target: [verdict of each file]}
        for first in range(0, len(paths), FILES):
            for path, target, verdict in self.check(paths[first : first + FILES]):
                said.setdefault(files[path], {}).setdefault(target, []).append(verdict)
        return {pair: worst(said[pair.image][target_name(pair.release, pair.gpu)]) for pair in pairs}

    def write(self, image):
        stem = re.sub(r"[^\w.@-]", "_", image.name)
        paths = []
        for index, text in enumerate(image.texts):
            path = self.folder / f"{stem}.{index}.ptx"
            path.write_bytes(text.encode())
            paths.append(str(path))
        return [self.pack(path, image) for path in paths] if image.packed else paths

    def pack(self, path, image):
        """Into a fatbin, as nvcc does it."""
        to = path[: -len(".ptx")] + ".fatbin"
        tool = toolkits.path_of("fatbinary", image.packed)
        entry = f"--image3=kind=ptx,sm={image.target},file={path}"
        subprocess.run([tool, f"--create={to}", "-64", entry], check=True, capture_output=True, timeout=60)
        return to

    def check(self, paths):
        """(path, target, verdict) of each."""
        command = [self.program, "check", *paths, "-p", str(self.profile), "--format", "json", "-q"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        if done.returncode not in (0, 1, 3):
            raise RuntimeError(f"exit status {done.returncode}: {done.stderr.strip()[:600]}")
        for artifact in json.loads(done.stdout)["artifacts"]:
            for target in artifact["targets"]:
                because = target["because"] or "; ".join(one["because"] for one in target["containers"])
                yield artifact["path"], target["name"], Verdict(target["verdict"], because)
