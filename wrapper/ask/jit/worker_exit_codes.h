// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How cudacompat-jit ends: what JitRunner makes of it. Any other end (a
/// signal, a limit) is the compiler's own failure.
namespace cudacompat::jit_worker {

enum ExitCode {
  kAccepted = 0,
  kUsage = 2,
  kRefused = 10,   // standard output has the compiler's log
  kUnusable = 11,  // the library cannot be loaded or lacks a function
  kNotRead = 12,   // an input could not be read, or the output not written
};

}  // namespace cudacompat::jit_worker
