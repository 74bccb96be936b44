// corpus: needs=curand archs=90
// Random numbers on the device: four generators, their states.
#include <curand_kernel.h>
__global__ void f(curandStateXORWOW_t* x, curandStateMRG32k3a_t* m,
                  curandStatePhilox4_32_10_t* p, float4* out) {
  int i = threadIdx.x;
  curand_init(1234, i, 7, &x[i]);
  curand_init(1234, i, 7, &m[i]);
  curand_init(1234, i, 7, &p[i]);
  skipahead(1000ull, &p[i]);
  float4 four = curand_uniform4(&p[i]);
  out[i] = make_float4(curand_uniform(&x[i]), curand(&m[i]), four.x, four.w);
}
