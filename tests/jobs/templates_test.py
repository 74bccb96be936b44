#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The jobs that `cudacompat profile jobs` writes are what their engines take.

Kubernetes' objects are held against the published schemas of several releases
(kubernetes-validate), workflows of GitHub and pipelines of GitLab against those
that check-jsonschema brings, the script against sh; and the node terms choose
the nodes that are meant, whichever spelling of the labels a node has.
"""

import argparse
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import toolkits

HERE = pathlib.Path(__file__).resolve().parent
FLEET = HERE / "fleet.json"
# Names that need care in a shell, in YAML and in both.
FILES = ["lib/libkernels.so", 'it\'s "one" $HOME {{x}}.so']
IMAGE = "registry.example/team/app:1.2"
KUBERNETES = ["1.26.0", "1.31.0", "1.35.0"]

# Labels of a node (CPU, compute capability, then by GPU feature discovery) and
# the target group that it is of.
NEW, OLD = "cuda.driver-version", "cuda.driver"
NODES = [
    ("amd64", "8.0", {f"{NEW}.major": "535", f"{NEW}.minor": "183", f"{NEW}.revision": "06"}, "a100-pool"),
    ("amd64", "8.0", {f"{OLD}.major": "535", f"{OLD}.minor": "183", f"{OLD}.rev": "06"}, "a100-pool"),
    ("amd64", "8.0", {f"{OLD}.major": "535", f"{OLD}.minor": "54", f"{OLD}.rev": "03"}, None),
    ("amd64", "8.0", {f"{OLD}.major": "550", f"{OLD}.minor": "54", f"{OLD}.rev": ""}, "a100-pool-2"),
    ("amd64", "8.0", {f"{OLD}.major": "551"}, None),
    ("amd64", "8.9", {f"{NEW}.major": "550"}, "l4-west"),
    ("amd64", "8.9", {f"{OLD}.major": "575"}, "l4-west"),
    ("amd64", "8.9", {f"{NEW}.major": "580"}, None),
    ("amd64", "8.9", {f"{NEW}.major": "545"}, None),
    ("amd64", "8.6", {f"{NEW}.major": "550"}, None),
    ("amd64", "9.0", {f"{NEW}.major": "620"}, "h200"),
    ("amd64", "9.0", {f"{NEW}.major": "565"}, None),
    ("amd64", "9.0", {"cuda.runtime-version.major": "12", "cuda.runtime-version.minor": "8"}, "cloud"),
    ("amd64", "9.0", {"cuda.runtime.major": "12", "cuda.runtime.minor": "8"}, "cloud"),
    ("amd64", "9.0", {"cuda.runtime.major": "12", "cuda.runtime.minor": "4"}, None),
    ("arm64", "9.0", {f"{OLD}.major": "580", f"{OLD}.minor": "65", f"{OLD}.rev": "06"}, "gh200"),
    ("amd64", "10.0", {}, "100"),
    ("arm64", "10.0", {}, None),
]

failures = []


def expect(right, what):
    if not right:
        failures.append(what)


def written(program, folder, engine, more=()):
    command = [program, "profile", "jobs", *FILES, "-p", FLEET, "--format", engine, *more]
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    expect(done.returncode == 0, f"{engine}: exit {done.returncode}: {done.stderr}")
    expect("desk" in done.stderr and "windows" in done.stderr, f"{engine}: no word on the target group left out")
    path = folder / f"{engine}.yaml"
    path.write_text(done.stdout)
    return path


def held(tools, module, *arguments):
    """A validator from PyPI as a module of its own folder."""
    command = [sys.executable, "-m", module, *[str(a) for a in arguments]]
    done = subprocess.run(
        command, capture_output=True, text=True, env={"PYTHONPATH": str(tools), "PATH": "/usr/bin:/bin"}
    )
    return done.returncode == 0, done.stdout + done.stderr


def matches(term, labels):
    for row in term["matchExpressions"]:
        value = labels.get(row["key"])
        if value is None:
            return False
        if row["operator"] == "In":
            good = value in row["values"]
        elif row["operator"] == "Gt":
            good = int(value) > int(row["values"][0])
        else:
            assert row["operator"] == "Lt", row
            good = int(value) < int(row["values"][0])
        if not good:
            return False
    return True


def terms_of(thing):
    affinity = thing["spec"]["template"]["spec"]["affinity"]["nodeAffinity"]
    return affinity["requiredDuringSchedulingIgnoredDuringExecution"]["nodeSelectorTerms"]


def check_nodes(jobs, daemonset):
    for cpu, cc, more, meant in NODES:
        major, minor = cc.split(".")
        labels = {f"nvidia.com/{k}": v for k, v in more.items()}
        labels |= {
            "kubernetes.io/arch": cpu,
            "nvidia.com/gpu.compute.major": major,
            "nvidia.com/gpu.compute.minor": minor,
        }
        chosen = [
            j["metadata"]["name"].removeprefix("load-test-")
            for j in jobs
            if any(matches(t, labels) for t in terms_of(j))
        ]
        expect(chosen == ([meant] if meant else []), f"a node with {labels} is of {chosen}, not {meant}")
        in_set = any(matches(t, labels) for t in terms_of(daemonset))
        expect(in_set == bool(meant), f"DaemonSet and jobs differ on a node with {labels}")


def check_kubernetes(tools, yaml, program, folder):
    image = ("--image", IMAGE)
    jobs = written(program, folder, "kubernetes", image)
    daemonset = written(program, folder, "daemonset", image)
    for release in KUBERNETES:
        for path in (jobs, daemonset):
            good, said = held(tools, "kubernetes_validate", "--strict", "-k", release, path)
            expect(good, f"Kubernetes {release}: {said}")
    # A validator that takes all would prove nothing.
    wrong = folder / "wrong.yaml"
    wrong.write_text(jobs.read_text().replace("backoffLimit: 0", "backoffLimit: none", 1))
    expect(not held(tools, "kubernetes_validate", "--strict", wrong)[0], "a wrong Job was taken")
    objects = [o for o in yaml.safe_load_all(jobs.read_text()) if o]
    (one_set,) = yaml.safe_load_all(daemonset.read_text())
    expect(len(objects) == 7, f"{len(objects)} jobs")
    for thing in objects + [one_set]:
        (container,) = thing["spec"]["template"]["spec"]["containers"]
        expect(container["args"] == FILES and container["image"] == IMAGE, f"container: {container}")
        names = {one["name"] for one in container["env"]}
        wanted = {"CUDACOMPAT_REQUIRE_GPU", "CUDACOMPAT_NODE", "NVIDIA_DRIVER_CAPABILITIES"}
        expect(wanted <= names, f"environment: {names}")
    check_nodes(objects, one_set)


def check_pipelines(tools, yaml, program, folder):
    for engine, schema in (("github", "vendor.github-workflows"), ("gitlab", "vendor.gitlab-ci")):
        path = written(program, folder, engine)
        extra = ("--data-transform", "gitlab-ci") if engine == "gitlab" else ()
        good, said = held(tools, "check_jsonschema", "--builtin-schema", schema, *extra, path)
        expect(good, f"{engine}: {said}")
        wrong = folder / f"wrong-{engine}.yaml"
        wrong.write_text(
            path.read_text().replace("needs: load-test", "needs: 1").replace("when: always\n  tags", "when: 1\n  tags")
        )
        expect(
            not held(tools, "check_jsonschema", "--builtin-schema", schema, *extra, wrong)[0],
            f"a wrong {engine} job was taken",
        )
        job = yaml.safe_load(path.read_text())
        if engine == "github":
            job = job["jobs"]["load-test"]
            groups = job["strategy"]["matrix"]["group"]
            line = job["steps"][1]["run"]
        else:
            job = job["load-test"]
            groups = job["parallel"]["matrix"][0]["GROUP"]
            line = job["script"][-1]
        expect(
            groups == ["a100-pool", "a100-pool-2", "l4-west", "h200", "cloud", "gh200", "100"],
            f"{engine}: {groups}",
        )
        check_words(engine, line)


def check_words(engine, line):
    """What a shell makes of the line that loads the files."""
    line = line.replace("${{ matrix.group }}", "a100-pool")
    shown = subprocess.run(
        ["sh", "-c", 'cudacompat() { for word; do echo "$word"; done; }\n' + line],
        capture_output=True,
        text=True,
        env={"GROUP": "a100-pool", "PATH": "/usr/bin:/bin"},
    )
    words = shown.stdout.splitlines()
    expect(
        words[:4] == ["load-test", "--format", "json", "-o"] and words[5:] == FILES, f"{engine}: {words} {shown.stderr}"
    )
    expect(words[4:5] and words[4].endswith("a100-pool.json"), f"{engine}: {words}")


def check_slurm(program, folder):
    path = written(program, folder, "slurm")
    good = subprocess.run(["sh", "-n", str(path)], capture_output=True, text=True)
    expect(good.returncode == 0, f"slurm: {good.stderr}")
    text = path.read_text()
    line = text[text.index("exec cudacompat") :].split("\n\n")[0].removeprefix("exec ").removesuffix("\nfi")
    check_words("slurm", line.replace("$1", "a100-pool"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, type=pathlib.Path)
    parser.add_argument("--folder", required=True, type=pathlib.Path)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    try:
        kubernetes = toolkits.fetch("kubernetes-validate")
        pipelines = toolkits.fetch("check-jsonschema")
    except toolkits.Unavailable as why:
        print(f"templates_test.py: {why}")
        return toolkits.skip_status()
    sys.path.insert(0, str(kubernetes))
    import yaml

    check_slurm(options.program, options.folder)
    check_kubernetes(kubernetes, yaml, options.program, options.folder)
    check_pipelines(pipelines, yaml, options.program, options.folder)
    for failure in failures:
        print(f"FAILED: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
