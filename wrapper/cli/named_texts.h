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

/// A JSON Schema of templates/schemas as it was when the program was built.
struct SchemaFile {
  std::string_view name;  // "check"
  std::string_view json;
};
/// Made at configure time, sorted by name.
std::span<const SchemaFile> schema_files();

}  // namespace cudacompat
