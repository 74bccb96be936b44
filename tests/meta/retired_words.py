#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Messages, help, pages, schemas and file names use the words of the field, not those that they replaced.

    retired_words.py --root FOLDER

Looks through the names of all tracked files, through the string literals of the C++ and the text of the rest. Exit 1
with a line for each retired word and what to write instead.
"""

import argparse
import pathlib
import re
import subprocess
import sys

# What is looked for (in any case), and what to write instead.
RETIRED = {
    r"\b(machine|target|device)[ _-]class(es)?\b|\bprofile classes\b|\bformat classes\b|cudacompat-classes|\bclasses\b": "target group",
    r"\b(to|of|for|no|each|every|the) (a |the )?class\b(?! =)": "target group",
    r"\blower(ing|ed|s)\b|\blower[-_]ptx": "downgrade",
    r"\bcures?\b|\bcured\b": "fix",
    r"\bleast[ _](driver|isa)\b": "minimum driver, minimum ISA",
    r"\bdrives (a|an|the|this|no) (gpu|device)\b": "supports",
    r"\bstand[-_]in\b": "fake",
    r"made[-_]up[-_]product": "synthetic_artifact",
    r"\bsituations?\b": "snapshot, driver case",
    r"\blookers?\b": "image inspector",
    r"\b(all_)?told\b": "reported, known",
    r"\bwish(es)?\b": "request",
    r"\bat hand\b": "available",
    r"\btells? more\b": "see `...`",
    r"(?<!there )\b(is|are) no (?!longer|more\b|newer)[a-z]": "is not a ...",
    r"\bto know:": "notes:",
    r"\bno pass\b": "does not pass",
    r"\bset[ _]aside\b": "quarantined",
    r"\bby heart\b": "built in",
    r"\banew\b": "again, re-...",
    r"\bset back\b": "downgraded",
    r"`[af]` code": "architecture-specific, family-specific",
    r"kElfRelocatable": "ET_REL",
}

# Where the old word is right: file, what stands there, why.
ALLOWED = [
    ("*", r"equal or lower|or a lower one|lower (case|minor|bound)", "a comparison"),
    ("*", r"(dataclasses|formatter_class|runtime class)", "names of others"),
]

TEXT = (".md", ".cmake", ".in", ".json", ".mustache", ".case", ".txt", ".yml", ".sh")
STRING = re.compile(r'//[^\n]*|"((?:\\.|[^"\\\n])*)"(?:\s*"((?:\\.|[^"\\\n])*)")*')
# This test, what must stay as others wrote it, and programs' own words that no user sees.
SKIPPED = (
    "tests/meta/retired_words.py",
    "tests/cli/given/",
    "tests/fuzz/",
    "templates/facts/",
)


def shown(path, text):
    """(line, what a user may read there)."""
    if path.endswith((".cc", ".h")):
        for found in STRING.finditer(text):
            if found[0].startswith("//"):
                continue
            words = "".join(re.findall(r'"((?:\\.|[^"\\\n])*)"', found[0]))
            yield text.count("\n", 0, found.start()) + 1, words
    elif path.endswith(TEXT):
        yield from enumerate(text.split("\n"), 1)


def retired_in(words, path):
    for pattern, instead in RETIRED.items():
        for found in re.finditer(pattern, words, re.I):
            start = max(0, found.start() - 12)
            around = words[start : found.end() + 12]
            if not any(
                pathlib.PurePath(path).match(where) and re.search(what, around, re.I) for where, what, _ in ALLOWED
            ):
                yield found[0], instead


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", required=True, type=pathlib.Path)
    root = parser.parse_args().root
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True)
    if listed.returncode != 0:
        print("SKIP: not a git checkout")
        return 77
    wrong = 0
    for path in filter(None, listed.stdout.split("\0")):
        if path.startswith(SKIPPED) or not (root / path).is_file():
            continue
        hits = [(0, *hit) for hit in retired_in(re.sub(r"[-_./]", " ", path), path)]
        if path.startswith(("wrapper/", "cmake/", "docs/", "templates/", "examples/", "tests/cli/cases/")) or (
            "/" not in path and path.endswith(".md")
        ):
            for line, words in shown(path, (root / path).read_text(encoding="utf-8", errors="replace")):
                hits += [(line, *hit) for hit in retired_in(words, path)]
        for line, word, instead in hits:
            print(f'{path}:{line}: "{word}": write {instead}')
        wrong += len(hits)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
