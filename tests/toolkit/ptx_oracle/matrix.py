# SPDX-License-Identifier: Apache-2.0
"""Predictions against answers, counted.

A disagreement that limits.json has a row for is what a static check cannot
know: it is counted apart, and its verdict must be `loads-jit` or `unknown`.
"""

import collections
import fnmatch
import json
import pathlib

import judge

LIMITS = pathlib.Path(__file__).with_name("limits.json")
ANSWERS = (judge.ACCEPTED, judge.VERSION, judge.OWN_TARGET, judge.TARGET, judge.UNKNOWN_GPU, judge.OTHER, judge.CRASH)


def limits(file=LIMITS):
    return json.loads(file.read_text())["rows"]


def row_for(rows, pair, answer):
    """The row of the written list that a disagreement falls under."""
    if answer.label not in (judge.OTHER, judge.CRASH):
        return None  # .version and .target can be known
    for row in rows:
        if fnmatch.fnmatchcase(pair.image.name, row["images"]) and row["says"] in answer.log:
            return row
    return None


class Matrix:
    def __init__(self, rows):
        self.rows = rows
        self.cells = collections.Counter()  # (verdict, answer)
        self.origins = collections.Counter()
        self.reasons = collections.Counter()  # of `unknown`
        self.listed = collections.Counter()  # rows of the written list, by reason
        self.false_loads, self.false_fails, self.crashes = [], [], []

    def add(self, pair, verdict, answer):
        self.cells[verdict.word, answer.label] += 1
        self.origins[pair.image.origin] += 1
        line = f"{pair.image.name} on {pair.gpu} with CUDA {pair.release}: {verdict.word} ({verdict.because})"
        line += f"; the compiler: {answer.label} ({answer.why})"
        row = row_for(self.rows, pair, answer) if verdict.word == "loads-jit" else None
        if row:
            self.listed[row["images"], row["says"]] += 1
        elif answer.label == judge.CRASH:
            self.crashes.append(line)
        elif verdict.word == "unknown":
            self.reasons[verdict.because] += 1
        elif verdict.good and answer.label != judge.ACCEPTED:
            self.false_loads.append(line)
        elif verdict.fails and answer.label == judge.ACCEPTED:
            self.false_fails.append(line)

    @property
    def count(self):
        return sum(self.cells.values())

    def unused(self):
        """Rows of the list that nothing fell under."""
        return [row for row in self.rows if not self.listed[row["images"], row["says"]]]

    def good(self, unknown_share):
        return not self.false_loads and not self.false_fails and self.unknown <= unknown_share * self.count

    @property
    def unknown(self):
        return sum(self.reasons.values())

    def report(self):
        return {
            "pairs": self.count,
            "by_origin": dict(sorted(self.origins.items())),
            "matrix": [
                {"verdict": verdict, "answer": answer, "pairs": count}
                for (verdict, answer), count in sorted(self.cells.items())
            ],
            "false_loads": len(self.false_loads),
            "false_fails": len(self.false_fails),
            "unknown": {"pairs": self.unknown, "reasons": dict(sorted(self.reasons.items()))},
            "not_knowable": [
                {**row, "pairs": self.listed[row["images"], row["says"]]}
                for row in self.rows
                if self.listed[row["images"], row["says"]]
            ],
            "crashes": self.crashes,
        }

    def table(self):
        """For people, in Markdown."""
        answers = [answer for answer in ANSWERS if any(key[1] == answer for key in self.cells)]
        lines = ["| verdict | " + " | ".join(answers) + " |", "| --- |" + " ---: |" * len(answers)]
        for verdict in sorted({key[0] for key in self.cells}):
            cells = [self.cells[verdict, answer] for answer in answers]
            lines.append(f"| `{verdict}` | " + " | ".join(f"{cell:,}" if cell else "-" for cell in cells) + " |")
        return "\n".join(lines)
