# SPDX-License-Identifier: Apache-2.0
"""How a test that looks for faults ends."""

import pathlib
import sys

from probes import toolkits
from tool_text import Unreadable


def report(find, summary):
    """Prints the faults that find() returns and what summary(faults) says of them; the exit status."""
    try:
        faults = find()
    except toolkits.Unavailable as why:
        print(f"{pathlib.Path(sys.argv[0]).name}: {why}", file=sys.stderr)
        return toolkits.skip_status()
    except Unreadable as why:
        print(f"{pathlib.Path(sys.argv[0]).name}: {why}", file=sys.stderr)
        return 1
    for fault in faults:
        print(fault)
    print(summary(faults))
    return 1 if faults else 0
