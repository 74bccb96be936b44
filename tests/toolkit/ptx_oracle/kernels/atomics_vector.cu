// corpus: from=90
// Atomic addition of whole vectors.
__global__ void f(float4* x, float2* y) {
  atomicAdd(x, make_float4(1, 2, 3, 4));
  atomicAdd(y, make_float2(1, 2));
}
