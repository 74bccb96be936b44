// corpus: needs=cccl
// Cooperative groups: the whole grid.
#include <cooperative_groups.h>
__global__ void f(int* data) {
  auto grid = cooperative_groups::this_grid();
  data[grid.thread_rank()] += 1;
  grid.sync();
  data[grid.thread_rank()] *= 2;
}
