// Byte permutations in every mode of prmt.
__global__ void f(const unsigned* in, unsigned* out) {
  unsigned a = in[0], b = in[1], n = threadIdx.x, x, sum = 0;
#define PERMUTE(mode)                                                          \
  asm("prmt.b32." mode " %0, %1, %2, %3;" : "=r"(x) : "r"(a), "r"(b), "r"(n)); \
  sum += x;
  PERMUTE("f4e");
  PERMUTE("b4e");
  PERMUTE("rc8");
  PERMUTE("ecl");
  PERMUTE("ecr");
  PERMUTE("rc16");
  out[threadIdx.x] = sum;
}
