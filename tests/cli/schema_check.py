# SPDX-License-Identifier: Apache-2.0
"""Holds a JSON document to a JSON Schema, with Python alone.

Knows the words that templates/schemas use; any other word is an error, so that
nothing passes by not being looked at.
"""

import re

TYPES = {
    "object": dict, "array": list, "string": str, "boolean": bool,
    "null": type(None), "integer": int,
}
REMARKS = {"$schema", "$id", "$defs", "title", "description", "default", "examples"}


def is_type(value, name):
    if name == "integer" and isinstance(value, bool):
        return False
    return isinstance(value, TYPES[name])


def resolve(reference, root):
    assert reference.startswith("#/"), reference
    for part in reference[2:].split("/"):
        root = root[part]
    return root


def of_object(value, schema, root, at):
    for name in schema.get("required", []):
        if name not in value:
            yield f"{at}: {name} is missing"
    known = schema.get("properties", {})
    for name, member in value.items():
        if name in known:
            yield from errors(member, known[name], root, f"{at}.{name}")
        elif schema.get("additionalProperties") is False:
            yield f"{at}: {name} is not in the schema"


def of_word(word, allowed, value, schema, root, at):
    """Errors by one word of the schema."""
    if word == "$ref":
        yield from errors(value, resolve(allowed, root), root, at)
    elif word == "type":
        names = allowed if isinstance(allowed, list) else [allowed]
        if not any(is_type(value, name) for name in names):
            yield f"{at}: {value!r} is no {' or '.join(names)}"
    elif word == "enum":
        if value not in allowed:
            yield f"{at}: {value!r} is not one of {allowed}"
    elif word == "const":
        if value != allowed:
            yield f"{at}: {value!r} is not {allowed!r}"
    elif word == "pattern":
        if isinstance(value, str) and not re.search(allowed, value):
            yield f"{at}: {value!r} does not match {allowed}"
    elif word == "minimum":
        if isinstance(value, int) and value < allowed:
            yield f"{at}: {value} is less than {allowed}"
    elif word == "maxItems":
        if isinstance(value, list) and len(value) > allowed:
            yield f"{at}: more than {allowed} items"
    elif word == "items":
        for i, item in enumerate(value if isinstance(value, list) else []):
            yield from errors(item, allowed, root, f"{at}[{i}]")
    elif word == "oneOf":
        fits = [one for one in allowed if not list(errors(value, one, root, at))]
        if len(fits) != 1:
            yield f"{at}: {value!r} fits {len(fits)} of its alternatives"
    elif word == "properties":
        if isinstance(value, dict):
            yield from of_object(value, schema, root, at)
    elif word not in REMARKS | {"required", "additionalProperties"}:
        yield f"{at}: the schema says {word!r}, which this check does not know"


def errors(value, schema, root=None, at="$"):
    root = schema if root is None else root
    for word, allowed in schema.items():
        yield from of_word(word, allowed, value, schema, root, at)
