# SPDX-License-Identifier: Apache-2.0

# SPDX-FileCopyrightText: The CudaCompat authors
# SPDX-License-Identifier: Apache-2.0
"""A case that is written and read again is the same, whatever was shown."""

import unittest

from case_file import BadCase, Case, format_case, parse_case

PLAIN = [b"a\n", b"\n", b"\n\n", b"a\tb\\n \\x41\n", b" === a\n", b"$ a\nexit: 1\n", "é\n".encode()]
ESCAPED = [
    b"a", b" ", b"a\n\nb", b"a\\", b"\\\na", b"=== stdout\n", b"a\n===", b"a\r\nb\rc\n",
    b"\x1b[1m\\x1b\n", b"\0\xff\xe2\x80\n", "\u2028\u202e\x85\u00a0\n".encode(),
    bytes(range(256)) * 2,
]


class CaseFile(unittest.TestCase):
    def test_is_read_as_it_was_written(self):
        for content in PLAIN + ESCAPED:
            for other in (b"", b"b\n", *ESCAPED):
                with self.subTest(content=content, other=other):
                    case = Case("cudacompat", ["# why", ""], 3, "check", content, other,
                                {"a.txt": content, "b.txt": b"", "c.txt": other})
                    self.assertEqual(parse_case(format_case(case)), case)

    def test_escapes_only_what_needs_it(self):
        for content in PLAIN:
            self.assertEqual(
                format_case(Case("a", stdout=content)),
                f"$ a\n=== stdout\n{content.decode()}",
            )
        for content in ESCAPED:
            self.assertIn("=== stdout (escaped)\n", format_case(Case("a", stdout=content)))

    def test_refuses_what_it_does_not_know(self):
        for text in (
            "", "$ a", "exit: 1\n", "$ a\n$ b\n", "$ a\nexit: x\n", "$ a\nexti: 1\n",
            "$ a\n=== sdtout\n", "$ a\n===stdout\n", "$ a\n=== stdout\n=== stdout\n",
            "$ a\n=== file\n", "$ a\n=== file a/b\n", "$ a\n=== stdout (escaped)\n\\q\n",
            "$ a\n=== stdout (escaped)\na\\\nb\n",
        ):
            with self.subTest(text=text), self.assertRaises(BadCase):
                parse_case(text)


if __name__ == "__main__":
    unittest.main()
