#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The generator itself: what it makes of the tools' text, and of rows.

The texts are what ptxas 11.7.99 to 13.5.37 and nvcc 13.5.37 printed.
"""

import copy
import struct
import unittest

import products_check
import rows
import tool_text
import unknown_release
from probes import Measured
from tool_text import Unreadable

PTXAS_HELP = """
--fmad                                             (-fmad)
        Enables (disables) the contraction.
        Default value:  true.

--gpu-name <gpu name>                               (-arch)
        Specify name of NVIDIA GPU to generate code for.
        Allowed values for this option:  'compute_100','compute_75','lto_90a',
        'sm_100','sm_100a','sm_100f','sm_75','sm_90','sm_90a'.
        Default value:  'sm_75'.

--input-as-string <string>                         (-ias)
        'sm_20' is not of the option before.
"""

DRYRUN = """
#$ _SPACE_=
#$ "$CICC_PATH/cicc" --c++17   -arch compute_75 -m64
#$ ptxas -arch=sm_75 -m64  "/tmp/x.ptx"  -o "/tmp/x.sm_75.cubin"
#$ fatbinary -64 "--image3=kind=elf,sm=75,file=/tmp/x.sm_75.cubin"
"""


class ToolText(unittest.TestCase):
    def test_archs_and_default_are_those_of_the_option_in_table_order(self):
        self.assertEqual(
            tool_text.option_help(PTXAS_HELP, "--gpu-name"),
            (["75", "90", "90a", "100", "100f", "100a"], 75),
        )
        with self.assertRaises(Unreadable):
            tool_text.option_help(PTXAS_HELP, "--gpu-code")

    def test_the_newest_version_is_read_of_a_refusal(self):
        text = (
            "ptxas t.ptx, line 1; fatal   : Unsupported .version 99.9; "
            "current version is '8.7'\n"
        )
        self.assertEqual(tool_text.newest_version(text), "8.7")
        with self.assertRaises(Unreadable):
            tool_text.newest_version("ptxas: cannot open t.ptx\n")

    def test_only_a_known_refusal_says_no(self):
        refusal = "error   : PTX .version 6.5 does not support .target sm_80"
        self.assertTrue(tool_text.accepted(0, ""))
        self.assertFalse(tool_text.accepted(255, refusal))
        for status, text in [(255, "out of memory"), (-11, ""), (1, "")]:
            with self.subTest(text), self.assertRaises(Unreadable):
                tool_text.accepted(status, text)

    def test_only_a_known_refusal_of_nvcc_says_no(self):
        refusal = (
            "nvcc fatal   : Incompatible code generation requested: "
            "arch='compute_100f', code='sm_120'"
        )
        self.assertTrue(tool_text.pair_accepted(0, DRYRUN))
        self.assertFalse(tool_text.pair_accepted(1, refusal))
        with self.assertRaises(Unreadable):
            tool_text.pair_accepted(1, "nvcc fatal   : No input files")

    def test_an_old_ptxas_lists_no_versions(self):
        old = "ptxas fatal   : Unknown option '-list-version'\n"
        self.assertIsNone(tool_text.listed_versions(old))
        self.assertEqual(
            tool_text.listed_versions("8.8\n9.0\n"), ["8.8", "9.0"]
        )
        with self.assertRaises(Unreadable):
            tool_text.listed_versions("none\n")

    def test_the_default_is_what_is_assembled(self):
        self.assertEqual(tool_text.default_arch(DRYRUN), 75)
        with self.assertRaises(Unreadable):
            tool_text.default_arch(DRYRUN.replace("ptxas -arch=sm_75", ""))


def measured(cuda, isas, archs, min_ptx, families, nvcc=True):
    build = f"{cuda}.9"
    return Measured(
        cuda=cuda,
        builds={"ptxas": build, **({"nvcc": build} if nvcc else {})},
        ptx_isa=isas[-1],
        isas=isas,
        archs=archs,
        default_arch=75,
        min_ptx=min_ptx,
        families=families,
    )


# Three made-up releases: 80 goes, 101 is renamed 110, 107 comes.
ISAS = ["5.0", "8.0", "9.0", "9.1"]
OLD = measured(
    "12.9",
    ISAS[:2],
    ["80", "100", "100f", "101", "101f"],
    {"80": "8.0", "100": "8.0", "100f": "8.0", "101": "8.0", "101f": "8.0"},
    {"100f": ["10.0"], "101f": ["10.1"]},
    nvcc=False,
)
MIDDLE = measured(
    "13.0",
    ISAS[:3],
    ["100", "100f", "110", "110f"],
    {"80": "8.0", "100": "5.0", "100f": "8.0", "110": "9.0", "110f": "9.0"},
    {"100f": ["10.0"], "110f": ["11.0"]},
)
NEW = measured(
    "13.1",
    ISAS,
    ["100", "100f", "107", "110", "110f"],
    {**MIDDLE.min_ptx, "100": "8.0", "107": "9.1"},
    {"100f": ["10.0", "10.7"], "110f": ["11.0"]},
)
ALL = [OLD, MIDDLE, NEW]


def table(*found):
    return {"about": "made up", "rows": list(found)}


def written_by_hand():
    """The rows without which nothing could be measured: what came before."""

    def arch(name):
        return {
            "arch": name,
            "min_ptx": "1.0",
            "first_toolkit": "11.0",
            "last_toolkit": None,
            "source": "a manual; measured with a ptxas; a second manual",
            "note": f"note of {name}",
        }

    first = {
        "cuda": "11.8",
        "ptx_isa": "8.0",
        "archs": ["80"],
        "default_arch": None,
        "source": "release notes",
    }
    return {
        "releases": table(first),
        "architectures": table(
            *(arch(name) for name in ("80", "100", "100f", "101", "101f"))
        ),
        "families": table(),
        "older_ptx_isas": table(),
        "aliases": table({"from": 101, "to": 110}),
    }


class Rows(unittest.TestCase):
    merged = rows.merge(written_by_hand(), ALL)

    def row(self, name, key, value):
        found = rows.by_key(self.merged[name], key)
        self.assertIn(value, found)
        return found[value]

    def test_a_second_run_changes_nothing(self):
        self.assertEqual(rows.merge(self.merged, ALL), self.merged)
        for one in ALL:
            self.assertEqual(rows.differences(self.merged, one), [])

    def test_rows_are_sorted_and_those_before_all_measurements_stay(self):
        releases = self.merged["releases"]["rows"]
        self.assertEqual(
            [row["cuda"] for row in releases], ["11.8", "12.9", "13.0", "13.1"]
        )
        self.assertEqual(
            releases[0], written_by_hand()["releases"]["rows"][0]
        )
        self.assertEqual(
            [row["isa"] for row in self.merged["older_ptx_isas"]["rows"]],
            ["5.0"],
        )

    def test_notes_and_sources_written_by_hand_stay(self):
        row = self.row("architectures", "arch", "80")
        self.assertEqual(row["note"], "note of 80")
        hand, other, generated = row["source"].split("; ")
        self.assertEqual((hand, other), ("a manual", "a second manual"))
        self.assertTrue(generated.startswith("measured: "))

    def test_first_and_last_toolkit_follow_the_releases(self):
        def life(arch):
            row = self.row("architectures", "arch", arch)
            return row["first_toolkit"], row["last_toolkit"]

        # Older than what is measured: the first is a person's.
        self.assertEqual(life("80"), ("11.0", "12.9"))
        self.assertEqual(life("110"), ("13.0", None))
        self.assertEqual(life("107"), ("13.1", None))

    def test_the_strictest_release_gives_the_least_version(self):
        row = self.row("architectures", "arch", "100")
        self.assertEqual(row["min_ptx"], "8.0")
        self.assertIn("(5.0 with 13.0.9)", row["source"])

    def test_a_family_is_the_newest_and_under_the_new_number(self):
        families = self.merged["families"]["rows"]
        self.assertEqual(
            [(row["arch"], row["members"]) for row in families],
            [("100f", ["10.0", "10.7"]), ("110f", ["11.0"])],
        )

    def test_each_false_row_is_a_difference_of_one_release(self):
        def change(name, key, value, **fields):
            def apply(facts):
                rows.by_key(facts[name], key)[value].update(fields)

            return apply

        archs, releases = ("architectures", "arch"), ("releases", "cuda")
        changes = {
            "ceiling": change(*releases, "13.0", ptx_isa="9.1"),
            "archs": change(*releases, "13.0", archs=["100"]),
            "default": change(*releases, "13.0", default_arch=52),
            "build": change(*releases, "13.0", source="measured: ptxas 1"),
            "least": change(*archs, "110", min_ptx="8.0"),
            "first": change(*archs, "110", first_toolkit="13.1"),
            "last": change(*archs, "80", last_toolkit="13.0"),
            "family": change("families", "arch", "110f", members=[]),
            "isa": lambda facts: facts["older_ptx_isas"]["rows"].append(
                {"isa": "6.6"}
            ),
            "arch": lambda facts: facts["architectures"]["rows"].pop(),
            "release": lambda facts: facts["releases"]["rows"].pop(2),
        }
        for name, apply in changes.items():
            with self.subTest(name):
                facts = copy.deepcopy(self.merged)
                apply(facts)
                self.assertNotEqual(rows.differences(facts, MIDDLE), [])


class Products(unittest.TestCase):
    cubin = b"\x7fELF\2\1\1\x41\x08" + bytes(39) + b"\x04\x5a\0\6"
    said = dict(kind="sass", arch="90a", cubin_abi=8, toolkit="13.5")

    def test_elf_marks_are_read_where_they_lie(self):
        self.assertEqual(products_check.elf_marks(self.cubin), (8, 0x6005A04))
        with self.assertRaises(Unreadable):
            products_check.elf_marks(b".version 9.0")

    def test_each_false_word_of_a_cubin_is_a_fault(self):
        def faults(**changed):
            said = {"90a.cubin": [{**self.said, **changed}]}
            cubins = {"90a": self.cubin}
            return products_check.compare_cubins(said, cubins, "13.5")

        self.assertEqual(faults(), [])
        self.assertEqual(faults(toolkit=None), [])
        changes = dict(kind="ptx", arch="90", cubin_abi=7, toolkit="13.4")
        for key, value in changes.items():
            with self.subTest(key):
                self.assertNotEqual(faults(**{key: value}), [])

    def test_codecs_are_told_by_the_stored_bytes_of_each_entry(self):
        def entry(payload, packed):
            head = struct.pack("<HHIQI", 2, 0x101, 64, len(payload), packed)
            return head.ljust(64, b"\0") + payload

        plain = b"\x7fELF plain"
        lz4 = b"\xf0\x10.version 9.5 and more"
        zstd = b"\x28\xb5\x2f\xfd squeezed"
        fatbin = bytes(16) + entry(plain, 0)
        fatbin += entry(lz4, len(lz4)) + entry(zstd + b"\0\0", len(zstd))
        self.assertEqual(
            products_check.codecs(fatbin), ["none", "lz4", "zstd"]
        )
        with self.assertRaises(Unreadable):
            products_check.codecs(bytes(16) + entry(b"something else", 0))

    def test_another_codec_or_a_fix_that_fixes_nothing_is_a_fault(self):
        compare = products_check.compare_codecs
        self.assertEqual(compare("size", ["zstd"], ["zstd"]), [])
        self.assertNotEqual(compare("size", ["lz4"], ["zstd"]), [])
        self.assertNotEqual(compare("speed", ["zstd"], ["zstd"]), [])


class UnknownRelease(unittest.TestCase):
    def test_only_the_same_verdict_or_unknown_is_right(self):
        def faults(full, cut, newer=False):
            compare = unknown_release.compare_verdicts
            return compare("an image", newer, {"a": full}, {"a": cut})[0]

        self.assertEqual(faults("loads", "loads"), [])
        self.assertEqual(faults("loads", "unknown", newer=True), [])
        self.assertEqual(faults("fails-100", "fails-209"), [])
        self.assertNotEqual(faults("loads", "fails-209"), [])
        self.assertNotEqual(faults("fails-209", "loads"), [])
        self.assertNotEqual(faults("loads", "loads", newer=True), [])


if __name__ == "__main__":
    unittest.main()
