// SPDX-License-Identifier: Apache-2.0

// prove_texts LIBRARY REFERENCE DOWNGRADED
//
// Asks prove() whether DOWNGRADED may stand for REFERENCE (PTX 9.5, sm_80),
// with the real libnvJitLink alone: exit 0 and nothing said where it may, else
// 1 and why. For texts that downgrade_text() would never make.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "ask/jit/compile.h"
#include "ask/system/process.h"
#include "change/downgrade/prove.h"

using namespace cudacompat;

namespace {

std::string read(const char* path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const auto release = nvjitlink_release(argv[1]);
  if (!release) return 2;
  JitRunner runner(beside_this_program("cudacompat-jit"), "");
  const auto ask = [&](Version, const JitInput& input) {
    return std::optional(
        runner.compile({*release, argv[1], "argument"}, input));
  };
  const DowngradedText texts{read(argv[3]), read(argv[2]), {}};
  const Arch arch{80, ArchScope::base};
  const Reader reader{*release, arch, "the reader"};
  const Proof proof = prove({texts, {9, 5}, arch}, {reader}, {*release}, ask);
  std::printf("%s", proof.why.c_str());
  return proof.proven ? 0 : 1;
}
