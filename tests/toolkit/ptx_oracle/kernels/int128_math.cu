// 128-bit integers.
__global__ void wide(const __int128* a, const __int128* b, __int128* c) {
  int i = threadIdx.x;
  c[i] = a[i] * b[i] + a[i] / (b[i] | 1);
}
