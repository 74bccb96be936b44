// corpus: options=-rdc=true,-G link=relocatable_callee
// For the debugger and for a link: templates, scopes and statics.
extern __device__ float helper(float x);
template <typename T>
struct Pair {
  T first, second;
  __device__ T sum() const { return first + second; }
};
__device__ static int calls;
__global__ void f(float* out) {
  Pair<float> pair{helper(out[0]), 2};
  for (int i = 0; i < 3; ++i) {
    float inner = pair.sum() * i;
    out[threadIdx.x] += inner;
  }
  atomicAdd(&calls, 1);
}
