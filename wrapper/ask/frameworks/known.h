// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "ask/frameworks/environment.h"

namespace cudacompat {

/// "torch", "jax", "tensorflow", "cupy" or "triton" by a distribution's
/// normalized name; empty: another.
std::string_view framework_of(std::string_view name);

/// Collects, file by file, which CUDA release a framework was built with.
class BuildFacts {
 public:
  explicit BuildFacts(Package& package) : package_(package) {}
  /// Each file of the distribution.
  void file(const std::string& path);
  /// After all files: what the device code tells where no file did, or where
  /// it said the major only.
  void finish();

 private:
  Package& package_;
  bool exact_ = false;  // a file said major and minor
};

}  // namespace cudacompat
