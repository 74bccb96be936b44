#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The rows of templates/facts that NVIDIA's own tools can tell, measured.

    measure.py print RELEASE...    what a release's tools say, as JSON
    measure.py check [RELEASE...]  differences between the committed rows and
                                   the tools of these releases, of all without
    measure.py write               updates the rows, from all releases

The tools are those of tests/support/toolkits.py: a new CUDA release is a line
in each of its tables, then `measure.py write`. Two ways to one fact (ptxas,
nvcc, libnvJitLink) must agree, else nothing is written.

Exit: 0; 1 with differences, or what was printed could not be read; 77 where a
tool cannot be had (1 where $CI is "true"); 2 usage.
"""

import dataclasses
import json
import sys

import probes
import rows
import tables
import tool_text
from probes import releases, toolkits


def committed():
    return {name: tables.read(name) for name in (*rows.TABLES, "aliases")}


def measured(wanted, facts):
    targets = [row["arch"] for row in facts["architectures"]["rows"]]
    return [probes.measure(release, targets) for release in wanted]


def show(wanted):
    for one in measured(wanted, committed()):
        print(json.dumps(dataclasses.asdict(one), indent=1))
    return 0


def check(wanted):
    facts = committed()
    found = measured(wanted or releases(), facts)
    lines = [line for one in found for line in rows.differences(facts, one)]
    if not wanted and not lines:
        merged = rows.merge(facts, found)
        lines = [
            f"{name}.json is not what measure.py write makes"
            for name in rows.TABLES
            if merged[name] != facts[name]
        ]
    for line in lines:
        print(line)
    print(f"{len(found)} releases measured, {len(lines)} differences")
    return 1 if lines else 0


def write():
    facts = committed()
    merged = rows.merge(facts, measured(releases(), facts))
    for name in rows.TABLES:
        before = {json.dumps(row) for row in facts[name]["rows"]}
        after = [json.dumps(row) for row in merged[name]["rows"]]
        changed = sum(row not in before for row in after)
        tables.write(name, merged[name])
        print(f"{name}.json: {changed} rows changed or new")
    return 0


def main(arguments):
    command, rest = (arguments + [""])[0], arguments[1:]
    unknown = [name for name in rest if name not in releases()]
    try:
        if command == "print" and rest and not unknown:
            return show(rest)
        if command == "check" and not unknown:
            return check(rest)
        if command == "write" and not rest:
            return write()
    except toolkits.Unavailable as why:
        print(f"measure.py: {why}", file=sys.stderr)
        return toolkits.skip_status()
    except tool_text.Unreadable as why:
        print(f"measure.py: {why}", file=sys.stderr)
        return 1
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
