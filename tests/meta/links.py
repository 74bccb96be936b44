#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Relative links of Markdown pages lead somewhere: the file is there, and so is the heading.

    links.py PAGE.md...

Headings are named as GitHub names them. Also: each page of a docs/ folder is linked from its README.md. Exit 1 with a
line for each fault.
"""

import pathlib
import re
import sys
import urllib.parse

FENCE = re.compile(r"^( *)(```|~~~).*?^\1\2\s*?$", re.M | re.S)
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)|^\[[^\]]+\]:\s*(\S+)", re.M)
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$", re.M)


def blank(found):
    """Nothing is read in there; lines stay counted."""
    return "\n" * found.group(0).count("\n")


def slug(heading):
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(page):
    names, seen = set(), {}
    for found in HEADING.finditer(FENCE.sub(blank, page.read_text())):
        name = slug(found.group(1))
        count = seen.get(name, 0)
        seen[name] = count + 1
        names.add(f"{name}-{count}" if count else name)
    return names


def links(page):
    """(line, target) of each link."""
    text = CODE.sub(blank, FENCE.sub(blank, page.read_text()))
    for found in LINK.finditer(text):
        yield text.count("\n", 0, found.start()) + 1, found.group(1) or found.group(2)


def fault(page, link):
    parts = urllib.parse.urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    target = (page.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else page
    if not target.exists():
        return "no such file"
    if parts.fragment and (target.suffix != ".md" or parts.fragment not in anchors(target)):
        return "no such heading"
    return None


def main():
    pages = [pathlib.Path(name).resolve() for name in sys.argv[1:]]
    if not pages:
        sys.exit("usage: links.py PAGE.md...")
    faults, count, linked = [], 0, {}
    for page in pages:
        for line, link in links(page):
            count += 1
            linked.setdefault(page, set()).add((page.parent / link.split("#")[0]).resolve())
            why = fault(page, link)
            if why:
                faults.append(f"{page}:{line}: {link}: {why}")
    for index in (page for page in pages if page.name == "README.md" and page.parent.name == "docs"):
        faults += [f"{page}: not linked from {index}" for page in sorted(index.parent.glob("*.md"))
                   if page != index and page not in linked.get(index, ())]
    print("\n".join(faults + [f"{count} links in {len(pages)} pages, {len(faults)} faults"]))
    return 1 if faults or not count else 0


if __name__ == "__main__":
    sys.exit(main())
