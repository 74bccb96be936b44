// corpus: needs=cccl
#include <cub/device/device_run_length_encode.cuh>
cudaError_t run(void* temp, size_t& bytes, const int* in, int* keys,
                int* lengths, int* count, int n) {
  return cub::DeviceRunLengthEncode::Encode(temp, bytes, in, keys, lengths,
                                            count, n);
}
