// corpus: needs=cccl
#include <cub/device/device_histogram.cuh>
cudaError_t run(void* temp, size_t& bytes, const float* in, int* out,
                int levels, int n) {
  return cub::DeviceHistogram::HistogramEven(temp, bytes, in, out, levels, 0.0f,
                                             1.0f, n);
}
