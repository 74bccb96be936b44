// corpus: needs=cccl
#include <cub/device/device_radix_sort.cuh>
cudaError_t run(void* temp, size_t& bytes, const unsigned* in, unsigned* out,
                int n) {
  return cub::DeviceRadixSort::SortKeys(temp, bytes, in, out, n);
}
