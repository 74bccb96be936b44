// corpus: needs=cccl
// CUB within a warp.
#include <cub/warp/warp_exchange.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
__global__ void f(const int* in, int* out) {
  __shared__ typename cub::WarpReduce<int>::TempStorage reduce;
  __shared__ typename cub::WarpScan<int>::TempStorage scan;
  int sum = cub::WarpReduce<int>(reduce).Sum(in[threadIdx.x]);
  int upto = 0;
  cub::WarpScan<int>(scan).InclusiveSum(sum, upto);
  out[threadIdx.x] = upto;
}
