// corpus: needs=cccl options=--extended-lambda
// CUB: a function for each index and for each element.
#include <cub/device/device_for.cuh>
cudaError_t run(float* data, int n) {
  cub::DeviceFor::Bulk(n, [=] __device__(int i) { data[i] += i; });
  return cub::DeviceFor::ForEachN(data, n, [] __device__(float& x) { x *= 2; });
}
