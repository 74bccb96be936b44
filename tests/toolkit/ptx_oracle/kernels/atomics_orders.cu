// Atomics with orders and scopes: the builtin functions of CUDA 12.8.
__global__ void f(int* a, long long* b, float* c, short* d) {
  int old = __nv_atomic_fetch_add(a, 3, __NV_ATOMIC_ACQ_REL,
                                  __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_fetch_max(b, 9ll, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_SYSTEM);
  __nv_atomic_add(c, 2.0f, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  short got;
  __nv_atomic_load(d, &got, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK);
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_store_n(a + 1, old + got, __NV_ATOMIC_RELEASE,
                      __NV_THREAD_SCOPE_DEVICE);
  atomicCAS(reinterpret_cast<unsigned short*>(d), 1, 2);
}
