// The heap of the device.
__global__ void f(int** out, int n) {
  int* mine = static_cast<int*>(malloc(n * sizeof(int)));
  for (int i = 0; i < n; ++i) mine[i] = i;
  out[threadIdx.x] = mine;
  if (threadIdx.x == 7) {
    free(mine);
    delete[] new float[n];
  }
}
