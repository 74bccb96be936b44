// SPDX-License-Identifier: Apache-2.0
#include "ask/frameworks/torch_wheel.h"

#include <algorithm>

namespace cudacompat {
namespace {

/// What the row says of libtorch_cuda.so.
ArtifactFacts as_library(const TorchWheelRow& wheel) {
  ArtifactFacts facts;
  facts.file = FileKind::linked_product;
  facts.runtime.shared = true;
  facts.runtime.version = Version{wheel.cuda.major, 0};
  ContainerShape shape;
  for (const Arch arch : wheel.archs) {
    ImageFacts image;
    image.kind = ImageKind::sass;
    image.compression = wheel.zstd ? Compression::zstd : Compression::lz4;
    image.arch = arch;
    image.toolkit = wheel.cuda;
    // nvcc 13 writes the new format for all, nvcc 12 for what came with it.
    image.cubin_abi = wheel.cuda.major > 12 || arch.number >= 100 ? 8 : 7;
    shape.images.push_back(image);
  }
  facts.images = shape.images.size();
  facts.shapes.push_back(std::move(shape));
  facts.places.emplace_back();
  facts.containers.emplace_back();
  return facts;
}

}  // namespace

std::optional<TorchWheelRow> newest_torch_for(const JudgedGroup& machine,
                                              std::optional<Version> python) {
  const Os os =
      machine.machine.os == Os::wsl ? Os::linux_x86_64 : machine.machine.os;
  const auto wheels = torch_wheel_table();
  const auto newest =
      std::find_if(wheels.rbegin(), wheels.rend(), [&](const auto& wheel) {
        return wheel.os == os && (!python || wheel.python <= *python) &&
               judge(as_library(wheel), {machine}, {}).outcome ==
                   Outcome::loads;
      });
  return newest == wheels.rend() ? std::nullopt : std::optional(*newest);
}

std::string pip_command(const TorchWheelRow& wheel) {
  return fmt::format(
      "pip install torch=={} --index-url https://download.pytorch.org/whl/"
      "cu{}{}",
      wheel.torch, wheel.cuda.major, wheel.cuda.minor);
}

}  // namespace cudacompat
