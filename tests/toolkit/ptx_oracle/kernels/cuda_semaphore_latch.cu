// corpus: needs=cccl
// Semaphores and latches.
#include <cuda/semaphore>
#include <cuda/latch>
__global__ void f(cuda::counting_semaphore<cuda::thread_scope_device, 8>* s, cuda::latch<cuda::thread_scope_device>* l,
                  int* x) {
  s->acquire();
  ++*x;
  s->release();
  l->arrive_and_wait();
}
