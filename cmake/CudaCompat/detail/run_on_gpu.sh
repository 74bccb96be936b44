#!/bin/sh
# SPDX-License-Identifier: Apache-2.0

# run_on_gpu.sh CUDACOMPAT COMMAND [ARGUMENT...]: runs a command that needs a
# GPU. Without one it ends with 77 and a line that says why. Where
# CUDACOMPAT_REQUIRE_GPU is set (and not to 0) it ends with 1 instead, also
# where the command itself skips with 77.
case ${CUDACOMPAT_REQUIRE_GPU:-0} in
  0) skipped=77 ;;
  *) skipped=1 ;;
esac
"$1" ctest-spec > /dev/null
status=$?
[ "$status" != 77 ] || exit "$skipped"
[ "$status" = 0 ] || exit "$status"
shift

# The GPUs that ctest has given to the test: "id:0,slots:1;id:1,slots:1". An id
# counts those that were visible when the specification was written.
if [ -n "${CTEST_RESOURCE_GROUP_0_GPUS:-}" ]; then
  given=
  for id in $(echo "$CTEST_RESOURCE_GROUP_0_GPUS" |
    sed 's/id:\([^,;]*\),slots:[0-9]*/\1/g; s/;/ /g'); do
    if [ -n "${CUDA_VISIBLE_DEVICES:-}" ]; then
      id=$(echo "$CUDA_VISIBLE_DEVICES" | cut -d, -f$((id + 1)))
    fi
    given=${given:+$given,}$id
  done
  export CUDA_VISIBLE_DEVICES="$given"
fi
[ "$skipped" != 77 ] || exec "$@"
"$@"
status=$?
[ "$status" = 77 ] || exit "$status"
echo "it skipped itself (exit status 77), and CUDACOMPAT_REQUIRE_GPU is set" >&2
exit 1
