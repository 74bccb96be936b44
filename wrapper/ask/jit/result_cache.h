// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "ask/jit/compile.h"

namespace cudacompat {

/// Answers of JIT compilers by content, a small file each in
/// <cache>/answers/ab/cdef...: shared by builds that run at once, for a file
/// appears whole or not at all. Failures are not kept: they may be this
/// machine's.
class JitAnswers {
 public:
  explicit JitAnswers(std::string cache) : cache_(std::move(cache)) {}

  std::optional<JitAnswer> find(const std::string& key) const;
  /// A folder that cannot be written only costs time.
  void keep(const std::string& key, const JitAnswer& answer) const;

 private:
  std::string path(const std::string& key) const;
  std::string cache_;
};

}  // namespace cudacompat
