// corpus: needs=cccl
#include <cub/device/device_segmented_reduce.cuh>
cudaError_t run(void* temp, size_t& bytes, const float* in, float* out, int n,
                const int* from, const int* to) {
  return cub::DeviceSegmentedReduce::Max(temp, bytes, in, out, n, from, to);
}
