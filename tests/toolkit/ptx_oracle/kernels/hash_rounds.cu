// A program's kernel: the rounds of SHA-256, unrolled.
__constant__ unsigned k[64];
__device__ unsigned rotated(unsigned x, int by) {
  return __funnelshift_r(x, x, by);
}
__global__ void sha256(const unsigned* in, unsigned* out) {
  unsigned w[16], s[8];
  for (int i = 0; i < 16; ++i) w[i] = __byte_perm(in[i], 0, 0x0123);
  for (int i = 0; i < 8; ++i) s[i] = out[i];
#pragma unroll
  for (int i = 0; i < 64; ++i) {
    unsigned x = w[(i + 1) & 15], y = w[(i + 14) & 15];
    unsigned t = s[7] + k[i] + w[i & 15] + (s[4] & s[5] ^ ~s[4] & s[6]) +
                 (rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25));
    unsigned u = (s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]) +
                 (rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22));
    w[i & 15] += (rotated(x, 7) ^ rotated(x, 18) ^ x >> 3) + w[(i + 9) & 15] +
                 (rotated(y, 17) ^ rotated(y, 19) ^ y >> 10);
    for (int j = 7; j > 0; --j) s[j] = s[j - 1];
    s[4] += t;
    s[0] = t + u;
  }
  for (int i = 0; i < 8; ++i) out[i] += s[i];
}
