// Registers spilled to shared memory: a hint of PTX ISA 8.7 and 9.0.
__global__ void __launch_bounds__(256) f(const float* in, float* out) {
  asm volatile(".pragma \"enable_smem_spilling\";");
  float values[24];
  for (int i = 0; i < 24; ++i) values[i] = in[threadIdx.x + i * 256];
  float sum = 0;
  for (int i = 0; i < 24; ++i) sum += values[i] * values[23 - i];
  out[threadIdx.x] = sum;
}
