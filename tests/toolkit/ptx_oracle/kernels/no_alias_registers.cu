// corpus: options=--restrict,-maxrregcount=40
// Pointers that do not overlap, and a ceiling on registers for all.
__global__ void f(const float* a, const float* b, float* c, float* d) {
  int i = threadIdx.x;
  c[i] = a[i] * b[i];
  d[i] = a[i] + b[i];
}
