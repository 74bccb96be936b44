// Conversions between floats and integers with each rounding, and bits.
__global__ void f(const float* x, const double* d, long long* n, float* y) {
  int i = threadIdx.x;
  n[i] = __float2int_rd(x[i]) + __float2uint_ru(x[i]) + __float2ll_rz(x[i]) +
         __double2int_rn(d[i]) + __double2ull_rd(d[i]) + __double2hiint(d[i]) +
         __float_as_uint(x[i]) + __double_as_longlong(d[i]) + llrintf(x[i]);
  y[i] = __int2float_rz(n[i]) + __ull2float_ru(n[i]) + __double2float_rd(d[i]) +
         __hiloint2double(i, 5) + static_cast<unsigned char>(x[i]);
}
