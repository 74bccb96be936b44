# SPDX-License-Identifier: Apache-2.0
"""A Kubernetes cluster as `kubectl get nodes -o json|yaml` prints it: any number of nodes of a few kinds."""

import json
import re

KINDS = [
    # product, compute capability, driver, CUDA
    ("NVIDIA-A100-SXM4-80GB", "8.0", "535.183.06", "12.2"),
    ("NVIDIA-H100-80GB-HBM3", "9.0", "550.54.15", "12.4"),
    ("NVIDIA-L4", "8.9", "535.183.06", "12.2"),
    ("NVIDIA-H200", "9.0", "570.133.20", "12.8"),
    ("Tesla-T4", "7.5", "470.82.01", "11.4"),
]


def node(number, kind):
    product, cc, driver, cuda = kind
    labels = {
        "beta.kubernetes.io/arch": "amd64",
        "beta.kubernetes.io/os": "linux",
        "feature.node.kubernetes.io/pci-10de.present": "true",
        "kubernetes.io/arch": "amd64",
        "kubernetes.io/hostname": f"gpu-{number}",
        "kubernetes.io/os": "linux",
        "nvidia.com/cuda.driver-version.full": driver,
        "nvidia.com/cuda.runtime-version.full": cuda,
        "nvidia.com/gpu.compute.major": cc.split(".")[0],
        "nvidia.com/gpu.compute.minor": cc.split(".")[1],
        "nvidia.com/gpu.count": "8",
        "nvidia.com/gpu.product": product,
        "nvidia.com/gpu.replicas": "1",
    }
    labels.update({f"feature.node.kubernetes.io/cpu-cpuid.F{i}": "true" for i in range(40)})
    images = [{"names": [f"registry.example/team/app-{i}@sha256:{i:064x}", f"registry.example/team/app-{i}:v1"],
               "sizeBytes": 123456789 + i} for i in range(20)]
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"annotations": {"volumes.kubernetes.io/controller-managed-attach-detach": "true"},
                     "creationTimestamp": "2026-01-01T00:00:00Z", "labels": labels, "name": f"gpu-{number}",
                     "resourceVersion": str(10**6 + number), "uid": f"00000000-0000-0000-0000-{number:012}"},
        "spec": {"podCIDR": "10.0.0.0/24", "providerID": f"cloud:///zone/gpu-{number}"},
        "status": {"capacity": {"cpu": "96", "memory": "1056270380Ki", "nvidia.com/gpu": "8", "pods": "110"},
                   "images": images,
                   "nodeInfo": {"architecture": "amd64", "kernelVersion": "5.15.0-1064", "operatingSystem": "linux"}},
    }


MARK = 123456789012  # stands for a node's number
JSON_ENDS = (
    '{\n    "apiVersion": "v1",\n    "items": [\n',
    '    ],\n    "kind": "List",\n    "metadata": {\n        "resourceVersion": ""\n    }\n}\n',
)
YAML_ENDS = ("apiVersion: v1\nitems:\n", 'kind: List\nmetadata:\n  resourceVersion: ""\n')


def indented(text, by):
    return by + text.replace("\n", "\n" + by)


def yaml_lines(value):
    """A value as kubectl writes it: keys in order, lists not indented, quotes around what is no plain string."""
    if isinstance(value, dict):
        for key in sorted(value):
            if isinstance(value[key], (dict, list)):
                yield f"{key}:"
                by = "  " if isinstance(value[key], dict) else ""
                yield from (by + line for line in yaml_lines(value[key]))
            else:
                yield f"{key}: {scalar(value[key])}"
    else:
        for item in value:
            lines = list(yaml_lines(item)) if isinstance(item, (dict, list)) else [scalar(item)]
            yield from (("  " if i else "- ") + line for i, line in enumerate(lines))


def scalar(value):
    plain = not isinstance(value, str) or not re.fullmatch(r"|true|false|[0-9.]+|[0-9]{4}-.*", value)
    return str(value) if plain else f'"{value}"'


def write_nodes(path, count, yaml=False):
    """Writes `count` nodes, of each kind in turn. Returns the file's size."""
    texts = []
    for kind in KINDS:
        made = node(MARK, kind)
        text = "\n".join(yaml_lines([made])) if yaml else indented(json.dumps(made, indent=4), "    " * 2)
        texts.append(text.split(str(MARK)))
    first, last = YAML_ENDS if yaml else JSON_ENDS
    with open(path, "w") as out:
        out.write(first)
        for number in range(count):
            out.write(str(number).join(texts[number % len(texts)]))
            out.write("\n" if yaml or number + 1 == count else ",\n")
        out.write(last)
        return out.tell()
