// Votes, match and active masks.
__global__ void votes(const int* in, int* out) {
  int value = in[threadIdx.x];
  unsigned all = __activemask();
  out[0] = __ballot_sync(all, value > 0);
  out[1] = __all_sync(all, value);
  out[2] = __any_sync(all, value);
  out[3] = __match_any_sync(all, value);
  int same = 0;
  out[4] = __match_all_sync(all, value, &same) + same;
}
