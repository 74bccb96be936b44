// corpus: from=100
// Two floats an instruction, from 10.0 on.
__global__ void f(const unsigned long long* a, const unsigned long long* b,
                  unsigned long long* c) {
  unsigned long long sum;
  asm volatile("fma.rn.f32x2 %0, %1, %2, %3;"
               : "=l"(sum)
               : "l"(a[threadIdx.x]), "l"(b[threadIdx.x]), "l"(c[threadIdx.x]));
  c[threadIdx.x] = sum;
}
