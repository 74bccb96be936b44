# Everything from the distribution; nothing is downloaded or vendored.
# Debian: libfmt-dev libcli11-dev nlohmann-json3-dev libexpected-dev
#         libzstd-dev liblz4-dev libgtest-dev libgmock-dev libbenchmark-dev
include_guard(GLOBAL)

find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_path(CUDACOMPAT_EXPECTED_INCLUDE tl/expected.hpp REQUIRED)

# The launcher is linked statically: prefer the archives of the codecs.
function(cudacompat_find_codec name header)
  find_path(CUDACOMPAT_${name}_INCLUDE ${header} REQUIRED)
  find_library(CUDACOMPAT_${name}_LIBRARY NAMES lib${name}.a ${name} REQUIRED)
  add_library(cudacompat_${name} INTERFACE)
  target_include_directories(cudacompat_${name} SYSTEM INTERFACE "${CUDACOMPAT_${name}_INCLUDE}")
  target_link_libraries(cudacompat_${name} INTERFACE "${CUDACOMPAT_${name}_LIBRARY}")
endfunction()
cudacompat_find_codec(zstd zstd.h)
cudacompat_find_codec(lz4 lz4.h)
