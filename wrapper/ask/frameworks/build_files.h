// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bytes/byte_source.h"
#include "base/model/version.h"

namespace cudacompat {

/// What a framework's own file says of its build.
struct BuiltFor {
  std::string platform;  // "cuda", "rocm", "xpu", "cpu"; empty: unsaid
  std::optional<Version> cuda = std::nullopt;
  bool major_only = false;   // the minor is unknown, and 0
  std::string version = {};  // its own, with the build ("2.9.1+cu128")
};

/// torch/version.py: cuda = '12.8', hip = None ...
BuiltFor read_torch_version(std::string_view python);
/// tensorflow/python/platform/build_info.py
BuiltFor read_tensorflow_build_info(std::string_view python);
/// cupy/.data/_wheel.json: {"cuda": "12.x", ...}
BuiltFor read_cupy_wheel(std::string_view json);
/// "Cuda compilation tools, release 12.8, V12.8.93" among the bytes of a
/// program, which is not run.
std::optional<Version> read_tool_release(ByteSource& program);

}  // namespace cudacompat
