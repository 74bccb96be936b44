#!/usr/bin/env python3
"""Gives PTX texts to one libnvJitLink: in a process of its own, for the
libraries of two releases do not live in one.

    jit_probe.py LIBRARY < [["sm_80", "<ptx>"], ...] > [[status, log], ...]
"""

import ctypes
import json
import sys

PTX = 2  # NVJITLINK_INPUT_PTX


def entry_point(library, name):
    """Entry points carry the release that they came with."""
    for suffix in [""] + [f"_{a}_{b}" for a in (12, 13) for b in range(10)]:
        for full in (f"__{name}{suffix}", f"{name}{suffix}"):
            if hasattr(library, full):
                return getattr(library, full)
    raise SystemExit(f"{sys.argv[1]} has no {name}")


def link(library, arch, ptx):
    handle = ctypes.c_void_p()
    options = (ctypes.c_char_p * 1)(f"-arch={arch}".encode())
    create = entry_point(library, "nvJitLinkCreate")
    status = create(ctypes.byref(handle), 1, options)
    if status != 0:
        return status, f"nvJitLinkCreate refuses {arch}"
    data = ptx.encode()
    add = entry_point(library, "nvJitLinkAddData")
    status = add(handle, PTX, data, ctypes.c_size_t(len(data)), b"probe")
    status = status or entry_point(library, "nvJitLinkComplete")(handle)
    size = ctypes.c_size_t()
    entry_point(library, "nvJitLinkGetErrorLogSize")(handle, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value + 1)
    entry_point(library, "nvJitLinkGetErrorLog")(handle, log)
    entry_point(library, "nvJitLinkDestroy")(ctypes.byref(handle))
    return status, log.value.decode(errors="replace")


if __name__ == "__main__":
    LIBRARY = ctypes.CDLL(sys.argv[1])
    ANSWERS = [link(LIBRARY, *probe) for probe in json.load(sys.stdin)]
    json.dump(ANSWERS, sys.stdout)
