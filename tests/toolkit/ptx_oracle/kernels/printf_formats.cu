// printf with every kind of argument, from a function that is not inlined.
#include <cstdio>
__device__ __noinline__ void tell(const char* what, double x, long long n) {
  printf("%s: %g %lld %c %p %%\n", what, x, n, 'c', what);
}
__global__ void f(const float* in) {
  tell(in[0] > 1 ? "large" : "small", in[0], clock64());
  printf("no arguments\n");
}
