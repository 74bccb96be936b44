// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/model/arch_list.h"

namespace cudacompat {

// What the readers of the dialects share; parse_arch_list is their only user.

using ArchRequests = Result<std::vector<ArchRequest>>;

ArchRequests parse_cmake_archs(std::string_view text);
ArchRequests parse_pep817_archs(std::string_view text);
ArchRequests parse_nvcc_archs(std::string_view text);
ArchRequests parse_torch_archs(std::string_view text);
ArchRequests parse_bazel_archs(std::string_view text);
ArchRequests parse_xla_archs(std::string_view text);

/// The non-empty parts between any of `separators`.
std::vector<std::string_view> split(std::string_view text,
                                    std::string_view separators);

/// "80", "90a": digits and a suffix alone, no prefix.
std::optional<Arch> read_plain_arch(std::string_view text);

/// Adds it unless the same request is there.
void add_request(std::vector<ArchRequest>& requests, ArchRequest request);

/// SASS of `arch`, and its PTX where `ptx`.
ArchRequest request_of(Arch arch, bool sass, bool ptx);

/// An entry in any dialect's spelling, for "did you mean" only.
struct LooseArch {
  Arch arch;
  bool sass_only = false;  // -real, _real
  bool ptx_only = false;   // -virtual, _virtual
  bool plus_ptx = false;   // +PTX
};
/// All entries of a list with any separators; nullopt where one is none.
std::optional<std::vector<LooseArch>> read_loosely(std::string_view text);

/// The Error for an entry that is none: that it looks like the output of a
/// failed GPU query, else what was probably meant (`meant`, may be empty), else
/// what is allowed.
tl::unexpected<Error> refuse_entry(std::string_view entry,
                                   std::string_view meant,
                                   std::string_view allowed);

/// Text that a GPU query prints where it fails, instead of an architecture.
bool looks_like_failed_query(std::string_view text);

}  // namespace cudacompat
