// corpus: needs=cccl
// A pipeline of asynchronous copies.
#include <cooperative_groups.h>

#include <cuda/pipeline>
__global__ void f(const int* in, int* out) {
  auto block = cooperative_groups::this_thread_block();
  __shared__ int tile[2][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto pipe = cuda::make_pipeline(block, &state);
  for (int i = 0; i < 4; ++i) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, tile[i % 2], in + i * 128, sizeof(int) * 128,
                       pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    out[i * 128 + threadIdx.x] = tile[i % 2][threadIdx.x];
    pipe.consumer_release();
  }
}
