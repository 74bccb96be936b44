# SPDX-License-Identifier: Apache-2.0
"""Rows of templates/facts from what was measured, and where the two differ.

    merge(facts, measured) -> facts     with `measured` of every release known
    differences(facts, one) -> [text]   of one release

`facts` is {"releases": table, ...}. A row keeps its note and what its source
says beside measurements; rows of what cannot be measured stay as they are.
"""

import copy

from tool_text import arch_key, version_key

TABLES = ("releases", "architectures", "families", "older_ptx_isas")


def source(row, measured):
    """What a person wrote of the sources, then what was measured."""
    parts = row.get("source", "").split("; ")
    kept = [part for part in parts if part and not part.startswith("measured")]
    return "; ".join([*kept, f"measured: {measured}"])


def keep_note(row, merged):
    return {**merged, "note": row["note"]} if "note" in row else merged


def by_key(table, key):
    return {row[key]: row for row in table["rows"]}


def release_row(row, one):
    with_nvcc = "nvcc" in one.builds
    of_ptxas = "newest .version, architectures"
    if not with_nvcc:
        of_ptxas += ", default of --gpu-name"
    tools = [f"ptxas {one.builds['ptxas']} ({of_ptxas})"]
    if with_nvcc:
        tools.append(
            f"nvcc {one.builds['nvcc']} (.version written, architectures, "
            "what it builds for without -arch)"
        )
    if "nvJitLink" in one.builds:
        tools.append(f"nvJitLink {one.builds['nvJitLink']} (newest .version)")
    return keep_note(
        row,
        {
            "cuda": one.cuda,
            "ptx_isa": one.ptx_isa,
            "archs": one.archs,
            "default_arch": one.default_arch,
            "source": source(row, ", ".join(tools)),
        },
    )


def span(measured, chosen, tool="ptxas"):
    """"12.8.93 and later", "12.8.93 to 12.9.86": which of them were chosen."""
    first, last = chosen[0].builds[tool], chosen[-1].builds[tool]
    if chosen[-1] is measured[-1]:
        return f"{first} and later"
    return first if first == last else f"{first} to {last}"


def arch_row(row, arch, measured):
    """None where no release measured knows the architecture."""
    readers = [one for one in measured if arch in one.min_ptx]
    if not readers:
        return row or None
    makers = [one for one in measured if arch in one.archs]
    least = max((one.min_ptx[arch] for one in readers), key=version_key)
    first, last = row.get("first_toolkit"), row.get("last_toolkit")
    if makers:
        if makers[0] is not measured[0]:
            first = makers[0].cuda
        last = None if makers[-1] is measured[-1] else makers[-1].cuda
    odd = [
        f"{one.min_ptx[arch]} with {one.builds['ptxas']}"
        for one in readers
        if one.min_ptx[arch] != least
    ]
    text = (
        f"least .version that ptxas {span(measured, readers)} accept with this "
        f".target{' (' + ', '.join(odd) + ')' if odd else ''}"
    )
    if makers:
        text += ", and the architectures that each makes code for"
    return keep_note(
        row,
        {
            "arch": arch,
            "min_ptx": least,
            "first_toolkit": first,
            "last_toolkit": last,
            "source": source(row, text),
        },
    )


def renamed(facts, arch):
    """101f is 110f, 10.1 is 11.0."""
    for alias in facts["aliases"]["rows"]:
        number = arch.replace(".", "").rstrip("fa")
        if number == str(alias["from"]):
            to = str(alias["to"])
            if "." in arch:
                return f"{to[:-1]}.{to[-1]}"
            return to + arch[len(number) :]
    return arch


def families_of(facts, one):
    return {
        renamed(facts, arch): [renamed(facts, cc) for cc in members]
        for arch, members in one.families.items()
    }


def family_row(facts, row, arch, measured):
    knowing = [one for one in measured if arch in families_of(facts, one)]
    if not knowing:
        return row
    named = [one for one in knowing if arch in one.families]  # not as 101f
    nvccs = [one for one in named if "nvcc" in one.builds]
    text = (
        f"the code that ptxas {span(measured, named)} make of "
        f".target sm_{arch}"
    )
    if nvccs:
        text += (
            f", and nvcc {span(measured, nvccs, 'nvcc')} take with "
            f"arch=compute_{arch} (--dryrun)"
        )
    return keep_note(
        row,
        {
            "arch": arch,
            "members": families_of(facts, knowing[-1])[arch],
            "source": source(row, text),
        },
    )


