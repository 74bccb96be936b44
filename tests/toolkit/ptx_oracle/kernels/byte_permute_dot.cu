// Packed bytes: prmt, dp4a, dp2a.
__global__ void bytes(const int* a, const int* b, int* c) {
  int i = threadIdx.x;
  int mixed = __byte_perm(a[i], b[i], 0x5140);
  c[i] = __dp4a(mixed, b[i], c[i]) + __dp2a_lo(mixed, b[i], 0);
}
