#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Slurm job of a profile, run by Slurm: three nodes of different GPUs and drivers, one report, a verdict a target group.

The nodes are this machine three times, and their drivers fakes (tests/support/fake_libcuda): no GPU is involved.
"""

import argparse
import json
import os
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import cluster
import toolkits

PRODUCT = HERE.parent / "data" / "whole-program.o"
# The product holds SASS of CUDA 13.0 for 8.0 and PTX 9.0.
FLEET = {
    "schema_version": 1,
    "name": "loopback",
    "targets": [
        {"name": "a100-pool", "gpus": [{"cc": "8.0"}], "cuda": "13.0"},
        {"name": "h200-pool", "gpus": [{"cc": "9.0"}], "cuda": "12.9"},
        {"name": "l4-pool", "gpus": [{"cc": "8.9"}], "cuda": "13.0"},
    ],
}
VERDICTS = {("8.0", "13.0"): "loads", ("8.9", "13.0"): "loads", ("9.0", "12.9"): "fails-222"}


def nodes_of(libcuda):
    nodes = {}
    for target in FLEET["targets"]:
        major, minor = target["cuda"].split(".")
        nodes[target["name"].replace("pool", "1")] = (
            target["name"],
            {
                "CUDACOMPAT_LIBCUDA": libcuda,
                "FAKE_LIBCUDA_DEVICES": target["gpus"][0]["cc"],
                "FAKE_LIBCUDA_CUDA": int(major) * 1000 + int(minor) * 10,
                "FAKE_LIBCUDA_NVJITLINK": toolkits.path_of("nvjitlink", target["cuda"]),
            },
        )
    return nodes


def all_groups(slurm, program, work, path):
    status, out, err = slurm.run("sh", "load-test.sh", cwd=work, PATH=path)
    assert status == 1, (status, out, err, slurm.logs())
    status, out, err = slurm.run(str(program), "load-test", "--collect", "load-test", "--format", "json", cwd=work)
    assert status == 1, (status, out, err)
    report = json.loads(out)
    assert {(c["cc"], c["cuda"]): c["verdict"] for c in report["groups"]} == VERDICTS, out
    assert all(c["disagreements"] == 0 for c in report["groups"]), out
    assert not report["skipped"] and not report["unread"], out
    # Each ran where its target group is.
    for name in ("a100-pool", "l4-pool", "h200-pool"):
        said = json.loads((work / "load-test" / f"{name}.json").read_text())
        wanted = next(t for t in FLEET["targets"] if t["name"] == name)
        assert [d["cc"] for d in said["devices"]] == [wanted["gpus"][0]["cc"]], said["devices"]
        assert "fake" in said["devices"][0]["name"].lower(), said["devices"]


def a_node_that_gives_nothing(slurm, work, path):
    (slurm.folder / "l4-1.broken").touch()
    status, out, err = slurm.run("sh", "load-test.sh", cwd=work, PATH=path)
    assert status == 3 and "l4-pool gave no result" in err, (status, out, err, slurm.logs())
    assert not (work / "load-test" / "l4-pool.json").exists(), "the result of an earlier run counts"


def a_node_without_a_gpu(slurm, work, path):
    """Its result is a skip, which is no pass."""
    status, out, err = slurm.run(
        "sh", "load-test.sh", cwd=work, PATH=path, **{"SBATCH_EXPORT": "ALL", "FAKE_LIBCUDA_INIT": "100"}
    )
    assert status == 1 and "skipped on" in out and "CUDA_ERROR_NO_DEVICE" in out, (status, out, err, slurm.logs())


def a_feature_that_no_node_has(slurm, work, path):
    script = work / "other.sh"
    script.write_text((work / "load-test.sh").read_text().replace("\nl4-pool\n", "\nl40-pool\n"))
    status, out, err = slurm.run("sh", "other.sh", cwd=work, PATH=path)
    assert status == 2 and "no node has the feature l40-pool" in err, (status, out, err)
    _, left, _ = slurm.run("squeue", "--noheader")
    assert left.strip() == "", left


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, type=pathlib.Path)
    parser.add_argument("--libcuda", required=True, help="the fake")
    parser.add_argument("--folder", required=True, type=pathlib.Path)
    options = parser.parse_args()
    missing = cluster.missing()
    if missing:
        print(f"slurm_test.py: no Slurm here ({', '.join(missing)}): apt-get install slurmctld slurmd slurm-client")
        return toolkits.skip_status()
    try:
        nodes = nodes_of(options.libcuda)
    except toolkits.Unavailable as why:
        print(f"slurm_test.py: {why}")
        return toolkits.skip_status()

    work = options.folder / "submitted-from"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    shutil.copy(PRODUCT, work)
    (work / "fleet.json").write_text(json.dumps(FLEET))
    path = f"{options.program.parent}:{os.environ['PATH']}:/usr/sbin:/sbin"
    with cluster.Cluster(options.folder / "cluster", nodes) as slurm:
        job = ["profile", "jobs", PRODUCT.name, "-p", "fleet.json", "--format", "slurm", "-o", "load-test.sh"]
        status, out, err = slurm.run(str(options.program), *job, cwd=work)
        assert status == 0, (out, err)
        all_groups(slurm, options.program, work, path)
        a_node_without_a_gpu(slurm, work, path)
        a_feature_that_no_node_has(slurm, work, path)
        a_node_that_gives_nothing(slurm, work, path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
