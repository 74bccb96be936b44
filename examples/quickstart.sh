#!/bin/sh
# SPDX-License-Identifier: Apache-2.0

# CudaCompat's main job on examples/minimal, from nothing to the end:
#
#   sh examples/quickstart.sh
#
# Missing Debian packages are installed as root or by sudo. Everything else
# stays in build/quickstart in this checkout, a CUDA toolkit too where this
# machine has none.
set -eu
cd "$(dirname "$0")/.."
. cmake/development/need_packages.sh

folder=build/quickstart
programs=$folder/programs
mkdir -p "$folder"
echo "everything lands in $PWD/$folder"

say() { printf '\n== %s\n' "$*"; }

# show COMMAND...: as a user would see it
show() {
  printf '$ %s\n' "$*"
  "$@"
}

# quietly LOG COMMAND...: its output is shown only where it fails
quietly() {
  log=$1
  shift
  if ! "$@" > "$log" 2>&1; then
    cat "$log"
    echo "$0: failed: $*" >&2
    exit 1
  fi
}

# shellcheck disable=SC2086
need_packages $build_packages
if nvcc=$(find_nvcc); then
  :
else
  say "No nvcc here: a CUDA toolkit from PyPI"
  need_packages python3 python3-pip
  nvcc=$(CUDACOMPAT_TEST_CACHE="$PWD/$folder/toolkit" PIP_NO_CACHE_DIR=1 \
    python3 tests/support/toolkits.py path nvcc)
fi
echo "nvcc: $nvcc"
CUDACXX=$nvcc
PATH="$PWD/$programs/bin:$(dirname "$nvcc"):$PATH"
export CUDACXX PATH
# The machines are those of the example, whatever the caller's are.
unset CUDACOMPAT_PROFILE CUDACOMPAT_MODE CUDAARCHS || true

say "Building cudacompat and cudacompat-launch (the first time: minutes)"
quietly "$folder/programs.log" cmake -S . -B "$programs" -G Ninja \
  -DCMAKE_BUILD_TYPE=Release -DCUDACOMPAT_BUILD_TESTS=OFF \
  -DCUDACOMPAT_WARNINGS_AS_ERRORS=OFF
quietly "$folder/programs.log" cmake --build "$programs"
show cudacompat version

cd examples/minimal
out=../../$folder
say "The machines (examples/minimal/fleet.json): what should be compiled?"
show cudacompat plan -p fleet.json --nvcc "$nvcc"

say "A project that includes CudaCompat, and nothing else"
show cat CMakeLists.txt
show cmake -S . -B "$out/minimal" -G Ninja
show cmake --build "$out/minimal" --clean-first
show cudacompat check -p fleet.json "$out/minimal/libkernels.so"

say "The same kernel by hand, for the A100 only: refused"
status=0
show cudacompat-launch --profile fleet.json -- \
  nvcc -gencode=arch=compute_80,code=sm_80 -c kernels.cu -o "$out/kernels.o" ||
  status=$?
echo "exit status: $status"
if [ "$status" = 0 ] || [ -e "$out/kernels.o" ]; then
  echo "$0: it should have been refused" >&2
  exit 1
fi

say "The fix: the flags of the plan"
flags=$(cudacompat plan -p fleet.json --nvcc "$nvcc" --format nvcc)
# shellcheck disable=SC2086
show cudacompat-launch --profile fleet.json -- \
  nvcc $flags -c kernels.cu -o "$out/kernels.o"
show cudacompat check -p fleet.json "$out/kernels.o"

say "Done. See README.md"
