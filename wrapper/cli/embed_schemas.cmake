# templates/schemas/NAME.json -> schema_files() of cli/named_texts.h, at
# configure time. Sets CUDACOMPAT_SCHEMAS_SOURCE.
file(
  GLOB files
  CONFIGURE_DEPENDS
  "${PROJECT_SOURCE_DIR}/templates/schemas/*.json"
)
list(SORT files)
set(rows "")
list(LENGTH files count)
foreach(file IN LISTS files)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  file(READ "${file}" text)
  cmake_path(GET file STEM name)
  string(APPEND rows "    {\"${name}\", R\"schema(${text})schema\"},\n")
endforeach()
set(CUDACOMPAT_SCHEMAS_SOURCE "${PROJECT_BINARY_DIR}/generated/schemas.cc")
file(
  CONFIGURE
  OUTPUT "${CUDACOMPAT_SCHEMAS_SOURCE}"
  CONTENT
    "// Made from templates/schemas/*.json; edit those.
#include \"cli/named_texts.h\"

#include <array>

namespace cudacompat {

std::span<const SchemaFile> schema_files() {
  static constexpr std::array<SchemaFile, @count@> kFiles = {{
@rows@  }};
  return kFiles;
}

}  // namespace cudacompat
"
  @ONLY
)
