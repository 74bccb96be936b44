# SPDX-License-Identifier: Apache-2.0

# Warnings are errors on the compilers that the tests run with.
include_guard(GLOBAL)

option(
  CUDACOMPAT_WARNINGS_AS_ERRORS
  "Treat warnings as errors"
  ${PROJECT_IS_TOP_LEVEL}
)

add_library(cudacompat_warnings INTERFACE)
target_compile_options(
  cudacompat_warnings
  INTERFACE
    -Wall
    -Wextra
    -Wpedantic
    -Wconversion
    -Wshadow
    -Wnon-virtual-dtor
    $<$<BOOL:${CUDACOMPAT_WARNINGS_AS_ERRORS}>:-Werror>
    # g++ 12 and 13 see overlap and overflow inside std::string's own operator+
    # and operator= when they optimise (GCC bugs 105651 and 105329).
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,14>>:-Wno-restrict;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>
)
