// Mutual recursion and calls through tables, members included.
__device__ int odd(int n);
__device__ __noinline__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__device__ __noinline__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }
struct Counter {
  int step;
  __device__ int up(int x) { return x + step; }
  __device__ int down(int x) { return x - step; }
};
__device__ int (*functions[])(int) = {even, odd};
__global__ void f(int* out, int which) {
  Counter counter{which};
  int (Counter::*change)(int) = which ? &Counter::up : &Counter::down;
  out[threadIdx.x] = functions[which & 1](out[threadIdx.x] & 7);
  out[threadIdx.x] += (counter.*change)(which);
}
