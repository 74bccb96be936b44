// corpus: needs=cccl
// cuda::barrier: mbarrier from 8.0 on, emulated below.
#include <cuda/barrier>
__global__ void f(int* data) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  data[threadIdx.x] += 1;
  auto token = bar.arrive();
  data[threadIdx.x + 32] = 2;
  bar.wait(static_cast<decltype(token)&&>(token));
}
