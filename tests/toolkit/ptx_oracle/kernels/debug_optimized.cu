// corpus: options=-G,--dopt=on
// For the debugger, and optimized.
__device__ int step(int x) { return x % 2 ? 3 * x + 1 : x / 2; }
__global__ void f(int* out) {
  int x = out[threadIdx.x], steps = 0;
  while (x > 1 && steps < 100) {
    x = step(x);
    ++steps;
  }
  out[threadIdx.x] = steps;
}
