# SPDX-License-Identifier: Apache-2.0
"""templates/facts/*.json as they are written: a row a line."""

import json
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "templates" / "facts"


def read(name, folder=FOLDER):
    return json.loads((folder / f"{name}.json").read_text())


def text(table):
    rows = [json.dumps(row, ensure_ascii=False) for row in table["rows"]]
    about = json.dumps(table["about"], ensure_ascii=False)
    lines = ",\n    ".join(rows)
    return f'{{\n  "about": {about},\n  "rows": [\n    {lines}\n  ]\n}}\n'


def write(name, table, folder=FOLDER):
    (folder / f"{name}.json").write_text(text(table))
