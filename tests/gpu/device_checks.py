# SPDX-License-Identifier: Apache-2.0
"""The checks of device_checks.sh, which runs this. Needs Python 3.8 and nothing else."""

import json
import os
import pathlib
import subprocess
import sys
import time

FOLDER, RESULTS = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
BIN, CHECKS = FOLDER / "bin", FOLDER / "checks"
SECONDS = 300
OK = "CUDA_SUCCESS"
NAMES = {
    "0": OK,
    "200": "CUDA_ERROR_INVALID_IMAGE",
    "209": "CUDA_ERROR_NO_BINARY_FOR_GPU",
    "218": "CUDA_ERROR_INVALID_PTX",
    "221": "CUDA_ERROR_JIT_COMPILER_NOT_FOUND",
    "222": "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
    "223": "CUDA_ERROR_JIT_COMPILATION_DISABLED",
}


def names(*codes):
    return [NAMES[str(code)] for code in codes]


def run(*command, **environment):
    words = [str(c) for c in command]
    try:
        return subprocess.run(
            words,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            universal_newlines=True,
            timeout=SECONDS,
            env={**os.environ, **environment},
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(words, 124, "", f"no end in {SECONDS} seconds")


def load_test(files):
    done = run(BIN / "cudacompat", "load-test", "--format", "json", "--keep", RESULTS, *files)
    if done.returncode not in (0, 1, 3, 4):
        raise RuntimeError(f"load-test: exit {done.returncode}: {done.stderr[:2000]}")
    return json.loads(done.stdout)


def probe(what, file, **environment):
    """The fields of each line of probe.cc, or why there are none."""
    done = run(BIN / "probe", what, file, **environment)
    if done.returncode != 0:
        end = f"signal {-done.returncode}" if done.returncode < 0 else f"exit {done.returncode}"
        return [[done.stderr.strip() or end, ""]]
    return [line.split("\t")[1:] for line in done.stdout.splitlines() if line.startswith("probe:\t")]


def probed(file, **environment):
    """Both entry points' answers to a file of checks/."""
    return probe("load", CHECKS / file, **environment)[0]


def above_the_driver():
    """The file of the least PTX ISA that is above the driver's, as predicted."""
    isas = sorted(
        (p.stem.split("-")[-1] for p in CHECKS.glob("k-sm_90-*.ptx")), key=lambda v: [int(x) for x in v.split(".")]
    )
    report = load_test([CHECKS / f"k-sm_90-{isa}.ptx" for isa in isas])
    for isa, artifact in zip(isas, report["artifacts"]):
        if artifact["devices"][0]["predicted"] == "fails-222":
            return f"k-sm_90-{isa}.ptx"
    return None


def when_the_error_shows():
    said = []
    for mode in ("LAZY", "EAGER"):
        done = run(BIN / "late", CUDA_MODULE_LOADING=mode)
        said.append(f"{mode}: {', '.join(done.stdout.split(chr(10))[:3])}")
    return "; ".join(said)


# What is asked; the codes that fit what is known (None: any, the answer is the
# news); a function or a file that gives the answer.
def rows(too_new, set_folder):
    return [
        (
            "1",
            "PTX one version above the driver's",
            names(222),
            lambda: probed(too_new) if too_new else ("no such version", ""),
        ),
        ("2", "malformed PTX", names(218), lambda: probed("malformed.ptx")),
        ("3a", "fatbin of SASS 100 only", names(209), lambda: probed("only-100.fatbin")),
        ("3b", "bare cubin for 8.0", names(209, 200), lambda: probed("sass-80.cubin")),
        ("4a", "cubin cut in half", names(200), lambda: probed("truncated.cubin")),
        ("4b", "bytes that mean nothing", names(200), lambda: probed("random.bin")),
        (
            "5",
            "CUDA_DISABLE_PTX_JIT=1, PTX only",
            names(223, 209),
            lambda: probed("only-ptx.fatbin", CUDA_DISABLE_PTX_JIT="1"),
        ),
        (
            "6",
            "CUDA_FORCE_PTX_JIT=1, SASS only",
            names(209, 222),
            lambda: probed("only-sass.fatbin", CUDA_FORCE_PTX_JIT="1"),
        ),
        ("7", "SASS 90 and PTX that is too new", names(0), lambda: probed(set_folder / "sass-and-ptx-10.0.fatbin")),
        (
            "8",
            "SASS 80 and PTX that is too new",
            names(222, 209),
            lambda: probed(set_folder / "older-sass-and-ptx-10.0.fatbin"),
        ),
        (
            "9",
            "SASS 90 (1), SASS 90a (2), PTX 90a (3): taken is",
            ["1", "2"],
            lambda: probe("number", CHECKS / "number.fatbin")[0],
        ),
        ("10a", "PTX for sm_90a", names(0), lambda: probed("k-sm_90a-8.6.ptx")),
        ("10b", "PTX for sm_100 on a 9.0", names(218, 209), lambda: probed("k-sm_100-8.6.ptx")),
        ("11", "LTO-IR only", names(209), lambda: probed("only-lto.fatbin")),
        ("12a", "zstd, --compress-mode=size", names(0), lambda: probed(set_folder / "sass-90-12.8-size.fatbin")),
        ("12b", "zstd, --compress-mode=balance", names(0), lambda: probed(set_folder / "sass-90-12.8-balance.fatbin")),
        ("13", "code for another GPU only: the error shows at", None, lambda: (when_the_error_shows(), "")),
    ]


def ask_all(launches):
    table = []
    for key, what, expected, ask in rows(above_the_driver(), FOLDER / "set"):
        if key in ("9", "13") and not launches:
            answer, verdict = "-", "not run"
        else:
            answers = ask()
            answer = " / ".join(dict.fromkeys(a for a in answers[:2] if a))
            verdict = "news" if expected is None else "as expected" if answers[0] in expected else "OTHERWISE"
        table.append({"check": key, "what": what, "expected": expected, "answer": answer, "verdict": verdict})
    table.append(
        {
            "check": "14",
            "what": "CU_JIT_FALLBACK with SASS that is not exact",
            "expected": None,
            "answer": "-",
            "verdict": "not run: needs a GPU of which an older one of its major exists",
        }
    )
    return table


def predictions():
    files = sorted((FOLDER / "set").iterdir())
    report = load_test(files)
    counts, otherwise = {}, []
    for artifact in report["artifacts"]:
        for device in artifact["devices"]:
            for container in device["containers"]:
                for one in container["runs"]:
                    counts[one["agreement"]] = counts.get(one["agreement"], 0) + 1
                    if one["agreement"] == "disagrees":
                        otherwise.append({"file": pathlib.Path(artifact["path"]).name, **one})
    unread = [a["path"] for a in report["artifacts"] if a["error"]]
    return report, {"files": len(files), "loads": counts, "disagreements": otherwise, "unread": unread}


def kernel_launches():
    out = []
    for file in sorted((FOLDER / "kernels").glob("*.fatbin")):
        for kernel, *end in probe("kernels", file):
            out.append({"file": file.name, "kernel": kernel, "end": "".join(end)})
    return out


def acceptable(launch, driver_reads_newest):
    """The original PTX may be too new for the driver; all else has to run."""
    too_new = launch["file"] == "ptx.fatbin" and not driver_reads_newest
    return launch["end"] == ("CUDA_ERROR_UNSUPPORTED_PTX_VERSION" if too_new else "right")


def main():
    started = time.time()
    report, predicted = predictions()
    fake_libcuda = any("fake" in d["name"].lower() for d in report["devices"])
    gpus = ", ".join(f"{d['name']} ({d['cc']})" for d in report["devices"])
    driver = report["driver"]
    print(f"{gpus}; driver {driver['kernel']}, CUDA {driver['cuda']}" + (" -- A FAKE DRIVER, NO GPU" if fake_libcuda else ""))

    checks = ask_all(not fake_libcuda)
    for row in checks:
        print(f"{row['check']:>4}  {row['what']:<48} {row['answer']:<60} {row['verdict']}")
    print(f"predictions: {predicted['files']} files, loads: {predicted['loads']}")
    for one in predicted["disagreements"]:
        print(f"  OTHERWISE {one['file']} {one['mode']}: {one['verdict']}, predicted {one['expected']}")

    canary, launches, wrong = "not run", [], []
    if not fake_libcuda:
        done = run(BIN / "canary")
        canary = f"exit {done.returncode}: {(done.stdout + done.stderr).strip().split(chr(10))[-1]}"
        launches = kernel_launches()
        newest = probed(FOLDER / "kernels" / "ptx.fatbin")[0] == OK
        wrong = [one for one in launches if not acceptable(one, newest)]
        wrong += [] if launches else [{"file": "kernels", "kernel": "", "end": "none was launched"}]
        wrong += [] if done.returncode == 0 else [{"file": "canary", "kernel": "", "end": canary}]
    print(f"canary: {canary}; launches: {len(launches)}, wrong: {len(wrong)}")
    for one in wrong:
        print(f"  WRONG {one['file']} {one['kernel']}: {one['end']}")
    print(f"{time.time() - started:.0f} seconds")

    results = {
        "fake_libcuda": fake_libcuda,
        "driver": driver,
        "devices": report["devices"],
        "checks": checks,
        "predictions": predicted,
        "canary": canary,
        "launches": launches,
    }
    (RESULTS / "device_checks.json").write_text(json.dumps(results, indent=2) + "\n")
    bad = wrong or predicted["disagreements"] or predicted["unread"] or any(c["verdict"] == "OTHERWISE" for c in checks)
    return 1 if bad or not predicted["loads"].get("agrees") else 0


if __name__ == "__main__":
    sys.exit(main())
