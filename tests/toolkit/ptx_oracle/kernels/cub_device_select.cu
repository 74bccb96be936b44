// corpus: needs=cccl
#include <cub/device/device_select.cuh>
cudaError_t run(void* temp, size_t& bytes, const int* in, const char* flags,
                int* out, int* count, int n) {
  return cub::DeviceSelect::Flagged(temp, bytes, in, flags, out, count, n);
}
