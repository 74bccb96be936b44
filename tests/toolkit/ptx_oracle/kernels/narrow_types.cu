// Bytes, shorts, bit fields and unions; vectors of them.
struct Flags {
  unsigned low : 5, middle : 11, high : 16;
};
union Bits {
  Flags flags;
  unsigned word;
  uchar4 bytes;
};
__global__ void f(const signed char* a, const ushort4* b, const char3* c,
                  Bits* out, volatile short* v) {
  int i = threadIdx.x;
  Bits bits{};
  bits.flags.middle = a[i] * 3;
  bits.bytes.w = c[i].y;
  out[i].word = bits.word + b[i].z;
  out[i + 1].flags.high = b[i].x;
  v[i] = v[i + 1] + static_cast<short>(a[i]);
}
