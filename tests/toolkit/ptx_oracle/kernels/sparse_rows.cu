// A program's kernel: sparse matrix by vector, a warp a row.
template <typename Index, typename T>
__global__ void spmv(const Index* starts, const Index* columns,
                     const T* __restrict__ values, const T* __restrict__ x,
                     T* y, Index rows) {
  Index row = (blockIdx.x * static_cast<Index>(blockDim.x) + threadIdx.x) / 32;
  if (row >= rows) return;
  T sum = 0;
  for (Index i = starts[row] + threadIdx.x % 32; i < starts[row + 1]; i += 32)
    sum += values[i] * __ldg(x + columns[i]);
  for (int by = 16; by > 0; by /= 2) sum += __shfl_down_sync(~0u, sum, by);
  if (threadIdx.x % 32 == 0) y[row] = sum;
}
template __global__ void spmv(const int*, const int*, const float*,
                              const float*, float*, int);
template __global__ void spmv(const long*, const long*, const double*,
                              const double*, double*, long);
