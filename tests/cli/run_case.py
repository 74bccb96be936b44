# SPDX-License-Identifier: Apache-2.0

# SPDX-FileCopyrightText: The CudaCompat authors
# SPDX-License-Identifier: Apache-2.0
"""Runs cases and compares all that they show with what is expected.

    run_case.py CASE... --program cudacompat --inputs FOLDER --work FOLDER
    run_case.py --all   --program cudacompat --inputs FOLDER --work FOLDER

CASE is a file of tests/cli/cases; case_file.py says what stands in it, --all
runs each one there. A case runs in a folder of its own below --work, with the
inputs (cli_make_inputs FOLDER makes them) and tests/cli/given. --update writes
what was found into the case instead of comparing it.
"""

import argparse
import concurrent.futures
import dataclasses
import difflib
import json
import os
import pathlib
import shutil
import subprocess
import sys

import case_file
import schema_check

HERE = pathlib.Path(__file__).parent


def prepare(work, inputs):
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(inputs, work, copy_function=os.link)
    shutil.copytree(HERE / "given", work, dirs_exist_ok=True)


def environment(program, work):
    kept = {k: v for k, v in os.environ.items() if not k.startswith("CUDACOMPAT_")}
    # No nvcc in sight unless the case says so: what is installed must not matter.
    for name in ("CUDACXX", "CUDA_HOME", "CUDA_PATH", "NO_COLOR", "VIRTUAL_ENV", "CONDA_PREFIX"):
        kept.pop(name, None)
    kept["PATH"] = f"{program.parent}:/usr/bin:/bin"
    kept["LC_ALL"] = "C.UTF-8"
    kept["CUDACOMPAT_CACHE"] = str(work / "cache")
    return kept


def run(expected, program, work):
    """The case as it was found, and the names of the files that are missing."""
    done = subprocess.run(
        ["/bin/bash", "-o", "pipefail", "-c", expected.command],
        cwd=work, env=environment(program, work),
        stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
    )
    written = {
        name: (work / name).read_bytes()
        for name in expected.files if (work / name).is_file()
    }
    found = dataclasses.replace(
        expected, exit=done.returncode, stdout=done.stdout, stderr=done.stderr,
        files=expected.files | written,
    )
    return found, sorted(expected.files.keys() - written.keys())


def difference(name, expected, found):
    if expected == found:
        return ""
    escaped = any(map(case_file.needs_escapes, (expected, found)))
    lines = difflib.unified_diff(
        *(
            case_file.format_section(name, content, escaped).split("\n")[1:-1]
            for content in (expected, found)
        ),
        f"expected {name}", f"found {name}", lineterm="",
    )
    return "".join(line + "\n" for line in lines)


def differences(expected, found):
    wrong = difference("stdout", expected.stdout, found.stdout)
    wrong += difference("stderr", expected.stderr, found.stderr)
    if expected.exit != found.exit:
        wrong += f"exit: expected {expected.exit}, found {found.exit}\n"
    for name, content in expected.files.items():
        wrong += difference(f"file {name}", content, found.files[name])
    return wrong


def against_schema(document, name):
    schema = json.loads((HERE / f"../../templates/schemas/{name}.json").read_text())
    try:
        parsed = json.loads(document)
    except ValueError as error:
        return [str(error)]
    return list(schema_check.errors(parsed, schema))


def pass_case(path, options):
    """What is wrong with the case, and whether its file was changed."""
    try:
        expected = case_file.read_case(path)
    except (OSError, UnicodeDecodeError, case_file.BadCase) as error:
        return f"{error}\n", False
    work = options.work / path.stem
    prepare(work, options.inputs)
    try:
        found, missing = run(expected, options.program, work)
    except subprocess.TimeoutExpired as error:
        return f"{error}\n", False
    if found.exit < 0:
        return f"$ {expected.command}\nkilled by signal {-found.exit}\n", False
    wrong = "" if options.update else differences(expected, found)
    wrong += "".join(f"file {name}: was not written\n" for name in missing)
    if expected.schema:
        for error in against_schema(found.stdout, expected.schema):
            wrong += f"schema {expected.schema}: {error}\n"
    left = sorted(p.name for p in work.rglob("*.tmp"))
    if left:
        wrong += f"temporary files were left: {left}\n"
    shutil.rmtree(work, ignore_errors=True)
    changed = options.update and found != expected
    if changed:
        case_file.write_case(path, found)
    return wrong and f"$ {expected.command}\n{wrong}", changed


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cases", metavar="CASE", nargs="*", type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--inputs", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    if options.all == bool(options.cases):
        parser.error("either cases or --all")
    if options.all:
        options.cases = sorted((HERE / "cases").glob("*.case"))
    options.program = options.program.resolve()
    options.work = options.work.resolve()
    # The cases find it by this name; --update must not record its absence.
    if options.program.name != "cudacompat" or not os.access(options.program, os.X_OK):
        parser.error(f"not a program named cudacompat: {options.program}")
    if not any(options.inputs.glob("*")):
        parser.error(f"no inputs: {options.inputs}")
    return options


def main():
    options = arguments()
    failed = updated = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        passed = pool.map(lambda path: pass_case(path, options), options.cases)
        for path, (wrong, changed) in zip(options.cases, passed):
            if changed:
                updated += 1
                print(f"updated {path.name}", flush=True)
            if wrong:
                failed += 1
                sys.stderr.write(f"{path}:\n{wrong}")
    print(f"cases: {len(options.cases)}, updated: {updated}, failed: {failed}")
    return 1 if failed or not options.cases else 0


if __name__ == "__main__":
    sys.exit(main())
