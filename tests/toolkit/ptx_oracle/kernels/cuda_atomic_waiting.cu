// corpus: needs=cccl
// cuda::atomic: waits and notices, flags, floats, compare and exchange.
#include <cuda/atomic>
#include <cuda/std/atomic>
__global__ void f(cuda::atomic<int, cuda::thread_scope_system>* turn,
                  cuda::std::atomic_flag* flag, double* sum) {
  turn->wait(0, cuda::memory_order_acquire);
  while (flag->test_and_set(cuda::memory_order_acquire)) {
  }
  cuda::atomic_ref<double, cuda::thread_scope_device>(*sum).fetch_add(1.5);
  flag->clear(cuda::memory_order_release);
  int wanted = 1;
  turn->compare_exchange_weak(wanted, 2, cuda::memory_order_acq_rel,
                              cuda::memory_order_relaxed);
  turn->notify_all();
}
