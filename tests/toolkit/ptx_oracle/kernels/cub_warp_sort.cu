// corpus: needs=cccl
// CUB within a warp: loads, merge sort, exchange, segmented reductions.
#include <cub/warp/warp_exchange.cuh>
#include <cub/warp/warp_load.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>
struct Less {
  __device__ bool operator()(float a, float b) const { return a < b; }
};
__global__ void f(float* in, float* out) {
  using Load = cub::WarpLoad<float, 4, cub::WARP_LOAD_VECTORIZE>;
  using Sort = cub::WarpMergeSort<float, 4>;
  using Exchange = cub::WarpExchange<float, 4>;
  using Reduce = cub::WarpReduce<float, 16>;
  __shared__ Load::TempStorage load;
  __shared__ Sort::TempStorage sort;
  __shared__ Exchange::TempStorage exchange;
  __shared__ Reduce::TempStorage reduce[2];
  float items[4];
  Load(load).Load(in, items);
  Sort(sort).Sort(items, Less{});
  Exchange(exchange).StripedToBlocked(items, items);
  out[threadIdx.x] = Reduce(reduce[threadIdx.x / 16])
                         .HeadSegmentedSum(items[0], threadIdx.x % 5 == 0);
}
