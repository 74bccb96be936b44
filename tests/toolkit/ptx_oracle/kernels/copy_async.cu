// corpus: from=80
// cp.async by CUDA's own primitives.
#include <cuda_pipeline.h>
__global__ void f(const int4* in, int4* out) {
  __shared__ int4 tile[64];
  __pipeline_memcpy_async(tile + threadIdx.x, in + threadIdx.x, 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}
