#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One libnvJitLink, asked line by line: in a process of its own, for the
libraries of two releases do not live in one, and one may crash.

    nvjitlink_child.py LIBRARY
    < ["sm_80", ["<ptx>", ...], "libcudadevrt.a"]    several texts are linked,
                                   "": with no library
    > [status, log]
"""

import ctypes
import json
import resource
import sys

PTX, LIBRARY = 2, 6  # NVJITLINK_INPUT_
MEMORY = 8 << 30  # bytes of address space


class Library:
    def __init__(self, path):
        self.path = path
        self.library = ctypes.CDLL(path)
        names = ("Create", "AddData", "AddFile", "Complete", "GetErrorLogSize", "GetErrorLog", "Destroy")
        self.call = {name: self.entry_point(f"nvJitLink{name}") for name in names}

    def entry_point(self, name):
        """Entry points carry the release that they came with."""
        for suffix in [""] + [f"_{a}_{b}" for a in (12, 13) for b in range(10)]:
            for full in (f"__{name}{suffix}", f"{name}{suffix}"):
                if hasattr(self.library, full):
                    return getattr(self.library, full)
        raise SystemExit(f"{self.path} has no {name}")

    def link(self, arch, texts, device_library):
        handle = ctypes.c_void_p()
        options = (ctypes.c_char_p * 1)(f"-arch={arch}".encode())
        status = self.call["Create"](ctypes.byref(handle), 1, options)
        if status != 0:
            return status, f"nvJitLinkCreate refuses {arch}"
        for text in texts:
            data = text.encode() + b"\0"
            status = status or self.call["AddData"](handle, PTX, data, ctypes.c_size_t(len(data)), b"image")
        if device_library:
            status = status or self.call["AddFile"](handle, LIBRARY, device_library.encode())
        status = status or self.call["Complete"](handle)
        log = self.log(handle)
        self.call["Destroy"](ctypes.byref(handle))
        return status, log

    def log(self, handle):
        size = ctypes.c_size_t()
        self.call["GetErrorLogSize"](handle, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value + 1)
        self.call["GetErrorLog"](handle, log)
        return log.value.decode(errors="replace")


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    JIT = Library(sys.argv[1])
    for line in sys.stdin:
        print(json.dumps(JIT.link(*json.loads(line))), flush=True)
