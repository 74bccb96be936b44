# SPDX-License-Identifier: Apache-2.0
"""What NVIDIA's tools print, read: each function takes text and gives facts.

Text of another shape is Unreadable, never passed over: a probe that failed for
a reason of its own must not be measured as a refusal.
"""

import re


class Unreadable(Exception):
    """A tool that printed something else than what is read here."""


# Every way in which ptxas and nvJitLink of 11.7 to 13.5 refuse a PTX for its
# version or target.
REFUSALS = (
    "Unsupported .version ",
    "Unsupported .target ",
    " does not support .target ",
    "SM version specified by .target is higher than",
    "cannot be compiled for architecture",
    "cannot be compiled to future architecture",
    "cannot be compiled to different SM-family architecture",
)
# The second is said of sm_75 beside compute_100f, though sm_75 has its nvcc.
PAIR_REFUSALS = (
    "Incompatible code generation requested",
    "Unsupported gpu architecture 'sm_",
)


def version_key(text):
    return tuple(int(part) for part in text.split("."))


def arch_key(arch):
    """Ascending, and 100, 100f, 100a: the order of the tables."""
    number, suffix = re.fullmatch(r"(\d+)([fa]?)", arch).groups()
    return int(number), ["", "f", "a"].index(suffix)


def build(text):
    """13.0.88 of a tool's --version."""
    found = re.search(r"release \d+\.\d+, V(\d+\.\d+\.\d+)", text)
    if not found:
        raise Unreadable(f"--version names no build: {text!r}")
    return found.group(1)


def option_help(text, option):
    """(architectures, default or None) that an option's --help names."""
    found = re.search(rf"^{option} .*?(?=^--)", text, re.M | re.S)
    found = found.group(0) if found else ""
    archs = re.findall(r"'sm_(\w+)'", found.split("Default value")[0])
    default = re.search(r"Default value:\s+'sm_(\d+)'", found)
    if not archs:
        raise Unreadable(f"--help names no architectures for {option}")
    return (
        sorted(set(archs), key=arch_key),
        int(default.group(1)) if default else None,
    )


def listed_versions(text):
    """ptxas --list-version; None where ptxas has no such option yet."""
    if "Unknown option" in text:
        return None
    versions = text.split()
    if not versions or not all(re.fullmatch(r"\d+\.\d", v) for v in versions):
        raise Unreadable(f"ptxas --list-version printed {text!r}")
    return versions


def newest_version(refusal):
    """8.7 of what is printed of a .version that is too new."""
    found = re.search(r"current version is '(\d+\.\d+)'", refusal)
    if not found:
        raise Unreadable(f"no newest version in {refusal!r}")
    return found.group(1)


def taken(status, text, refusals, tool=""):
    """Was an input taken? Only a refusal that is known says no."""
    if status == 0:
        return True
    if any(refusal in text for refusal in refusals):
        return False
    raise Unreadable(f"{tool}exit status {status}, {text!r}")


def accepted(status, text):
    """Was a PTX taken?"""
    return taken(status, text, REFUSALS)


def pair_accepted(status, text):
    """Does nvcc --dryrun take arch=compute_X, code=sm_Y together?"""
    return taken(status, text, PAIR_REFUSALS, "nvcc --dryrun: ")


def default_arch(dryrun):
    """75 of the one architecture that nvcc --dryrun assembles for."""
    archs = re.findall(r"ptxas\"? .*?-arch=sm_(\d+)", dryrun)
    if len(set(archs)) != 1:
        raise Unreadable(f"nvcc --dryrun assembles for {archs}")
    return int(archs[0])


def ptx_version(ptx):
    found = re.search(r"^\.version (\d+\.\d+)$", ptx, re.M)
    if not found:
        raise Unreadable("a PTX without .version")
    return found.group(1)
