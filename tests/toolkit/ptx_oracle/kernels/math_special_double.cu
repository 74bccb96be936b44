// Special functions in double precision: Bessel, errors, normal.
__global__ void f(const double* x, double* y) {
  int i = threadIdx.x, n;
  double whole, s, c;
  y[i] = j0(x[i]) + y1(x[i]) + erfcinv(x[i]) + normcdf(x[i]) + lgamma(x[i]) +
         erfcx(x[i]) + cyl_bessel_i1(x[i]) + rcbrt(x[i]) +
         remquo(x[i], 3.0, &n) + modf(x[i], &whole) + hypot(x[i], whole) +
         nextafter(x[i], 0.0);
  sincospi(x[i], &s, &c);
  y[i] += s * c + n + ilogb(x[i]) + norm3d(x[i], s, c);
}
