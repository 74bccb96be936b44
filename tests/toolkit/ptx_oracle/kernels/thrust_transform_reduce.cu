// corpus: needs=cccl
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/transform_reduce.h>
struct Square {
  __host__ __device__ float operator()(float x) const { return x * x; }
};
float run(thrust::device_ptr<float> data, int n) {
  return thrust::transform_reduce(thrust::device, data, data + n, Square{},
                                  0.0f, thrust::plus<float>());
}
