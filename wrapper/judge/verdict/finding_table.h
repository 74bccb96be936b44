// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace cudacompat {

/// What `cudacompat explain ID` prints of a finding.
struct FindingRow {
  std::string_view id, title, rule, fix, source;
};

/// The findings of templates/findings.json, of all commands, sorted by id.
std::span<const FindingRow> finding_table();

}  // namespace cudacompat
