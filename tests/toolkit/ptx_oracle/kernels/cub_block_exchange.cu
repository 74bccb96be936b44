// corpus: needs=cccl
// CUB within a block: exchange, shuffle, discontinuities, histogram, top.
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_shuffle.cuh>
struct Differs {
  __device__ bool operator()(int a, int b) const { return a != b; }
};
__global__ void f(unsigned char* in, int* out) {
  using Exchange = cub::BlockExchange<int, 64, 4>;
  using Heads = cub::BlockDiscontinuity<int, 64>;
  using Bins = cub::BlockHistogram<unsigned char, 64, 4, 256>;
  using Shuffle = cub::BlockShuffle<int, 64>;
  __shared__ union {
    Exchange::TempStorage exchange;
    Heads::TempStorage heads;
    Bins::TempStorage bins;
    Shuffle::TempStorage shuffle;
  } shared;
  __shared__ int counts[256];
  unsigned char bytes[4];
  int items[4], flags[4];
  for (int i = 0; i < 4; ++i) items[i] = bytes[i] = in[threadIdx.x * 4 + i];
  Exchange(shared.exchange).BlockedToStriped(items);
  __syncthreads();
  Heads(shared.heads).FlagHeads(flags, items, Differs{});
  __syncthreads();
  Bins(shared.bins).Histogram(bytes, counts);
  __syncthreads();
  int next = 0;
  Shuffle(shared.shuffle).Offset(items[0], next, 1);
  out[threadIdx.x] = next + flags[1] + counts[threadIdx.x];
}
