#!/bin/sh
# SPDX-License-Identifier: Apache-2.0

# device_checks.sh [RESULTS]: what one machine's driver really does, in the
# folder that prepare.py made and this script was copied into. Builds nothing,
# takes less than eight minutes, prints a table and writes RESULTS/device_checks.json
# (RESULTS is the current folder where it is not named).
#
# Exit: 0 each answer is as expected and each load as predicted; 1 not; 77 no
# GPU, with one line why.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
results=$(mkdir -p "${1:-.}" && cd "${1:-.}" && pwd)
status=0
"$here/bin/cudacompat" ctest-spec > /dev/null || status=$?
[ "$status" = 0 ] || exit "$status"
exec python3 -B "$here/device_checks.py" "$here" "$results"
