// A program's kernel: a scan that waits for the blocks before it.
struct alignas(8) State {
  int value, ready;
};
__global__ void scan(const int* in, int* out, volatile State* states) {
  __shared__ int before;
  int i = blockIdx.x * blockDim.x + threadIdx.x, value = in[i];
  for (int by = 1; by < 32; by *= 2) {
    int other = __shfl_up_sync(~0u, value, by);
    if (threadIdx.x % 32 >= by) value += other;
  }
  if (threadIdx.x == 31) {
    before = 0;
    if (blockIdx.x > 0) {
      while (states[blockIdx.x - 1].ready == 0) __nanosleep(20);
      __threadfence();
      before = states[blockIdx.x - 1].value;
    }
    states[blockIdx.x].value = before + value;
    __threadfence();
    states[blockIdx.x].ready = 1;
  }
  __syncthreads();
  out[i] = before + value;
}
