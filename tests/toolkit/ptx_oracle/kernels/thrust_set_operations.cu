// corpus: needs=cccl
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/set_operations.h>
void run(thrust::device_ptr<int> a, thrust::device_ptr<int> b,
         thrust::device_ptr<int> out, int n) {
  thrust::set_intersection(thrust::device, a, a + n, b, b + n, out);
}
