// corpus: from=80
// redux.sync, from compute capability 8.0 on.
__global__ void sum(const unsigned* in, unsigned* out) {
  unsigned value = in[threadIdx.x];
  out[0] = __reduce_add_sync(0xffffffffu, value);
  out[1] = __reduce_max_sync(0xffffffffu, value);
  out[2] = __reduce_xor_sync(0xffffffffu, value);
}
