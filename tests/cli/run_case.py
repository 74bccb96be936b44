"""Runs one case and compares all that it shows with what is expected.

    run_case.py CASE --program cudacompat --inputs FOLDER --work FOLDER

CASE is a folder of
    args         a shell line behind the program's name; "| head -1" and
                 "< file" work
    env          NAME=VALUE lines (optional)
    stdout.txt   exactly what is written; absent: nothing
    stderr.txt   exactly what is written; absent: nothing
    result.txt   the exit status; absent: 0
    schema.txt   the name of the schema that stdout holds to (optional)
    files/NAME   what a file that the program wrote must be (optional)

It runs in a folder of its own with the inputs and tests/cli/given. --update writes the expected files instead of comparing them.
"""

import argparse
import difflib
import json
import os
import pathlib
import shutil
import subprocess
import sys

import schema_check

HERE = pathlib.Path(__file__).parent


def prepared(work, inputs):
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(inputs, work, copy_function=os.link)
    shutil.copytree(HERE / "given", work, dirs_exist_ok=True)


def environment(case, program, work):
    kept = {k: v for k, v in os.environ.items() if not k.startswith("CUDACOMPAT_")}
    # No nvcc in sight unless the case says so: what is at hand must not matter.
    for name in ("CUDACXX", "CUDA_HOME", "CUDA_PATH", "NO_COLOR", "VIRTUAL_ENV", "CONDA_PREFIX"):
        kept.pop(name, None)
    kept["PATH"] = f"{program.parent}:/usr/bin:/bin"
    kept["LC_ALL"] = "C.UTF-8"
    kept["CUDACOMPAT_CACHE"] = str(work / "cache")
    if (case / "env").exists():
        for line in (case / "env").read_text().splitlines():
            name, _, value = line.partition("=")
            kept[name] = value.replace("@WORK@", str(work))
    return kept


def read_expected(case, name, otherwise):
    path = case / name
    return path.read_text() if path.exists() else otherwise


def write_expected(case, name, text, otherwise):
    if text == otherwise:
        (case / name).unlink(missing_ok=True)
    else:
        (case / name).write_text(text)


def difference(name, expected, found):
    if expected == found:
        return ""
    lines = difflib.unified_diff(
        expected.splitlines(True), found.splitlines(True),
        f"expected {name}", f"found {name}",
    )
    return "".join(line if line.endswith("\n") else line + "\n" for line in lines)


def written_files(case, work):
    for path in sorted((case / "files").glob("*")):
        found = work / path.name
        yield path, found.read_text() if found.exists() else "(not there)\n"


def against_schema(document, name):
    schema = json.loads((HERE / f"../../templates/schemas/{name}.json").read_text())
    try:
        parsed = json.loads(document)
    except ValueError as error:
        return [str(error)]
    return list(schema_check.errors(parsed, schema))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("case", type=pathlib.Path)
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--inputs", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    case = options.case
    prepared(options.work, options.inputs)
    line = f"{options.program.name} {(case / 'args').read_text().strip()}"
    done = subprocess.run(
        ["/bin/bash", "-o", "pipefail", "-c", line],
        cwd=options.work,
        env=environment(case, options.program.resolve(), options.work),
        stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
    )
    found = [
        ("stdout.txt", done.stdout.decode("utf-8", "backslashreplace"), ""),
        ("stderr.txt", done.stderr.decode("utf-8", "backslashreplace"), ""),
        ("result.txt", f"{done.returncode}\n", "0\n"),
    ]
    wrong = ""
    for name, text, otherwise in found:
        if options.update:
            write_expected(case, name, text, otherwise)
        else:
            wrong += difference(name, read_expected(case, name, otherwise), text)
    for path, text in written_files(case, options.work):
        if options.update:
            path.write_text(text)
        else:
            wrong += difference(path.name, path.read_text(), text)
    if (case / "schema.txt").exists():
        name = (case / "schema.txt").read_text().strip()
        for error in against_schema(done.stdout, name):
            wrong += f"schema {name}: {error}\n"
    left = sorted(p.name for p in options.work.rglob("*.tmp"))
    if left:
        wrong += f"temporary files were left: {left}\n"
    shutil.rmtree(options.work, ignore_errors=True)
    if wrong:
        sys.stderr.write(f"$ {line}\n{wrong}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
