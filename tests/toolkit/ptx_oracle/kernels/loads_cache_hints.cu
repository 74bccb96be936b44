// Loads and stores with cache hints.
__global__ void f(const float4* in, float4* out) {
  int i = threadIdx.x;
  float4 a = __ldg(in + i), b = __ldcs(in + i + 32), c = __ldlu(in + i + 64),
         d = __ldcv(in + i + 96);
  __stcs(out + i, make_float4(a.x + b.x, a.y + c.y, a.z + d.z, a.w));
  __stwt(out + i + 32, b);
}
