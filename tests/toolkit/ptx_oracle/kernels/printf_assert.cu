// printf and assert: calls out of the kernel.
#include <cassert>
#include <cstdio>
__global__ void f(const int* in) {
  assert(in[0] >= 0);
  printf("thread %d has %d and %f\n", threadIdx.x, in[threadIdx.x], 1.5);
}
