// Vector loads of which some bytes are used: the used_bytes_mask hint.
struct alignas(16) Row {
  char a;
  short b;
  int c;
  double d;
};
__global__ void f(const Row* in, double* out) {
  Row row = in[threadIdx.x];
  out[threadIdx.x] = row.d + row.a;
}
