# SPDX-License-Identifier: Apache-2.0

# Files of templates/ that the program carries, at configure time: each
# templates/<folder>/<name>.<ending> is a row of the span that <function> of
# programs/cudacompat/named_texts.h gives. Sets CUDACOMPAT_TEXTS_SOURCES.
set(CUDACOMPAT_TEXTS_SOURCES "")
function(cudacompat_embed_texts folder ending function)
  file(
    GLOB files
    CONFIGURE_DEPENDS
    "${PROJECT_SOURCE_DIR}/templates/${folder}/*.${ending}"
  )
  list(SORT files)
  set(rows "")
  list(LENGTH files count)
  foreach(file IN LISTS files)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    file(READ "${file}" text)
    cmake_path(GET file STEM name)
    string(APPEND rows "    {\"${name}\", R\"~~text(${text})~~text\"},\n")
  endforeach()
  set(source "${PROJECT_BINARY_DIR}/generated/${folder}.cc")
  file(
    CONFIGURE
    OUTPUT "${source}"
    CONTENT
      "// Made from templates/${folder}/*.${ending}; edit those.
#include \"programs/cudacompat/named_texts.h\"

#include <array>

namespace cudacompat {

std::span<const NamedText> @function@() {
  static constexpr std::array<NamedText, @count@> kFiles = {{
@rows@  }};
  return kFiles;
}

}  // namespace cudacompat
"
    @ONLY
  )
  list(APPEND CUDACOMPAT_TEXTS_SOURCES "${source}")
  set(CUDACOMPAT_TEXTS_SOURCES "${CUDACOMPAT_TEXTS_SOURCES}" PARENT_SCOPE)
endfunction()
cudacompat_embed_texts(schemas json schema_files)
cudacompat_embed_texts(jobs mustache job_templates)
