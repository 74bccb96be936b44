// Barriers with counts, exits before them.
__global__ void f(int* data, int n) {
  if (threadIdx.x >= n) return;
  int many = __syncthreads_count(data[threadIdx.x]);
  int all = __syncthreads_and(data[threadIdx.x]);
  data[threadIdx.x] = many + all + __syncthreads_or(many);
  __threadfence();
  __threadfence_system();
}
