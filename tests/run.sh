#!/bin/sh
# SPDX-License-Identifier: Apache-2.0

# Sets up and passes the tests:
#
#   sh tests/run.sh                  the default set
#   sh tests/run.sh -L full          what takes longer; any ctest arguments
#
# Missing Debian packages are installed as root or by sudo. Everything else
# stays in the checkout (build/ci) and in the cache folder that it names.
set -eu
cd "$(dirname "$0")/.."
. cmake/development/need_packages.sh

cache=${CUDACOMPAT_TEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/cudacompat-tests}
export CUDACOMPAT_TEST_CACHE="$cache" PIP_CACHE_DIR="$cache/pip"
export CCACHE_DIR="${CCACHE_DIR:-$cache/ccache}"
# ccache takes a compile with a precompiled header only so.
export CCACHE_SLOPPINESS="pch_defines,time_macros"
echo "cache folder: $cache"
mkdir -p "$cache"

# The settings of the caller's own builds are not what is tested.
unset CUDACOMPAT_PROFILE CUDACOMPAT_MODE CUDAARCHS CUDAFLAGS || true

# shellcheck disable=SC2086
need_packages $build_packages libgtest-dev libgmock-dev libbenchmark-dev \
  python3 python3-pip ccache clang-14 clang-format-14 clang-tidy-14
# Elsewhere the test that needs it is skipped: it would start services.
if [ "${CI:-}" = true ]; then
  need_packages slurmctld slurmd slurm-client
fi

# Tools that the distribution has too old or not at all, by exact version.
cmake_version=4.4.5
gersemi_version=0.29.2
tools="$cache/tools-cmake-$cmake_version-gersemi-$gersemi_version"
if [ ! -d "$tools" ]; then
  rm -rf "$tools.part"
  python3 -m pip install --quiet --disable-pip-version-check --no-input \
    --no-warn-conflicts --root-user-action=ignore --target "$tools.part" \
    "cmake==$cmake_version" "gersemi==$gersemi_version"
  mv "$tools.part" "$tools"
fi

# Any nvcc will do; without one, that of PyPI.
if nvcc=$(find_nvcc); then
  :
else
  nvcc=$(python3 tests/support/toolkits.py path nvcc)
fi
export CUDACXX="$nvcc"
PATH="$(dirname "$nvcc"):$PATH"
echo "nvcc: $nvcc"

jobs=$(nproc)
mkdir -p build
if ! cmake --preset ci \
  -DCMAKE_CXX_COMPILER_LAUNCHER=ccache \
  -DCUDACOMPAT_TEST_TOOLS="$tools" \
  -DCUDACOMPAT_TEST_NEWEST_CMAKE="$tools/cmake/data/bin/cmake" \
  > build/ci.log 2>&1; then
  cat build/ci.log
  exit 1
fi
echo "building (build/ci)"
cmake --build --preset ci --parallel "$jobs" -- --quiet

if [ $# = 0 ]; then
  set -- -LE '^(full|bench)$'
fi
exec ctest --test-dir build/ci --output-on-failure --no-tests=error \
  --no-label-summary --parallel "$jobs" "$@"
