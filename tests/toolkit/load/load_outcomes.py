#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each error that a load can have, by a fake driver that asks the real libnvJitLink, against what was predicted."""

import zipfile

import load_case
from load_case import SASS_AND_PTX, has, only, result, runs

FITS = ".visible .entry k(){ret;}\n"


def loads_in_each_mode(case):
    report = case.loads(case.shared("both", SASS_AND_PTX))
    assert "fake" in only(report["devices"])["name"]
    has(result(report), verdict="loads", predicted="loads", disagreements=0)
    for mode, expected in zip(load_case.MODES, ("loads", "loads-jit", "loads")):
        has(runs(report)[mode], module="CUDA_SUCCESS", library="CUDA_SUCCESS", kernels=1, expected=expected,
            agreement="agrees")


def force_and_disable_reach_the_driver(case):
    sass = case.object("sass", "-gencode=arch=compute_90,code=sm_90")
    report = case.loads(sass, env=case.driver(CUDA_FORCE_PTX_JIT="1"))
    has(runs(report)["as-is"], verdict="loads", agreement="agrees")
    has(runs(report)["force-ptx-jit"], verdict="fails-209", expected=None, agreement="undecided")
    has(runs(report)["disable-ptx-jit"], verdict="loads", agreement="agrees")
    ptx = case.object("ptx", "-gencode=arch=compute_90,code=compute_90")
    report = case.loads(ptx, env=case.driver(CUDA_DISABLE_PTX_JIT="1"))
    has(runs(report)["as-is"], verdict="loads", expected="loads-jit", agreement="agrees")
    has(runs(report)["force-ptx-jit"], verdict="loads", agreement="agrees")
    has(runs(report)["disable-ptx-jit"], verdict="fails-209", expected=None, agreement="undecided")


def no_code_for_the_gpu(case):
    only_90 = case.object("only90", "-gencode=arch=compute_90,code=sm_90")
    report = case.loads(only_90, status=1, env=case.driver(devices="8.0"))
    has(result(report), verdict="fails-209", predicted="fails-209", disagreements=0)
    has(runs(report)["as-is"], module="CUDA_ERROR_NO_BINARY_FOR_GPU", kernels=None, agreement="agrees")


def ptx_too_new(case):
    new = case.object("new", "-gencode=arch=compute_80,code=compute_80")
    report = case.loads(new, status=1, env=case.driver("12.8"))
    has(result(report), verdict="fails-222", predicted="fails-222", disagreements=0)
    assert "Unsupported .version 9.0" in runs(report)["as-is"]["said"], report
    text = case.run("load-test", new, status=1, env=case.driver("12.8"))
    assert "fails-222: .nv_fatbin@" in text and "as predicted: compute_80 PTX 9.0" in text, text
    assert "the JIT compiler: ptxas" in text and "CUDA_ERROR_UNSUPPORTED_PTX_VERSION" in text, text


def ptx_that_is_none(case):
    """The body is judged by no rule, so that its refusal is no fault of ours; a .target that came later is."""
    bad = case.ptx("bad.ptx", "8.0", "sm_80", ".visible .entry k(){nonsense;}\n")
    report = case.loads(bad, status=1)
    has(result(report), verdict="fails-218", predicted="loads-jit", disagreements=0)
    has(runs(report)["as-is"], agreement="undecided")
    assert "nonsense" in runs(report)["as-is"]["said"], report
    old = case.ptx("old.ptx", "6.0", "sm_80", FITS)
    report = case.loads(old, status=1)
    has(result(report), verdict="fails-218", predicted="fails-218")
    has(runs(report)["as-is"], agreement="agrees")


def zstd_on_an_old_driver(case):
    zstd = case.object("zstd", "-gencode=arch=compute_80,code=sm_80", "--compress-mode=size")
    report = case.loads(zstd, status=1, env=case.driver("12.2", "8.0"))
    has(result(report), verdict="fails-200", predicted="fails-200", disagreements=0)


def no_jit_compiler(case):
    ptx = case.ptx("k.ptx", "8.0", "sm_80", FITS)
    report = case.loads(ptx, status=1, env=case.driver(jit=False))
    has(result(report), verdict="fails-221", predicted="loads-jit", disagreements=0)
    has(runs(report)["as-is"], agreement="undecided")
    text = case.run("load-test", ptx, status=1, env=case.driver(jit=False))
    assert "NVIDIA_DRIVER_CAPABILITIES=compute,utility" in text, text


def a_driver_that_ends_the_process(case):
    """Its file has no answer; the next one does."""
    first = case.ptx("first.ptx", "8.0", "sm_80", FITS)
    both = case.object("after", SASS_AND_PTX)
    for end in ("abort", "exit"):
        report = case.loads(first, both, status=1, env=case.driver(FAKE_LIBCUDA_CRASH=end))
        first_result, after = [artifact["devices"][0] for artifact in report["artifacts"]]
        has(first_result, verdict="crashed", disagreements=0)
        has(after, verdict="loads")


