// corpus: from=80
// How often a block runs: a hint of PTX ISA 9.0.
__global__ void f(const int* in, int* out) {
  int value = in[threadIdx.x];
  if (value > 100) {
    asm volatile(".pragma \"frequency 10\";");
    value = value * value % 7;
  }
  out[threadIdx.x] = value;
}
