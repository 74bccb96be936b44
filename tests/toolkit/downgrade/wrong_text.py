#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A text that a wrong rule would make is caught by the machine code that the real libnvJitLink 13.5 makes of it."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
import toolkits  # noqa: E402

TEXT = """.version 9.5
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p) .maxntid 128
{
.reg .b64 %rd<3>; .reg .b32 %r<9>;
.pragma "nounroll";
ld.param.u64 %rd1,[p]; mov.u32 %r1,%tid.x; mul.wide.u32 %rd2,%r1,4; add.u64 %rd1,%rd1,%rd2;
ld.global.u32 %r2,[%rd1]; membar.gl; add.u32 %r2,%r2,7; st.global.u32 [%rd1],%r2; ret;
}
"""
DOWNGRADED = TEXT.replace("9.5", "9.0")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prove", required=True)
    parser.add_argument("--folder", required=True)
    args = parser.parse_args()
    folder = pathlib.Path(args.folder)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        library = toolkits.path_of("nvjitlink", "13.5")
    except toolkits.Unavailable as why:
        print(why)
        return 1 if os.environ.get("CI") == "true" else 77
    (folder / "reference.ptx").write_text(TEXT)

    def proven(text):
        (folder / "downgraded.ptx").write_text(text)
        done = subprocess.run([args.prove, library, "reference.ptx", "downgraded.ptx"], cwd=folder, capture_output=True,
                              text=True)
        assert done.returncode in (0, 1), done
        return done.returncode == 0, done.stdout

    assert proven(DOWNGRADED) == (True, ""), "the version alone"
    # What a made-up row of "hints" would drop, and a slip of the hand.
    edits = {".maxntid 128": "", "membar.gl;": "", ",%r2,7;": ",%r2,8;", "st.global": "st.volatile.global"}
    for old, new in edits.items():
        good, why = proven(DOWNGRADED.replace(old, new))
        assert not good and "other machine code" in why, (old, why)
    good, why = proven(DOWNGRADED.replace("ret;", "rett;"))
    assert not good and "rejects it" in why, why
    return 0


if __name__ == "__main__":
    sys.exit(main())
