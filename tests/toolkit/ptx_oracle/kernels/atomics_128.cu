// corpus: from=90
// 128-bit compare and swap.
__global__ void f(__int128* x, __int128* y) {
  struct alignas(16) Pair {
    unsigned long long a, b;
  };
  Pair* p = reinterpret_cast<Pair*>(x);
  Pair old = atomicCAS(p, Pair{1, 2}, Pair{3, 4});
  *reinterpret_cast<Pair*>(y) = old;
}
