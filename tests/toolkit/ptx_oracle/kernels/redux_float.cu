// corpus: archs=100f
// redux.sync on floats.
__global__ void f(const float* in, float* out) {
  float low, high;
  asm("redux.sync.min.NaN.f32 %0, %1, 0xffffffff;"
      : "=f"(low)
      : "f"(in[threadIdx.x]));
  asm("redux.sync.max.abs.f32 %0, %1, 0xffffffff;"
      : "=f"(high)
      : "f"(in[threadIdx.x]));
  out[threadIdx.x] = low + high;
}
