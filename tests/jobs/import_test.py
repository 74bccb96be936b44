#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a real Slurm says of its nodes, imported: text, one line a node, JSON, YAML, and its configuration files.

    import_test.py --program cudacompat --folder FOLDER

Exit 77 where there is no Slurm.
"""

import argparse
import json
import pathlib
import sys

import cluster

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import toolkits  # noqa: E402

TYPES = {"l4-1": "l4", "l4-2": "l4", "mig-1": "nvidia_a100_80gb_pcie_3g.40gb", "site-1": "a100l"}
NODES = {node: ("gpu", {}) for node in [*TYPES, "bare-1"]}
# By what is known of them: the site's own word and the GPU without a type are asked for.
WANTED = [("8.0", 1), ("8.9", 2)]
GIVEN = [("8.0", 1), ("8.0", 1), ("8.9", 2), ("9.0", 1)]


def imported(slurm, program, source, *options):
    status, out, err = slurm.run(str(program), "profile", "import", str(source), *options)
    assert out, (status, err)
    return status, [(t["gpus"][0]["cc"], t.get("count", 1)) for t in json.loads(out)["targets"]], err


def check(slurm, program, source):
    status, targets, err = imported(slurm, program, source)
    assert (status, targets) == (1, WANTED), (source, status, targets, err)
    for line in (
        "1 machine left out (site-1): no table knows the GPU \"a100l\"; add --gpu 'a100l=CC'",
        "1 machine left out (bare-1): the GPU has no name; add --gpu CC",
        "neither driver nor CUDA release is named",
    ):
        assert line in err, (source, line, err)
    status, targets, err = imported(
        slurm, program, source, "--gpu", "a100l=8.0", "--gpu", "9.0", "--driver", "535.183.06"
    )
    assert (status, targets) == (0, GIVEN), (source, status, targets, err)
    assert "neither" not in err, err
    names = pathlib.Path(f"{source}.nodes")
    imported(slurm, program, source, "--nodes", str(names))
    assert [line.split("\t")[1:] for line in names.read_text().splitlines()] == [
        ["1", "mig-1"],
        ["2", "l4-[1-2]"],
    ], names.read_text()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, type=pathlib.Path)
    parser.add_argument("--folder", required=True, type=pathlib.Path)
    options = parser.parse_args()
    missing = cluster.missing()
    if missing:
        print(f"import_test.py: no Slurm here ({', '.join(missing)}): apt-get install slurmctld slurmd slurm-client")
        return toolkits.skip_status()
    with cluster.Cluster(options.folder / "cluster", NODES, TYPES) as slurm:
        for name, *commands in (
            ("show.txt", ["scontrol", "show", "node"]),
            ("lines.txt", ["scontrol", "-o", "show", "node"]),
            # Before 23.02 it is sinfo that prints the nodes.
            ("show.json", ["scontrol", "show", "node", "--json"], ["sinfo", "--json"]),
            ("show.yaml", ["scontrol", "show", "node", "--yaml"], ["sinfo", "--yaml"]),
            ("rows.json", ["sinfo", "--json"]),
        ):
            answers = [slurm.run(*command) for command in commands]
            out = next((out for status, out, _ in answers if status == 0), None)
            assert out, (commands, answers)
            source = options.folder / name
            source.write_text(out)
            check(slurm, options.program, source)
        for name in ("slurm.conf", "gres.conf"):
            check(slurm, options.program, slurm.folder / name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
