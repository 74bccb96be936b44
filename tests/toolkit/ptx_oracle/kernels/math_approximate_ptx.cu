// Approximate functions by inline PTX, subnormals flushed, tests of numbers.
__global__ void f(const float* x, float* y) {
  float v = x[threadIdx.x], a, b, c, d, e, g;
  double r;
  int normal;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(a) : "f"(v));
  asm("lg2.approx.f32 %0, %1;" : "=f"(b) : "f"(v));
  asm("tanh.approx.f32 %0, %1;" : "=f"(c) : "f"(v));
  asm("div.full.ftz.f32 %0, %1, 3.0;" : "=f"(d) : "f"(v));
  asm("copysign.f32 %0, %1, %2;" : "=f"(e) : "f"(v), "f"(a));
  asm("cvt.rzi.sat.f32.f32 %0, %1;" : "=f"(g) : "f"(v));
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(1.0 * v));
  asm("{\n.reg .pred p;\ntestp.subnormal.f32 p, %1;\nselp.s32 %0, 1, 0, p;\n}"
      : "=r"(normal)
      : "f"(v));
  y[threadIdx.x] = a + b + c + d + e + g + static_cast<float>(r) + normal;
}
