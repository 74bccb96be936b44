#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The oracle itself: what it makes of cuobjdump's text, and that it can fail.

The texts are what cuobjdump 13.5.37 printed of objects made by nvcc 13.5.37.
"""

import unittest

import cuobjdump_listing
import listing_oracle

PLAIN = """
Fatbin elf code:
================
arch = sm_90a
code version = [1,8]
host = linux
compile_size = 64bit

Fatbin ptx code:
================
arch = sm_100f
code version = [9,5]
host = linux
compile_size = 64bit
compressed
ptxasOptions = 

Fatbin nvvm code:
=================
arch = sm_80
code version = [1,67]
host = linux
compile_size = 64bit
compressed
nvvmOptions = -ftz=0 -prec_div=1 -prec_sqrt=1 -fmad=1 
"""

CONCATENATED = """
Fatbin elf code:
================
arch = sm_100f
code version = [1,8]
host = linux
compile_size = 64bit

Fatbin concatenated entry code:
===============================
code version = [0,1]
host = linux
compile_size = 64bit
compressed

\tFatbin ptx code:
\t================
\tarch = sm_80
\tcode version = [9,5]
\thost = linux
\tcompile_size = 64bit
\tptxasOptions = 

\tFatbin elf code:
\t================
\tarch = sm_90a
\tcode version = [1,8]
\thost = linux
\tcompile_size = 64bit
"""

SHORT = """
member /tmp/l.a:a.o:
ELF file    1: l.1.sm_80.cubin
PTX file    1: l.1.sm_100f.ptx
ELF file    2: l.a.sm_9.2.sm_90a.cubin
ELF file   10: l.10.sm_100.cubin
"""


def ours(kind, arch, isa=None, compression="none", concatenated=False, size=0):
    return {
        "kind": kind,
        "arch": arch,
        "ptx_isa": isa,
        "compression": compression,
        "concatenated": concatenated,
        "unpacked_size": size,
    }


class LongListing(unittest.TestCase):
    def test_kind_suffix_version_and_compression_are_read(self):
        images = cuobjdump_listing.parse_long(PLAIN)
        self.assertEqual(
            [(i.kind, i.arch, i.version, i.compressed) for i in images],
            [
                ("sass", "90a", "1.8", False),
                ("ptx", "100f", "9.5", True),
                ("lto-ir", "80", "1.67", True),
            ],
        )

    def test_concatenated_images_share_the_compression_of_their_entry(self):
        images = cuobjdump_listing.parse_long(CONCATENATED)
        self.assertEqual(
            [(i.arch, i.compressed, i.concatenated) for i in images],
            [
                ("100f", False, False),
                ("80", True, True),
                ("90a", True, True),
            ],
        )

    def test_a_new_kind_is_not_passed_over(self):
        with self.assertRaises(cuobjdump_listing.Unreadable):
            cuobjdump_listing.parse_long("Fatbin quantum code:\n")


class ShortListing(unittest.TestCase):
    def test_archive_members_and_odd_file_names_are_read(self):
        self.assertEqual(
            cuobjdump_listing.parse_short(SHORT),
            [("sass", "80"), ("ptx", "100f"), ("sass", "90a"), ("sass", "100")],
        )

    def test_a_line_of_another_shape_is_not_passed_over(self):
        with self.assertRaises(cuobjdump_listing.Unreadable):
            cuobjdump_listing.parse_short("ELF file    1: x.cubin\n")


class Comparison(unittest.TestCase):
    theirs = cuobjdump_listing.parse_long(PLAIN)
    same = [
        ours("sass", "90a"),
        ours("ptx", "100f", "9.5", "zstd"),
        ours("lto-ir", "80", None, "zstd"),
    ]

    def faults(self, change):
        images = [dict(i) for i in self.same]
        change(images)
        return listing_oracle.compare_lists(images, self.theirs)

    def test_equal_lists_have_no_faults(self):
        self.assertEqual(self.faults(lambda images: None), [])

    def test_another_order_is_a_fault_only_where_order_is_asked_for(self):
        self.assertNotEqual(self.faults(lambda images: images.reverse()), [])
        self.assertEqual(
            listing_oracle.compare_lists(
                self.same[::-1], self.theirs, in_order=False
            ),
            [],
        )

    def test_each_difference_is_a_fault(self):
        changes = {
            "suffix": lambda i: i[1].update(arch="100"),
            "isa": lambda i: i[1].update(ptx_isa="9.4"),
            "kind": lambda i: i[2].update(kind="ptx"),
            "compression": lambda i: i[0].update(compression="zstd"),
            "concatenated": lambda i: i[0].update(concatenated=True),
            "missing": lambda i: i.pop(),
            "twice": lambda i: i.append(dict(i[0])),
        }
        for name, change in changes.items():
            with self.subTest(name):
                self.assertNotEqual(self.faults(change), [])

    def test_a_size_may_only_be_over_by_the_nul_or_padding(self):
        sizes = {"sass": [3240], "ptx": [395]}
        for sass, ptx, good in [
            (3240, 396, True),
            (3247, 396, True),
            (3248, 396, False),
            (3239, 396, False),
            (3240, 395, False),
            (3240, 400, False),
        ]:
            images = [
                ours("sass", "80", size=sass),
                ours("ptx", "80", "9.5", "zstd", size=ptx),
            ]
            faults = listing_oracle.compare_sizes(images, sizes)
            self.assertEqual(faults == [], good, (sass, ptx, faults))

    def test_the_wrong_codec_is_a_fault(self):
        zstd = [ours("ptx", "80", "9.5", "zstd")]
        self.assertEqual(listing_oracle.compare_codec(zstd, "size"), [])
        self.assertNotEqual(listing_oracle.compare_codec(zstd, "speed"), [])
        self.assertNotEqual(listing_oracle.compare_codec(zstd, "none"), [])


if __name__ == "__main__":
    unittest.main()
