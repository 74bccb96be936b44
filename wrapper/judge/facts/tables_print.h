// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace cudacompat {

/// All tables of facts/tables.h for people: a heading a table, then one row a
/// line that ends with its source.
std::string facts_text();

/// A file of templates/facts as it was when the program was built.
struct FactFile {
  std::string_view name;  // "releases"
  std::string_view json;  // {"about": ..., "rows": [...]}
};
std::span<const FactFile> fact_files();

}  // namespace cudacompat
