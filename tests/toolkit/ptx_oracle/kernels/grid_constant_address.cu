// A __grid_constant__ parameter whose address is given away.
struct Config {
  int size, offsets[20];
};
__device__ __noinline__ int sum(const Config* config) {
  int total = 0;
  for (int i = 0; i < config->size; ++i) total += config->offsets[i];
  return total;
}
__global__ void f(const __grid_constant__ Config config, int* out) {
  out[threadIdx.x] = sum(&config);
}
