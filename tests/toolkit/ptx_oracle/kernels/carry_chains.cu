// Multiple precision: carries through additions and products.
__global__ void f(const unsigned* a, const unsigned* b, unsigned* out) {
  unsigned r0, r1, r2, r3;
  asm("add.cc.u32 %0, %4, %8;\naddc.cc.u32 %1, %5, %9;\n"
      "addc.cc.u32 %2, %6, %10;\naddc.u32 %3, %7, %11;\n"
      "mad.lo.cc.u32 %0, %4, %8, %0;\nmadc.hi.cc.u32 %1, %4, %8, %1;\n"
      "madc.lo.cc.u32 %2, %5, %9, %2;\nmadc.hi.u32 %3, %5, %9, %3;\n"
      "sub.cc.u32 %0, %0, %11;\nsubc.u32 %1, %1, %10;"
      : "=&r"(r0), "=&r"(r1), "=&r"(r2), "=&r"(r3)
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]),
        "r"(b[2]), "r"(b[3]));
  unsigned long long wide;
  asm("mad.wide.u32 %0, %1, %2, %3;"
      : "=l"(wide)
      : "r"(r0), "r"(r1), "l"(7ull));
  out[threadIdx.x] = r0 + r1 + r2 + r3 + static_cast<unsigned>(wide >> 9);
}
