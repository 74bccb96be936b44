// corpus: needs=cccl
// cuda::atomic in three scopes, with orders.
#include <cuda/atomic>
__global__ void f(cuda::atomic<int, cuda::thread_scope_device>* a,
                  cuda::atomic<long, cuda::thread_scope_system>* b, int* out) {
  a->fetch_add(1, cuda::memory_order_relaxed);
  b->fetch_max(2, cuda::memory_order_acq_rel);
  cuda::atomic_ref<int, cuda::thread_scope_block> c(*out);
  c.store(a->load(cuda::memory_order_acquire), cuda::memory_order_release);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst,
                            cuda::thread_scope_device);
}
