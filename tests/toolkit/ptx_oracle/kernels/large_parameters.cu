// Parameters over 4 KiB: PTX ISA 8.1, CUDA 12.1.
struct Large {
  float values[3000];
};
__global__ void f(const __grid_constant__ Large in, float* out) {
  out[threadIdx.x] = in.values[threadIdx.x];
}
