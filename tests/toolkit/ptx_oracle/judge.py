# SPDX-License-Identifier: Apache-2.0
"""NVIDIA's answer: would the JIT compiler of a CUDA release take this PTX?

    judge = Judge("12.4")
    judge.ask("sm_90a", ["<ptx>"]).label   ACCEPTED, VERSION, TARGET, OTHER

libnvJitLink of a release is the compiler that a driver of the release carries.
It runs in a child process with limits; that it crashes or takes too long is an
answer too (CRASH). Answers are remembered by content, in one file a build of
the library, under the tests' cache folder.
"""

import dataclasses
import fcntl
import hashlib
import json
import pathlib
import selectors
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "support"))
import toolkits  # noqa: E402  the folder comes first

SECONDS = 180  # one answer

ACCEPTED = "accepted"
VERSION = "refused: .version"  # 222
TARGET = "refused: .target"  # no code for this GPU
OWN_TARGET = "refused: .target newer than .version"
OTHER = "refused: body"
CRASH = "crash"
UNKNOWN_GPU = "GPU not known"

# What a refusal says, and what it means. The first that is found decides: a
# text whose .target is not known and whose .version is too new is too new.
WORDS = [
    ("Unsupported .version", VERSION),
    ("does not support .target", OWN_TARGET),
    ("Unsupported .target", OWN_TARGET),
    ("is higher than default SM version", TARGET),
    ("cannot be compiled", TARGET),
    ("nvJitLinkCreate refuses", UNKNOWN_GPU),
    ("is not defined for option 'gpu-name'", UNKNOWN_GPU),
]


@dataclasses.dataclass(frozen=True)
class Answer:
    status: int  # negative: none came
    log: str

    @property
    def label(self):
        if self.status == 0:
            return ACCEPTED
        if self.status < 0:
            return CRASH
        return next((label for word, label in WORDS if word in self.log), OTHER)

    @property
    def why(self):
        """The first line of the log that tells something."""
        lines = [line.strip() for line in self.log.splitlines() if line.strip()]
        return lines[0] if lines else f"status {self.status}, and no log"


class Child:
    """A nvjitlink_child.py that is started again where it died."""

    def __init__(self, library):
        self.command = [sys.executable, "-B", str(HERE.parents[1] / "support" / "nvjitlink_child.py"), library]
        self.process = None

    def ask(self, arch, texts, device_library):
        if self.process is None:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
            )
        try:
            self.process.stdin.write(json.dumps([arch, texts, device_library]) + "\n")
            self.process.stdin.flush()
            with selectors.DefaultSelector() as ready:
                ready.register(self.process.stdout, selectors.EVENT_READ)
                if not ready.select(SECONDS):
                    return self.end(f"no answer in {SECONDS} seconds")
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            return self.end("the JIT compiler ended")
        return Answer(*json.loads(line))

    def close(self):
        if self.process:
            self.end("closed")

    def end(self, why):
        self.process.kill()
        self.process.communicate()
        status = self.process.returncode
        self.process = None
        return Answer(-1, f"{why} (exit status {status})")


class Judge:
    def __init__(self, release, library=None, cache=None):
        library = library or toolkits.path_of("nvjitlink", release)
        build = toolkits.NVJITLINK[release]
        folder = pathlib.Path(cache or toolkits.cache() / "jit-answers")
        folder.mkdir(parents=True, exist_ok=True)
        self.file = folder / f"nvjitlink-{build}.jsonl"
        self.known = {}
        if self.file.exists():
            with open(self.file) as file:
                fcntl.flock(file, fcntl.LOCK_SH)
                for line in file:
                    key, status, log = json.loads(line)
                    self.known[key] = Answer(status, log)
        self.child = Child(library)
        self.asked = 0

    @staticmethod
    def key(arch, texts, device_library):
        return hashlib.sha256("\0".join([arch, device_library, *texts]).encode()).hexdigest()[:32]

    def ask(self, arch, texts, device_library=""):
        key = self.key(arch, texts, device_library)
        if key not in self.known:
            self.asked += 1
            answer = self.child.ask(arch, texts, device_library)
            # That of a machine out of memory or time is not remembered.
            if answer.status >= 0:
                self.remember(key, answer)
            else:
                return answer
        return self.known[key]

    def close(self):
        self.child.close()

    def remember(self, key, answer):
        self.known[key] = answer
        with open(self.file, "a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.write(json.dumps([key, answer.status, answer.log[:2000]]) + "\n")
