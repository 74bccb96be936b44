// corpus: needs=cccl
// CUB within a block: run lengths decoded, neighbours subtracted, merge sort.
#include <cub/block/block_adjacent_difference.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_run_length_decode.cuh>
struct Less {
  __device__ bool operator()(long a, long b) const { return a < b; }
};
struct Minus {
  __device__ long operator()(long a, long b) const { return a - b; }
};
__global__ void f(const long* in, const unsigned* lengths, long* out) {
  using Decode = cub::BlockRunLengthDecode<long, 64, 2, 4>;
  using Sort = cub::BlockMergeSort<long, 64, 4>;
  using Difference = cub::BlockAdjacentDifference<long, 64>;
  __shared__ Decode::TempStorage decode;
  __shared__ Sort::TempStorage sort;
  __shared__ Difference::TempStorage difference;
  long runs[2] = {in[threadIdx.x], in[threadIdx.x + 64]}, items[4];
  unsigned many[2] = {lengths[threadIdx.x], 1}, total = 0;
  Decode decoded(decode, runs, many, total);
  decoded.RunLengthDecode(items, 0);
  Sort(sort).Sort(items, Less{});
  Difference(difference).SubtractLeft(items, items, Minus{});
  out[threadIdx.x] = items[0] + items[3] + total;
}
