// SPDX-License-Identifier: Apache-2.0
#include "ask/frameworks/known.h"

#include <algorithm>

#include "ask/frameworks/build_files.h"
#include "judge/facts/tables.h"

namespace cudacompat {
namespace {

struct Framework {
  std::string_view name;  // of a distribution; with '*' at its end: its start
  std::string_view framework;
};
constexpr Framework kFrameworks[] = {
    {"torch", "torch"},
    {"jaxlib", "jax"},
    {"jax-cuda*", "jax"},
    {"tensorflow", "tensorflow"},
    {"tensorflow-gpu", "tensorflow"},
    {"tensorflow-cpu", "tensorflow"},
    {"tf-nightly", "tensorflow"},
    {"cupy", "cupy"},
    {"cupy-cuda*", "cupy"},
    {"triton", "triton"},
    {"pytorch-triton", "triton"},
    {"pytorch-triton-rocm", "triton"},
    {"triton-rocm", "triton"},
};

struct BuildFile {
  std::string_view framework;
  std::string_view ending;  // of its path
  BuiltFor (*read)(std::string_view text);
};
constexpr BuildFile kBuildFiles[] = {
    {"torch", "/torch/version.py", read_torch_version},
    {"tensorflow", "/tensorflow/python/platform/build_info.py",
     read_tensorflow_build_info},
    {"cupy", "/cupy/.data/_wheel.json", read_cupy_wheel},
};

BuiltFor read_build_file(const BuildFile& kind, const std::string& path) {
  auto source = ByteSource::open(path);
  if (!source) return {};
  const auto text = source->window(0, source->size(), "file");
  if (!text) return {};
  return kind.read({reinterpret_cast<const char*>(text->data()), text->size()});
}

/// The newest release (of `major`, where it is known) that made code of the
/// file, or its runtime.
std::optional<Version> release_of_code(const ArtifactFacts& file,
                                       std::optional<std::uint16_t> major) {
  std::optional<Version> newest;
  const auto take = [&](const std::optional<Version>& reported) {
    if (!reported || (major && reported->major != *major)) return;
    if (!newest || *newest < *reported) newest = reported;
  };
  if (file.runtime.static_) take(file.runtime.version);
  for (const ContainerShape& shape : file.shapes) {
    for (const ImageFacts& image : shape.images) {
      take(image.toolkit);
      if (image.ptx_isa) take(cuda_of_ptx_isa(*image.ptx_isa));
    }
  }
  return newest;
}

/// The major in "jax-cuda12-plugin".
std::optional<std::uint16_t> major_of_name(std::string_view name) {
  constexpr std::string_view kMark = "-cuda";
  const std::size_t at = name.find(kMark);
  if (at == std::string_view::npos) return std::nullopt;
  name.remove_prefix(at + kMark.size());
  const auto major =
      parse_version(name.substr(0, name.find_first_not_of("0123456789")));
  return major ? std::optional(major->major) : std::nullopt;
}

}  // namespace

std::string_view framework_of(std::string_view name) {
  for (const Framework& row : kFrameworks) {
    const bool start = row.name.ends_with('*');
    if (start ? name.starts_with(row.name.substr(0, row.name.size() - 1))
              : name == row.name)
      return row.framework;
  }
  return {};
}

void BuildFacts::file(const std::string& path) {
  for (const BuildFile& kind : kBuildFiles) {
    if (package_.framework != kind.framework || !path.ends_with(kind.ending))
      continue;
    const BuiltFor built = read_build_file(kind, path);
    package_.platform = built.platform;
    package_.cuda = built.cuda;
    if (!built.version.empty()) package_.version = built.version;
    if (built.cuda) package_.cuda_from = path;
    exact_ = built.cuda && !built.major_only;
  }
  if (package_.framework == "triton" && path.ends_with("/bin/ptxas")) {
    auto program = ByteSource::open(path);
    if (program) package_.cuda = read_tool_release(*program);
    if (package_.cuda) package_.cuda_from = path;
  }
}

void BuildFacts::finish() {
  const bool no_cuda =
      !package_.platform.empty() && package_.platform != "cuda";
  if (exact_ || no_cuda || package_.framework.empty() ||
      package_.framework == "triton") {
    return;
  }
  std::optional<std::uint16_t> major = major_of_name(package_.name);
  if (package_.cuda) major = package_.cuda->major;
  if (major) package_.platform = "cuda";
  if (major) package_.cuda = Version{*major, 0};
  for (const ArtifactFacts& file : package_.files) {
    const auto release = release_of_code(file, major);
    if (!release || (package_.cuda && *package_.cuda > *release)) continue;
    if (package_.cuda == release && !package_.cuda_from.empty()) continue;
    package_.cuda = release;
    package_.cuda_from = file.path;
  }
}

}  // namespace cudacompat
