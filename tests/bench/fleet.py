"""A Kubernetes cluster as `kubectl get nodes -o json` prints it: any number of nodes of a few kinds."""

import json

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


def write_nodes(path, count):
    """Writes `count` nodes, of each kind in turn. Returns the file's size."""
    mark = 123456789012
    texts = []
    for kind in KINDS:
        text = json.dumps(node(mark, kind), indent=4)
        texts.append(("    " * 2 + text.replace("\n", "\n" + "    " * 2)).split(str(mark)))
    with open(path, "w") as out:
        out.write('{\n    "apiVersion": "v1",\n    "items": [\n')
        for number in range(count):
            out.write(str(number).join(texts[number % len(texts)]))
            out.write("\n" if number + 1 == count else ",\n")
        out.write('    ],\n    "kind": "List",\n    "metadata": {\n        "resourceVersion": ""\n    }\n}\n')
        return out.tell()
