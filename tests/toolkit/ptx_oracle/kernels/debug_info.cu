// corpus: options=-G
// Built for the debugger.
__device__ __noinline__ int square(int x) { return x * x; }
__global__ void f(const int* in, int* out) {
  int local = square(in[threadIdx.x]);
  out[threadIdx.x] = local;
}
