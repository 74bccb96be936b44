#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The comparison of shipped libraries itself: its table, and that it can fail."""

import pathlib
import tempfile
import unittest

import cuobjdump_listing
import pypi_listing
import pypi_products
import pypi_sections


class Table(unittest.TestCase):
    wheels = pypi_products.table()
    products = [wheel for wheel in wheels if not wheel.tool]

    def test_it_is_wide_enough(self):
        self.assertGreaterEqual(sum(len(w.members) for w in self.products), 25)
        self.assertGreaterEqual(len({w.project for w in self.products}), 12)

    def test_a_row_pins_one_file_and_names_members_of_it(self):
        self.assertEqual(len({w.file for w in self.wheels}), len(self.wheels))
        for wheel in self.wheels:
            with self.subTest(wheel.file):
                self.assertRegex(wheel.file, r"^[\w.]+-[\w.]+-.*\.whl$")
                self.assertRegex(wheel.sha256, "^[0-9a-f]{64}$")
                names = [path.name for path in wheel.paths()]
                self.assertLessEqual({*wheel.default, *wheel.elsewhere}, {*names})
                self.assertEqual(bool(wheel.why), bool(wheel.elsewhere or wheel.tool))

    def test_the_default_run_fetches_little(self):
        default = [w for w in self.products if w.default]
        self.assertGreaterEqual(len(default), 3)
        self.assertLess(sum(w.mib for w in default), 100)

    def test_pip_is_told_the_tags_of_the_file(self):
        file = "a_b-1.2-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl"
        wheel = pypi_products.Wheel("p", file, "0", 1, [])
        arguments = pypi_products.pip_arguments(wheel, "r.txt", "d")
        self.assertEqual(arguments[arguments.index("--platform") + 1], "manylinux_2_17_x86_64")
        self.assertIn("--require-hashes", arguments)


def image(kind, arch, size, compression="lz4"):
    return {"kind": kind, "arch": arch, "unpacked_size": size, "compression": compression}


class Sizes(unittest.TestCase):
    ours = [
        image("sass", "80", 200),
        image("sass", "80", 104, "none"),
        image("sass", "100f", 50),
        image("ptx", "80", 41),
    ]
    theirs = [("sass", "80", 100), ("sass", "80", 200), ("sass", "100", 50), ("ptx", "80", 40)]

    def test_the_order_does_not_matter_nor_padding_of_what_is_stored(self):
        self.assertEqual(pypi_listing.compare_sizes(self.ours, self.theirs), [])

    def test_each_difference_is_a_fault(self):
        for at, theirs in [
            (0, ("sass", "80", 96)),  # stored, with a whole unit of padding
            (0, ("sass", "80", 105)),
            (1, ("sass", "80", 199)),
            (1, ("sass", "80", 201)),
            (2, ("sass", "103", 50)),
            (2, ("ptx", "100", 49)),
            (3, ("ptx", "80", 41)),
        ]:
            with self.subTest(theirs):
                images = [*self.theirs[:at], theirs, *self.theirs[at + 1 :]]
                self.assertNotEqual(pypi_listing.compare_sizes(self.ours, images), [])

    def test_one_that_was_not_extracted_is_a_fault(self):
        self.assertNotEqual(pypi_listing.compare_sizes(self.ours, self.theirs[1:]), [])


class Sections(unittest.TestCase):
    data = b"\xff" * 8 + b"C" * 16 + b"\0" * 8 + b"C" * 8 + b"\xff" * 8

    def uncovered(self, *containers, end=40):
        return pypi_sections.uncovered(self.data, 8, end, containers)

    def test_containers_and_zeros_cover_a_section(self):
        self.assertEqual(self.uncovered((8, 16), (32, 8)), [])

    def test_each_byte_left_over_is_a_fault(self):
        for containers in [(), ((8, 16),), ((32, 8),), ((9, 15), (32, 8)), ((8, 15), (32, 8)), ((8, 16), (32, 7))]:
            with self.subTest(containers):
                self.assertNotEqual(self.uncovered(*containers), [])
        self.assertNotEqual(self.uncovered((8, 16), (32, 8), end=41), [])

    def test_overlap_and_a_container_that_leaves_its_section_are_faults(self):
        self.assertNotEqual(self.uncovered((8, 25), (32, 8)), [])
        self.assertNotEqual(self.uncovered((8, 16), (32, 9)), [])

    def test_images_lie_in_their_container_one_after_the_other(self):
        def faults(*images):
            rows = [{"offset": at, "size": size, "concatenated": False} for at, size in images]
            return pypi_sections.images_inside({"offset": 100, "size": 50, "images": rows})

        self.assertEqual(faults((110, 10), (120, 30)), [])
        for images in [((99, 10),), ((110, 41),), ((110, 11), (120, 10))]:
            with self.subTest(images):
                self.assertNotEqual(faults(*images), [])

    def test_containers_in_other_sections_are_counted(self):
        magic = pypi_sections.CONTAINER
        sections = [(".nv_fatbin", 0, 16), (".rodata", 16, 40)]
        found = pypi_sections.elsewhere(magic * 5 + b"\0" * 8 + magic, sections)
        self.assertEqual(found, {".rodata": 3, "no section": 1})


class Readers(unittest.TestCase):
    """A cuobjdump that is a script."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def cuobjdump(self, name, script):
        path = pathlib.Path(self.folder.name) / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return name, str(path)

    def extract(self, *files):
        """What is read of a cuobjdump that extracts (what it says, name, text)."""
        lines = [f"echo 'Extracting {says}: {name} -arch=sm_1'; printf {text} >{name}" for says, name, text in files]
        _, command = self.cuobjdump("extracts", "\n".join(lines))
        return cuobjdump_listing.extracted(command, "x", pathlib.Path(self.folder.name) / "out")

    def test_extracted_files_may_lack_a_number(self):
        self.assertEqual(
            self.extract(
                ("PTX file and ptxas options    1", "source.sm_35.ptx", "aa"),
                ("ELF file   12", "x.12.sm_90a.cubin", "bbb"),
            ),
            [("ptx", "35", 2), ("sass", "90a", 3)],
        )

    def test_two_images_in_one_file_are_not_taken_for_one(self):
        with self.assertRaises(cuobjdump_listing.Unreadable):
            self.extract(("ELF file    1", "x.sm_80.cubin", "a"), ("ELF file    2", "x.sm_80.cubin", "b"))

    def test_an_older_one_is_asked_only_where_the_newest_is_known_to_refuse(self):
        folder = pathlib.Path(self.folder.name) / "out"
        older = self.cuobjdump("older", "true")
        for says, read_by in [("Invalid ELF in 'x'", "older"), ("Support for 'sm_35' has been removed", "older")]:
            newest = self.cuobjdump("newest", f'echo "cuobjdump fatal : {says}" >&2; exit 1')
            self.assertEqual(pypi_listing.ask([newest, older], "x", folder), (read_by, [], []))
        newest = self.cuobjdump("newest", 'echo "no memory" >&2; exit 1')
        with self.assertRaises(cuobjdump_listing.Unreadable):
            pypi_listing.ask([newest, older], "x", folder)


if __name__ == "__main__":
    unittest.main()
