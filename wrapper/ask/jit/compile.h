// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ask/jit/compiler.h"
#include "base/model/arch.h"

namespace cudacompat {

/// What one JIT compiler said of one input.
struct JitAnswer {
  enum class Kind : std::uint8_t {
    accepted,
    refused,  // the compiler's own answer, with its log
    failed,   // no answer: it crashed, ran out of time or memory, or could not
              // be loaded; `log` says which
  };
  Kind kind = Kind::failed;
  std::string log;
  /// Of an accepted input: SHA-256 over all that the machine runs or is given
  /// (see cubin_digest.h), as hexadecimal digits. Equal: the same code.
  std::string code;
  bool accepted() const { return kind == Kind::accepted; }
};

/// Texts that are compiled and linked as one program.
struct JitInput {
  std::vector<std::string_view> ptx;  // one; several: relocatable, linked
  Arch arch;                          // the GPU: 90, or 90a where it is one
  /// One text that is an object of a link to come: what other objects define
  /// may be missing. Before CUDA 13.0 libnvJitLink cannot make such an object:
  /// its answer has no code.
  bool object = false;
};

/// The architecture to give to a JIT compiler for code of `code` on a GPU: the
/// chip itself is the `a` one, code that asks for less is given the plain one.
Arch jit_arch(Cc gpu, Arch code);

struct JitLimits {
  std::chrono::milliseconds time{120'000};
  std::uint64_t memory = std::uint64_t{8} << 30;  // bytes of address space
};

/// Runs JIT compilers, each in a child process of its own, and remembers their
/// answers by content in a folder that several builds may share.
class JitRunner {
 public:
  /// `worker`: the program cudacompat-jit. `cache`: answers are kept in its
  /// folder "answers"; empty: none are kept.
  JitRunner(std::string worker, std::string cache, JitLimits limits = {});

  JitAnswer compile(const JitCompiler& compiler, const JitInput& input);

 private:
  std::string worker_, cache_;
  JitLimits limits_;
};

}  // namespace cudacompat
