// Parameters of 4 KiB less a little.
struct Medium {
  int values[900];
};
__global__ void f(Medium in, int* out) {
  out[threadIdx.x] = in.values[threadIdx.x] + in.values[0];
}
