# SPDX-License-Identifier: Apache-2.0

# Everything from the distribution; nothing is downloaded or vendored. All that
# is missing is reported at once, with the line that installs it.
include_guard(GLOBAL)

set(missing "")
set(packages "")
macro(cudacompat_need name package found)
  if(NOT ${found})
    list(APPEND missing "${name}")
    list(APPEND packages "${package}")
  endif()
endmacro()

find_package(fmt QUIET)
cudacompat_need(fmt libfmt-dev fmt_FOUND)
find_package(CLI11 QUIET)
cudacompat_need(CLI11 libcli11-dev CLI11_FOUND)
find_path(CUDACOMPAT_RAPIDJSON_INCLUDE rapidjson/document.h)
cudacompat_need(RapidJSON rapidjson-dev CUDACOMPAT_RAPIDJSON_INCLUDE)
find_path(CUDACOMPAT_EXPECTED_INCLUDE tl/expected.hpp)
cudacompat_need(tl::expected libexpected-dev CUDACOMPAT_EXPECTED_INCLUDE)
find_path(CUDACOMPAT_MUSTACHE_INCLUDE kainjow/mustache.hpp)
cudacompat_need(mustache libkainjow-mustache-dev CUDACOMPAT_MUSTACHE_INCLUDE)
if(CUDACOMPAT_BUILD_TESTS)
  find_package(GTest QUIET)
  cudacompat_need(GoogleTest "libgtest-dev libgmock-dev" GTest_FOUND)
  find_package(nlohmann_json QUIET)
  cudacompat_need(nlohmann_json nlohmann-json3-dev nlohmann_json_FOUND)
endif()
if(CUDACOMPAT_BUILD_BENCHMARKS)
  find_package(benchmark QUIET)
  cudacompat_need("Google Benchmark" libbenchmark-dev benchmark_FOUND)
endif()

# The programs are linked statically: prefer the archives.
macro(cudacompat_find_archive name header package)
  find_path(CUDACOMPAT_${name}_INCLUDE ${header})
  find_library(CUDACOMPAT_${name}_LIBRARY NAMES lib${name}.a ${name})
  if(CUDACOMPAT_${name}_INCLUDE AND CUDACOMPAT_${name}_LIBRARY)
    add_library(cudacompat_${name} INTERFACE)
    target_include_directories(
      cudacompat_${name}
      SYSTEM
      INTERFACE "${CUDACOMPAT_${name}_INCLUDE}"
    )
    target_link_libraries(
      cudacompat_${name}
      INTERFACE "${CUDACOMPAT_${name}_LIBRARY}"
    )
  else()
    cudacompat_need(lib${name} ${package} FALSE)
  endif()
endmacro()
cudacompat_find_archive(zstd zstd.h libzstd-dev)
cudacompat_find_archive(lz4 lz4.h liblz4-dev)
# Zip files (wheels).
cudacompat_find_archive(minizip minizip/unzip.h libminizip-dev)
cudacompat_find_archive(z zlib.h zlib1g-dev)
# XML.
cudacompat_find_archive(pugixml pugixml.hpp libpugixml-dev)
# YAML.
cudacompat_find_archive(yaml yaml.h libyaml-dev)
# SHA-256.
cudacompat_find_archive(md sha2.h libmd-dev)

if(NOT missing STREQUAL "")
  list(JOIN missing ", " missing)
  list(JOIN packages " " packages)
  message(
    FATAL_ERROR
    "CudaCompat cannot be built: not found: ${missing}\n"
    "  apt-get install ${packages}\n"
    "(Debian, Ubuntu; with other systems, -DCMAKE_PREFIX_PATH=<folder>)"
  )
endif()
