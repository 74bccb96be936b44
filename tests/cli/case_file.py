# SPDX-License-Identifier: Apache-2.0

# SPDX-FileCopyrightText: The CudaCompat authors
# SPDX-License-Identifier: Apache-2.0
r"""The file of a case: what is run, and exactly what it shows.

    # why the case is there (optional; any number of lines)
    $ CUDACOMPAT_FORMAT=json cudacompat inspect k1.o
    exit: 2
    schema: inspect
    === stdout
    the lines that are written
    === stderr
    cudacompat: ...
    === file report.txt
    what a file that the command wrote must be

The line behind "$" is for bash. "exit:" is the status, 0 where it is absent;
"schema:" names the schema of templates/schemas that stdout must hold to. No
section for stdout or stderr: nothing is written there.

A section is the bytes as they are, each line with its end. Where that cannot
be read or would be ambiguous (control characters, bytes that are not UTF-8, a
line that begins with "===", no newline at the end) its heading ends with
"(escaped)": there "\\" is a backslash, "\xNN" a byte, and a backslash at the
end of a line says that no newline follows. format_case() chooses the form.
"""

import dataclasses
import re

ESCAPED = " (escaped)"


@dataclasses.dataclass
class Case:
    command: str
    comments: list = dataclasses.field(default_factory=list)
    exit: int = 0
    schema: str = ""
    stdout: bytes = b""
    stderr: bytes = b""
    files: dict = dataclasses.field(default_factory=dict)


class BadCase(Exception):
    pass


def is_plain(char):
    return char in "\n\t" or char.isprintable()


def needs_escapes(content):
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return True
    if text and not text.endswith("\n"):
        return True
    return not all(map(is_plain, text)) or bool(re.search("^===", text, re.M))


def escape(content):
    text = content.decode("utf-8", "surrogateescape").replace("\\", "\\\\")
    text = "".join(
        char if is_plain(char) else
        "".join(f"\\x{byte:02x}" for byte in char.encode("utf-8", "surrogateescape"))
        for char in text
    )
    text = re.sub("^===", r"\\x3d==", text, flags=re.M)
    return text if not text or text.endswith("\n") else text + "\\\n"


def unescape(text):
    def byte(found):
        if found[1]:
            return b"\\"
        if found[2]:
            return bytes.fromhex(found[2].decode())
        if found[3]:
            return b""
        raise BadCase('a backslash before neither "\\", "xNN" nor the end')

    # The one newline that may follow a backslash is the last of the section.
    return re.sub(rb"\\(?:(\\)|x([0-9a-f]{2})|(\n\Z)|)", byte, text.encode())


def format_section(name, content, escaped=None):
    if needs_escapes(content) if escaped is None else escaped:
        return f"=== {name}{ESCAPED}\n{escape(content)}"
    return f"=== {name}\n{content.decode()}"


def format_case(case):
    head = [*case.comments, f"$ {case.command}"]
    if case.exit:
        head.append(f"exit: {case.exit}")
    if case.schema:
        head.append(f"schema: {case.schema}")
    text = "".join(line + "\n" for line in head)
    for name in ("stdout", "stderr"):
        content = getattr(case, name)
        if content:
            text += format_section(name, content)
    for name, content in sorted(case.files.items()):
        text += format_section(f"file {name}", content)
    return text


def parse_head(text):
    comments, fields = [], {}
    for line in text.split("\n")[:-1]:
        if not line or line.startswith("#"):
            comments.append(line)
            continue
        found = re.fullmatch(r"(\$|exit:|schema:) (\S.*)", line)
        if not found or found[1] in fields:
            raise BadCase(f"neither a command, exit: nor schema:, or twice: {line!r}")
        fields[found[1]] = found[2]
    if "$" not in fields:
        raise BadCase('no line "$ COMMAND"')
    status = fields.get("exit:", "0")
    if not re.fullmatch("[0-9]{1,3}", status):
        raise BadCase(f"not an exit status: {status!r}")
    return Case(fields["$"], comments, int(status), fields.get("schema:", ""))


def parse_case(text):
    if not text.endswith("\n"):
        raise BadCase("no newline at the end of the case")
    head, *sections = re.split("^===", text, flags=re.M)
    case = parse_head(head)
    seen = set()
    for section in sections:
        title, _, body = section.partition("\n")
        name = title.removesuffix(ESCAPED)
        content = unescape(body) if name != title else body.encode()
        if name in seen:
            raise BadCase(f"twice: ==={name}")
        seen.add(name)
        if name in (" stdout", " stderr"):
            setattr(case, name[1:], content)
        elif re.fullmatch(r" file [^\s/]+", name):
            case.files[name.removeprefix(" file ")] = content
        else:
            raise BadCase(f"not a section: ==={title}")
    return case


def read_case(path):
    return parse_case(path.read_bytes().decode())


def write_case(path, case):
    path.write_bytes(format_case(case).encode())
