// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "support/elf_writer.h"

namespace cudacompat::testing {

/// How a fatbin lies in a host file: the section it is in, and the version of
/// its 24-byte wrapper in .nvFatBinSegment {u32 magic 0x466243B1, u32 version,
/// u64 data, u64 other}.
enum class Wrap {
  plain,        // .nv_fatbin, version 1
  linked,       // .nv_fatbin, version 2: made by a device link
  relocatable,  // __nv_relfatbin, version 1
  bare,         // .nv_fatbin, no wrapper
};

struct HostFatbin {
  Bytes bytes;
  Wrap wrap = Wrap::plain;
};

/// An object, a shared library or a program of a host, as nvcc and GNU ld lay
/// it out as far as device code goes.
struct HostSpec {
  enum class Type { object, shared, executable };
  Type type = Type::object;
  std::uint16_t machine = 62;  // EM_X86_64; 183: EM_AARCH64
  std::vector<HostFatbin> fatbins;
  std::string
      file_symbol;  // STT_FILE: "tmpxft_00000d45_00000000-6_k3.cudafe1.cpp"
  std::vector<std::string> symbols;  // local functions of these names
  std::vector<std::string> needed;   // DT_NEEDED
  std::string runpath, rpath;
  /// Wrappers hold no addresses and .rela.dyn does (lld), instead of
  /// addresses in the section itself (GNU ld).
  bool relative_relocations = false;
};

Bytes write_host(const HostSpec& spec);
/// An object with these containers, each with its plain wrapper.
Bytes write_object(const std::vector<Bytes>& fatbins);

struct ArMember {
  std::string name;
  Bytes data = {};
};

/// A GNU ar archive. Names over 15 characters go to the "//" member. A thin
/// one holds headers and names only: its members are files beside it.
Bytes write_ar(const std::vector<ArMember>& members, bool thin = false);

}  // namespace cudacompat::testing
