// corpus: needs=cccl
// CUB within a block.
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_scan.cuh>
__global__ void f(const int* in, int* out) {
  using Load = cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_TRANSPOSE>;
  using Sort = cub::BlockRadixSort<int, 128, 4>;
  using Scan = cub::BlockScan<int, 128>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Sort::TempStorage sort;
    typename Scan::TempStorage scan;
  } shared;
  int items[4];
  Load(shared.load).Load(in, items);
  __syncthreads();
  Sort(shared.sort).Sort(items);
  __syncthreads();
  Scan(shared.scan).InclusiveSum(items, items);
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = items[i];
}
