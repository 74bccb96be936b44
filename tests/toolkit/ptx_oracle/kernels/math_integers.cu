// Integer arithmetic: 64-bit division, high products, 24 bits, averages.
__global__ void f(const long long* a, const long long* b, long long* c) {
  int i = threadIdx.x;
  unsigned long long x = a[i], y = b[i] | 1;
  int s = static_cast<int>(x), t = static_cast<int>(y);
  c[i] = a[i] / (b[i] | 1) + x % y + __mul64hi(a[i], b[i]) + __mulhi(s, t) +
         __umul24(s, t) + __sad(s, t, 7u) + __usad(s, t, 9u) + __rhadd(s, t) +
         __uhadd(s, t) + s / t + s % 10 + llabs(a[i]);
}
