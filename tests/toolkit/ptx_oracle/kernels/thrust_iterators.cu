// corpus: needs=cccl
// Thrust: zipped, counting, permuted and transformed iterators.
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/gather.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>
struct Twice {
  __host__ __device__ int operator()(int x) const { return 2 * x; }
};
struct Store {
  template <typename Tuple>
  __host__ __device__ void operator()(Tuple t) const {
    thrust::get<1>(t) = thrust::get<0>(t) * 0.5f;
  }
};
void run(thrust::device_ptr<int> order, thrust::device_ptr<float> data, int n) {
  auto first =
      thrust::make_zip_iterator(thrust::make_transform_iterator(
                                    thrust::make_counting_iterator(0), Twice{}),
                                thrust::make_permutation_iterator(data, order));
  thrust::for_each(thrust::device, first, first + n, Store{});
  thrust::gather(thrust::device, order, order + n, data, data + n);
}