def several_containers(case):
    """An archive of two objects, of which one has nothing for the GPU."""
    members = [case.object("good", SASS_AND_PTX), case.object("poor", "-gencode=arch=compute_100,code=sm_100")]
    case.tool("ar", "rcs", "two.a", *members)
    report = case.loads("two.a", status=1)
    has(result(report), verdict="fails-209", predicted="fails-209", disagreements=0)
    verdicts = {c["id"].split(":")[0]: c["runs"][0]["verdict"] for c in result(report)["containers"]}
    assert verdicts == {"good.o": "loads", "poor.o": "fails-209"}, verdicts


def linked_code_is_loaded_as_the_link_made_it(case):
    flags = ("-rdc=true", "-gencode=arch=compute_90,code=sm_90")
    report = case.loads(case.object("input", *flags), status=3)
    container = only(result(report)["containers"])
    assert container["runs"] == [] and "device link" in container["not_tried"], container
    has(result(report), verdict="unknown")
    report = case.loads(case.shared("linked", *flags))
    has(result(report), verdict="loads", disagreements=0)


def code_of_other_gpus_is_left_out(case):
    """`partial` rows of a profile say what is not meant for this GPU."""
    case.object("part", "-gencode=arch=compute_100,code=sm_100")
    case.object("whole", SASS_AND_PTX)
    case.tool("ar", "rcs", "part.a", "part.o", "whole.o")
    (case.folder / "profile.json").write_text("""{"schema_version": 1, "targets": [{"name": "a", "gpus":
        [{"cc": "9.0"}], "cuda": "13.0"}], "policy": {"partial": [{"unit": "part.cu", "gpus": ["10.0"],
        "reason": "picked at run time"}]}}""")
    case.loads("part.a", status=1)
    report = case.loads("part.a", "-p", "profile.json")
    assert only(result(report)["containers"])["unit"] == "whole.cu"


def a_wrong_prediction(case):
    """Ours is the fault, and the code that shows it is kept."""
    good = case.shared("wrong", SASS_AND_PTX)
    env = case.driver(FAKE_LIBCUDA_WRONG="209")
    report = case.loads(good, "--keep", "kept", status=4, env=env)
    has(result(report), verdict="fails-209", predicted="loads", disagreements=1)
    has(runs(report)["as-is"], agreement="disagrees")
    kept = only(result(report)["containers"])["reproducer"]
    assert kept.startswith("kept/disagreement-libwrong.so-0x"), kept
    has(result(case.loads(kept, "--keep", "again", status=4, env=env)), verdict="fails-209", disagreements=1)
    has(result(case.loads(kept)), verdict="loads", disagreements=0)
    text = case.run("load-test", good, "--keep", "kept", status=4, env=env)
    assert "loads was predicted and the driver says fails-209 (as-is)" in text, text
    assert f"cudacompat load-test {kept} --device 0" in text and "please report it" in text, text
    poor = case.object("falsefail", "-gencode=arch=compute_100,code=sm_100")
    has(result(case.loads(poor, status=4, env=case.driver(FAKE_LIBCUDA_WRONG="0"))), verdict="loads",
        predicted="fails-209", disagreements=1)


def members_of_a_wheel(case):
    """Those that have code; a wheel that has none is told of once."""
    shared = case.shared("packed", SASS_AND_PTX)
    with zipfile.ZipFile(case.folder / "w.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
        wheel.write(case.folder / shared, f"pkg/{shared}")
        wheel.writestr("pkg/__init__.py", "")
    report = case.loads("w.whl")
    has(only(report["artifacts"]), path=f"w.whl/pkg/{shared}")
    has(result(report), verdict="loads", disagreements=0)
    with zipfile.ZipFile(case.folder / "none.whl", "w") as wheel:
        wheel.writestr("pkg/__init__.py", "")
    has(result(case.loads("none.whl", status=77)), verdict="none")


def what_cannot_be_read(case):
    (case.folder / "notes.txt").write_text("no code\n")
    # Nothing to load is no pass.
    has(result(case.loads("notes.txt", status=77)), verdict="none")
    whole = case.shared("cut", SASS_AND_PTX)
    data = (case.folder / whole).read_bytes()
    at = data.index(b"\x50\xed\x55\xba")
    (case.folder / "cut.fatbin").write_bytes(data[at:at + 200])
    report = case.loads("cut.fatbin", "nowhere.so", status=3)
    cut, nowhere = report["artifacts"]
    has(cut["devices"][0], verdict="unknown", disagreements=0)
    assert "nothing could be tried" in case.run("load-test", "cut.fatbin", status=3, env=case.driver())
    case.loads("notes.txt", whole)
    assert nowhere["error"] and nowhere["devices"] == [], nowhere


if __name__ == "__main__":
    load_case.main(loads_in_each_mode, force_and_disable_reach_the_driver, no_code_for_the_gpu, ptx_too_new,
                   ptx_that_is_none, zstd_on_an_old_driver, no_jit_compiler, a_driver_that_ends_the_process,
                   several_containers, linked_code_is_loaded_as_the_link_made_it, code_of_other_gpus_is_left_out,
                   a_wrong_prediction, members_of_a_wheel, what_cannot_be_read)
