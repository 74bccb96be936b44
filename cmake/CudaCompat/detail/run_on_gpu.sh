#!/bin/sh
# run_on_gpu.sh CUDACOMPAT COMMAND [ARGUMENT...]: runs a command that needs a
# GPU. Without one it ends with 77 and a line that says why, with 1 where
# CUDACOMPAT_REQUIRE_GPU is 1.
"$1" ctest-spec > /dev/null
status=$?
if [ "$status" = 77 ] && [ "${CUDACOMPAT_REQUIRE_GPU:-}" = 1 ]; then
  status=1
fi
[ "$status" = 0 ] || exit "$status"
shift

# The GPUs that ctest has given to the test: "id:0,slots:1;id:1,slots:1"
if [ -n "${CTEST_RESOURCE_GROUP_0_GPUS:-}" ]; then
  CUDA_VISIBLE_DEVICES=$(echo "$CTEST_RESOURCE_GROUP_0_GPUS" |
    sed 's/id:\([^,;]*\),slots:[0-9]*/\1/g; s/;/,/g')
  export CUDA_VISIBLE_DEVICES
fi
exec "$@"
