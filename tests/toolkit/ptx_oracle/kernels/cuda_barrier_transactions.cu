// corpus: from=90 needs=cccl
// cuda::barrier with bulk copies: CUDA's own way to TMA.
#include <cuda/barrier>
#include <cuda/ptx>
__global__ void f(const int* in, int* out) {
  __shared__ alignas(16) int tile[256];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
  }
  __syncthreads();
  if (threadIdx.x == 0)
    cuda::memcpy_async(tile, in, cuda::aligned_size_t<16>(sizeof tile), bar);
  bar.wait_parity(false);
  bar.arrive_and_drop();
  tile[threadIdx.x] += 1;
  cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::ptx::cp_async_bulk(cuda::ptx::space_global, cuda::ptx::space_shared,
                             out, tile, sizeof tile);
    cuda::ptx::cp_async_bulk_commit_group();
    cuda::ptx::cp_async_bulk_wait_group_read(cuda::ptx::n32_t<0>{});
  }
}
