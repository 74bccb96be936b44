// SPDX-License-Identifier: Apache-2.0
#include "ask/jit/available.h"

#include "ask/system/process.h"

namespace cudacompat {

JitCompilersAtHand::JitCompilersAtHand()
    : runner_(beside_this_program("cudacompat-jit"), system_cache()) {
  for (JitCompiler& compiler : find_jit_compilers(system_jit_places()))
    compilers_.emplace(compiler.cuda, std::move(compiler));
}

std::vector<Version> JitCompilersAtHand::releases() const {
  std::vector<Version> out;
  for (const auto& [release, compiler] : compilers_) out.push_back(release);
  return out;
}

AskCompiler JitCompilersAtHand::ask() {
  return
      [this](Version cuda, const JitInput& input) -> std::optional<JitAnswer> {
        const auto found = compilers_.find(cuda);
        if (found == compilers_.end()) return std::nullopt;
        return runner_.compile(found->second, input);
      };
}

}  // namespace cudacompat
