# SPDX-License-Identifier: Apache-2.0
"""The features that PTX ISA versions brought, a kernel each (features.txt)."""

import dataclasses
import pathlib

FILE = pathlib.Path(__file__).with_name("features.txt")


@dataclasses.dataclass(frozen=True)
class Feature:
    isa: str
    target: str
    name: str
    body: str

    def ptx(self, isa):
        """The kernel, under any .version."""
        wide = ".reg .b128 %q<4>;\n" if "%q" in self.body else ""
        return (
            f".version {isa}\n.target sm_{self.target}\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n"
            ".reg .b16 %h<8>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<16>;\n.reg .f32 %f<16>;\n.reg .f64 %d<8>;\n"
            f".reg .pred %p<4>;\n{wide}.shared .align 128 .b8 tile[1024];\nld.param.u64 %rd0, [p];\n"
            f"{self.body}\nret;\n}}\n"
        )


def features():
    rows = [line for line in FILE.read_text().splitlines() if line and not line.startswith("#")]
    return [Feature(*row.split(None, 3)) for row in rows]
