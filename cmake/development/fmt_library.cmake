# SPDX-License-Identifier: Apache-2.0

# cudacompat_fmt: fmt as a static archive. Where the distribution has one, that;
# else one made of its headers.
include_guard(GLOBAL)

find_library(CUDACOMPAT_FMT_ARCHIVE NAMES libfmt.a)
mark_as_advanced(CUDACOMPAT_FMT_ARCHIVE)
get_target_property(fmt_include fmt::fmt INTERFACE_INCLUDE_DIRECTORIES)
if(CUDACOMPAT_FMT_ARCHIVE)
  add_library(cudacompat_fmt INTERFACE)
  target_link_libraries(cudacompat_fmt INTERFACE "${CUDACOMPAT_FMT_ARCHIVE}")
  target_include_directories(cudacompat_fmt SYSTEM INTERFACE "${fmt_include}")
elseif(fmt_VERSION VERSION_GREATER_EQUAL 9 AND fmt_VERSION VERSION_LESS 10)
  add_library(cudacompat_fmt STATIC "${CMAKE_CURRENT_LIST_DIR}/fmt_library.cc")
  target_include_directories(cudacompat_fmt SYSTEM PUBLIC "${fmt_include}")
else()
  # The launcher is then linked dynamically too: right, but slower to start.
  add_library(cudacompat_fmt INTERFACE)
  target_link_libraries(cudacompat_fmt INTERFACE fmt::fmt)
  set(CUDACOMPAT_FMT_SHARED ON)
endif()
