// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "ask/jit/compile.h"
#include "ask/jit/rehearse.h"

namespace cudacompat {

/// The JIT compilers of this machine, asked through its cudacompat-jit and its
/// cache of answers.
class JitCompilersAtHand {
 public:
  JitCompilersAtHand();

  /// Ascending.
  std::vector<Version> releases() const;
  /// Valid as long as this object.
  AskCompiler ask();

 private:
  std::map<Version, JitCompiler> compilers_;
  JitRunner runner_;
};

}  // namespace cudacompat