def merge(facts, measured):
    merged = copy.deepcopy(facts)
    rows = by_key(facts["releases"], "cuda")
    for one in measured:
        rows[one.cuda] = release_row(rows.get(one.cuda, {}), one)
    merged["releases"]["rows"] = [
        rows[cuda] for cuda in sorted(rows, key=version_key)
    ]

    rows = by_key(facts["architectures"], "arch")
    archs = {*rows, *(arch for one in measured for arch in one.archs)}
    merged["architectures"]["rows"] = [
        arch_row(rows.get(arch, {}), arch, measured)
        for arch in sorted(archs, key=arch_key)
    ]

    rows = by_key(facts["families"], "arch")
    archs = {*rows, *(a for one in measured for a in families_of(facts, one))}
    merged["families"]["rows"] = [
        family_row(facts, rows.get(arch, {}), arch, measured)
        for arch in sorted(archs, key=arch_key)
    ]

    rows = by_key(facts["older_ptx_isas"], "isa")
    first = version_key(merged["releases"]["rows"][0]["ptx_isa"])
    isas = [isa for isa in measured[0].isas if version_key(isa) < first]
    text = f".version that ptxas {span(measured, measured)} read"
    merged["older_ptx_isas"]["rows"] = [
        {"isa": isa, "source": source(rows.get(isa, {}), text)} for isa in isas
    ]
    return merged


def release_differences(facts, one):
    row = by_key(facts["releases"], "cuda").get(one.cuda)
    if row is None:
        return [f"releases.json has no row {one.cuda}"]
    wanted = release_row(row, one)
    found = [
        f"releases.json, {one.cuda}: {key} is {row.get(key)}, measured: {value}"
        for key, value in wanted.items()
        if row.get(key) != value
    ]
    newest = version_key(one.ptx_isa)
    isas = {row["isa"] for row in facts["older_ptx_isas"]["rows"]}
    isas |= {row["ptx_isa"] for row in facts["releases"]["rows"]}
    isas = {isa for isa in isas if version_key(isa) <= newest}
    for isa in sorted(isas.symmetric_difference(one.isas), key=version_key):
        said = "is read" if isa in one.isas else "is no .version"
        found.append(f"PTX ISA {isa} {said} by ptxas {one.builds['ptxas']}")
    return found


def arch_differences(facts, one):
    rows = by_key(facts["architectures"], "arch")
    found = []
    for arch in sorted({*rows, *one.archs}, key=arch_key):
        where = f"architectures.json, {arch}"
        row = rows.get(arch)
        if row is None:
            found.append(f"{where}: no row, and CUDA {one.cuda} makes its code")
            continue
        first, last = row["first_toolkit"], row["last_toolkit"] or one.cuda
        made = (
            version_key(first) <= version_key(one.cuda) <= version_key(last)
        )
        if made != (arch in one.archs):
            says = "makes" if arch in one.archs else "does not make"
            found.append(
                f"{where}: from {first} to {row['last_toolkit']}, but "
                f"CUDA {one.cuda} {says} its code"
            )
        isa = one.min_ptx.get(arch, row["min_ptx"])
        odd = f"{isa} with {one.builds['ptxas']}"
        if isa != row["min_ptx"] and odd not in row["source"]:
            found.append(
                f"{where}: min_ptx is {row['min_ptx']}, measured: {odd}"
            )
    return found


def family_differences(facts, one):
    rows = by_key(facts["families"], "arch")
    made = {f"{arch[:-1]}.{arch[-1]}" for arch in one.archs if arch.isdigit()}
    found = []
    for arch, members in families_of(facts, one).items():
        row = rows.get(arch, {"members": []})
        # A GPU that came later is in no measurement before it.
        known = {renamed(facts, cc) for cc in made}
        listed = [cc for cc in row["members"] if cc in known]
        if listed != members:
            found.append(
                f"families.json, {arch}: members are {listed} in CUDA "
                f"{one.cuda}, measured: {members}"
            )
    return found


def differences(facts, one):
    return [
        *release_differences(facts, one),
        *arch_differences(facts, one),
        *family_differences(facts, one),
    ]
