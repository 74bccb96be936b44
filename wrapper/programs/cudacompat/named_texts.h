// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace cudacompat {

/// "a, b, c"
std::string listed_names(std::span<const std::string_view> names);

/// Is `name` one of them? If not, an error says what was probably meant, or
/// lists what there is: "there is no table "rel"; did you mean releases?".
bool is_known_name(std::string_view what, std::string_view name,
                   std::span<const std::string_view> names);

/// A file of templates/ as it was when the program was built.
struct NamedText {
  std::string_view name;  // "check"
  std::string_view text;
};
// Made at configure time, each sorted by name.
std::span<const NamedText> schema_files();   // templates/schemas
std::span<const NamedText> job_templates();  // templates/jobs

}  // namespace cudacompat
