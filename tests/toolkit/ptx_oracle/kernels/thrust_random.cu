// corpus: needs=cccl
// Thrust: random engines and distributions in a kernel.
#include <thrust/random.h>
__global__ void f(float* out, unsigned seed) {
  thrust::default_random_engine simple(seed);
  thrust::taus88 better(seed + threadIdx.x);
  simple.discard(threadIdx.x);
  thrust::uniform_real_distribution<float> uniform(-1, 1);
  thrust::normal_distribution<double> normal(0, 2);
  thrust::uniform_int_distribution<int> dice(1, 6);
  out[threadIdx.x] = uniform(simple) + normal(better) + dice(better);
}
