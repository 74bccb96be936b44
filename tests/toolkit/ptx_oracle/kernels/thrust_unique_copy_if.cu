// corpus: needs=cccl
#include <thrust/copy.h>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
struct Even {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
void run(thrust::device_ptr<int> in, thrust::device_ptr<int> out, int n) {
  thrust::copy_if(thrust::device, in, in + n, out, Even{});
}
