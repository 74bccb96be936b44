// corpus: needs=curand archs=80
// Random numbers on the device: distributions and quasi-random sequences.
#include <curand_kernel.h>
__global__ void f(curandState* s, curandStateSobol32_t* q,
                  curandDirectionVectors32_t* vectors, double* out) {
  int i = threadIdx.x;
  curand_init(vectors[i % 20], i, &q[i]);
  float2 normal = curand_normal2(&s[i]);
  double log = curand_log_normal_double(&s[i], 0.0, 1.0);
  out[i] = normal.x + log + curand_poisson(&s[i], 12.5) +
           curand_uniform_double(&q[i]) + curand_normal(&q[i]);
}
