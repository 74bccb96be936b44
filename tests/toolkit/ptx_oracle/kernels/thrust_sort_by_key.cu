// corpus: needs=cccl
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>
void run(thrust::device_ptr<int> keys, thrust::device_ptr<float> values,
         int n) {
  thrust::sort_by_key(thrust::device, keys, keys + n, values);
}
