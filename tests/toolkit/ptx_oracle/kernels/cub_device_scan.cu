// corpus: needs=cccl
#include <cub/device/device_scan.cuh>
cudaError_t run(void* temp, size_t& bytes, const int* in, int* out, int n) {
  return cub::DeviceScan::ExclusiveSum(temp, bytes, in, out, n);
}
