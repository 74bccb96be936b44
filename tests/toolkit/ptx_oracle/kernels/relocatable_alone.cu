// corpus: options=-rdc=true
// Separate compilation with nothing outside.
__device__ __noinline__ float helper(float x) { return x * x + 1; }
__global__ void f(const float* in, float* out) {
  out[threadIdx.x] = helper(in[threadIdx.x]);
}
