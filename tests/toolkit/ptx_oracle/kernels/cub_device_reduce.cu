// corpus: needs=cccl
#include <cub/device/device_reduce.cuh>
cudaError_t run(void* temp, size_t& bytes, const float* in, float* out, int n) {
  return cub::DeviceReduce::Sum(temp, bytes, in, out, n);
}
