// corpus: options=-rdc=true link=relocatable_callee
// Separate compilation: calls what another file has.
extern __device__ float scale;
extern __device__ float helper(float x);
__global__ void f(const float* in, float* out) {
  out[threadIdx.x] = scale * helper(in[threadIdx.x]);
}
