// Funnel shifts that clamp and wrap, and single instructions of three inputs.
__global__ void f(const unsigned* in, unsigned* out) {
  int i = threadIdx.x;
  unsigned a = in[i], b = in[i + 32], c = in[i + 64], majority, parity;
  out[i] = __funnelshift_lc(a, b, c) ^ __funnelshift_rc(a, b, c) ^
           __funnelshift_r(b, a, c);
  asm("lop3.b32 %0, %1, %2, %3, 0xe8;"
      : "=r"(majority)
      : "r"(a), "r"(b), "r"(c));
  asm("{\n.reg .pred p, q;\nsetp.ne.u32 q, %1, 0;\n"
      "lop3.or.b32 %0|p, %1, %2, %3, 0x96, q;\n@p add.u32 %0, %0, 1;\n}"
      : "=r"(parity)
      : "r"(a), "r"(b), "r"(c));
  out[i] += majority + parity + __fns(a, 0, 3);
}
