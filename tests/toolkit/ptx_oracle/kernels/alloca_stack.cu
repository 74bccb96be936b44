// Stack memory whose size the run decides.
__global__ void f(int* out, int n) {
  int* scratch = static_cast<int*>(alloca(n * sizeof(int)));
  for (int i = 0; i < n; ++i) scratch[i] = i * n;
  out[threadIdx.x] = scratch[threadIdx.x % n];
}
