// Stack memory indexed at run time, structures passed and returned by value.
struct Matrix {
  float at[3][3];
};
__device__ __noinline__ Matrix turned(Matrix m, int by) {
  Matrix result;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) result.at[j][(i + by) % 3] = m.at[i][j];
  return result;
}
__global__ void f(const Matrix* in, Matrix* out, int by) {
  char bytes[100];
  for (int i = 0; i < 100; ++i) bytes[(i * by) % 100] = i;
  out[threadIdx.x] = turned(in[threadIdx.x], bytes[threadIdx.x % 100]);
}
