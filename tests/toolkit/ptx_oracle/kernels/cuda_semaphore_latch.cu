// corpus: needs=cccl
// Semaphores and latches.
#include <cuda/latch>
#include <cuda/semaphore>
__global__ void f(cuda::counting_semaphore<cuda::thread_scope_device, 8>* s,
                  cuda::latch<cuda::thread_scope_device>* l, int* x) {
  s->acquire();
  ++*x;
  s->release();
  l->arrive_and_wait();
}
