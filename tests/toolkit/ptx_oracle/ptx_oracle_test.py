#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The oracle itself: a wrong prediction must be found, a crash must be told
from a refusal, and no pair may be asked twice. No JIT compiler is needed."""

import json
import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import facts  # noqa: E402  the folder comes first
import images  # noqa: E402
import judge  # noqa: E402
import matrix  # noqa: E402
from kernel_images import corpus  # noqa: E402
from prediction import Predictor, Verdict, worst  # noqa: E402

IMAGE = images.Image("target/80@8.0", "80", "8.0", (images.plain("8.0", "80"),))
PAIR = images.Pair(IMAGE, "12.0", 80)
GOOD = judge.Answer(0, "")
TOO_NEW = judge.Answer(4, "ptxas input, line 1; fatal : Unsupported .version 9.1; current version is '8.0'")
BODY = judge.Answer(4, "ptxas input, line 14; error : Feature 'elect' requires PTX ISA .version 8.0 or later")
ROW = {"images": "target/80@*", "says": "requires PTX ISA", "reason": "a test"}


def pluralized(word, answer, rows=()):
    found = matrix.Matrix(list(rows))
    found.add(PAIR, Verdict(word, "because"), answer)
    return found


class TheMatrix(unittest.TestCase):
    def test_a_wrong_loads_is_reported(self):
        for word in ("loads", "loads-jit"):
            found = pluralized(word, TOO_NEW)
            self.assertEqual(len(found.false_loads), 1)
            self.assertIn("target/80@8.0 on 80 with CUDA 12.0", found.false_loads[0])
            self.assertFalse(found.good(1))

    def test_a_wrong_fails_is_reported(self):
        found = pluralized("fails-222", GOOD)
        self.assertEqual(len(found.false_fails), 1)
        self.assertFalse(found.good(1))

    def test_agreement_is_good(self):
        self.assertTrue(pluralized("loads-jit", GOOD).good(0))
        self.assertTrue(pluralized("fails-222", TOO_NEW).good(0))

    def test_unknown_is_counted_with_its_reason(self):
        found = pluralized("unknown", GOOD)
        self.assertEqual(found.reasons, {"because": 1})
        self.assertFalse(found.good(0.01))

    def test_the_written_list_excuses_loads_jit_alone(self):
        self.assertTrue(pluralized("loads-jit", BODY, [ROW]).good(0))
        self.assertFalse(pluralized("loads", BODY, [ROW]).good(0))

    def test_the_written_list_excuses_no_other_refusal(self):
        self.assertFalse(pluralized("loads-jit", TOO_NEW, [ROW]).good(0))
        self.assertFalse(pluralized("loads-jit", BODY, [{**ROW, "images": "kernel/*"}]).good(0))

    def test_rows_that_nothing_needs_are_told(self):
        self.assertEqual(pluralized("loads-jit", GOOD, [ROW]).unused(), [ROW])
        self.assertEqual(pluralized("loads-jit", BODY, [ROW]).unused(), [])

    def test_a_crash_is_no_disagreement(self):
        found = pluralized("loads-jit", judge.Answer(-1, "the JIT compiler ended (exit status -11)"))
        self.assertTrue(found.good(0))
        self.assertEqual(len(found.crashes), 1)

    def test_every_row_of_the_list_has_its_reason(self):
        for row in matrix.limits():
            self.assertTrue(row["images"] and row["says"] and row["reason"], row)


class TheJudge(unittest.TestCase):
    def test_refusals_are_told_apart(self):
        said = {
            "Unsupported .version 9.1": judge.VERSION,
            "PTX .version 7.0 does not support .target sm_90": judge.OWN_TARGET,
            "SM version specified by .target is higher than default SM version assumed": judge.TARGET,
            "Program with .target 'sm_90a' cannot be compiled to future architecture": judge.TARGET,
            "Value 'sm_110' is not defined for option 'gpu-name'": judge.UNKNOWN_GPU,
            "Parsing error near ':': syntax error": judge.OTHER,
        }
        for log, label in said.items():
            self.assertEqual(judge.Answer(4, log).label, label)

    def test_a_library_that_cannot_be_loaded_is_a_crash_and_not_remembered(self):
        with tempfile.TemporaryDirectory() as folder:
            one = judge.Judge("12.0", library="/dev/null", cache=folder)
            self.assertEqual(one.ask("sm_80", list(IMAGE.texts)).label, judge.CRASH)
            one.close()
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [])

    def test_answers_are_remembered_by_text_architecture_and_library(self):
        with tempfile.TemporaryDirectory() as folder:
            one = judge.Judge("12.0", library="/dev/null", cache=folder)
            one.remember(one.key("sm_80", ["text"], ""), GOOD)
            again = judge.Judge("12.0", library="/dev/null", cache=folder)
            self.assertEqual(again.ask("sm_80", ["text"]), GOOD)
            for other in (("sm_90", ["text"], ""), ("sm_80", ["other"], ""), ("sm_80", ["text"], "lib.a")):
                self.assertEqual(again.ask(*other).label, judge.CRASH)
            again.close()


class TheImages(unittest.TestCase):
    def test_no_pair_is_asked_twice(self):
        pairs = [(p.image.texts, p.release, p.gpu) for p in images.generated_pairs(["12.0", "13.5"])]
        self.assertEqual(len(pairs), len(set(pairs)))

    def test_every_target_and_every_feature_is_there(self):
        names = {pair.image.name.split("@")[0] for pair in images.generated_pairs(list(facts.RELEASES))}
        self.assertLessEqual({f"target/{target}" for target in facts.TARGETS}, names)
        self.assertLessEqual({f"feature/{one.name}" for one in images.features()}, names)

    def test_chip_code_is_compiled_for_the_whole_chip(self):
        self.assertEqual(facts.jit_arch(90, "90a", "12.0"), "sm_90a")
        self.assertEqual(facts.jit_arch(90, "80", "12.0"), "sm_90")
        self.assertEqual(facts.jit_arch(103, "100f", "12.9"), "sm_103a")

    def test_another_version_changes_nothing_else(self):
        text = "// .version 1.0\n.version 9.5\n.target sm_80\n// .version 9.5\n"
        self.assertEqual(images.under(text, "8.0"), text.replace(".version 9.5\n.target", ".version 8.0\n.target"))
        self.assertEqual(images.version_of(text), "9.5")


class TheKernels(unittest.TestCase):
    def test_sources_are_many_and_what_they_ask_for_is_there(self):
        kernels = {kernel.name: kernel for kernel in corpus.kernels()}
        self.assertGreaterEqual(len(kernels), 150)
        for kernel in kernels.values():
            self.assertTrue(kernel.archs, kernel.name)
            self.assertLessEqual(set(kernel.archs), set(facts.TARGETS), kernel.name)
            self.assertIn(kernel.link, {"", "@cudadevrt", *kernels}, kernel.name)

    def test_the_first_line_is_read(self):
        kernel = corpus.read(HERE / "kernels" / "cg_cluster.cu")
        self.assertEqual((kernel.archs, kernel.needs), (("90", "90a", "100f", "120"), "cccl"))


class ThePrediction(unittest.TestCase):
    def test_a_verdict_is_read_of_each_release_and_gpu(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "says-222"
            said = {"name": "8.0@cuda12.0", "verdict": "fails-222", "because": "a test", "containers": []}
            report = {"artifacts": [{"path": f"{folder}/target_80@8.0.0.ptx", "targets": [said]}]}
            program.write_text(f"#!/bin/sh\necho '{json.dumps(report)}'\nexit 1\n")
            program.chmod(0o755)
            found = Predictor(program, folder, ["12.0"]).of([PAIR])
            self.assertEqual(found, {PAIR: Verdict("fails-222", "a test")})

    def test_the_worst_file_decides(self):
        loads, unknown, fails = Verdict("loads-jit", ""), Verdict("unknown", ""), Verdict("fails-222", "")
        self.assertEqual(worst([loads, unknown]), unknown)
        self.assertEqual(worst([fails, unknown, loads]), fails)


if __name__ == "__main__":
    unittest.main()
