// Counting, reversing, funnel shifts, carry.
__global__ void bits(const unsigned long long* in, unsigned long long* out) {
  int i = threadIdx.x;
  unsigned long long x = in[i];
  out[i] = __popcll(x) + __clzll(x) + __ffsll(x) + __brevll(x) +
           __umul64hi(x, x + 1);
  out[i] += __funnelshift_l(static_cast<unsigned>(x),
                            static_cast<unsigned>(x >> 32), i);
}
