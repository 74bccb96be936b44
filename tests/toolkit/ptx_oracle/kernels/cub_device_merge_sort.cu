// corpus: needs=cccl
#include <cub/device/device_merge_sort.cuh>
struct Less {
  __device__ bool operator()(double a, double b) const { return a < b; }
};
cudaError_t run(void* temp, size_t& bytes, double* keys, int n) {
  return cub::DeviceMergeSort::SortKeys(temp, bytes, keys, n, Less{});
}
