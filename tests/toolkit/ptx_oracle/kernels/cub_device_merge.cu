// corpus: needs=cccl
// CUB: two sorted ranges merged.
#include <cub/device/device_merge.cuh>
cudaError_t run(void* temp, size_t& bytes, const long* a, int many,
                const long* b, int more, long* out) {
  return cub::DeviceMerge::MergeKeys(temp, bytes, a, many, b, more, out);
}
