// Atomic operations of every width.
__global__ void f(int* i, unsigned long long* l, float* x, double* d) {
  atomicAdd(i, 1);
  atomicMax(i + 1, 3);
  atomicCAS(i + 2, 1, 2);
  atomicExch(i + 3, 5);
  atomicInc(reinterpret_cast<unsigned*>(i) + 4, 7u);
  atomicAdd(l, 1ull);
  atomicXor(l + 1, 3ull);
  atomicAdd(x, 1.0f);
  atomicAdd(d, 1.0);
  atomicAdd_system(i, 1);
  atomicAdd_block(i, 1);
}
