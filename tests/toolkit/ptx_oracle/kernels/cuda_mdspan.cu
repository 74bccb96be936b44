// corpus: needs=cccl
// Views of several dimensions, with layouts and static extents.
#include <cuda/std/mdspan>
#include <cuda/std/span>
namespace std_ = cuda::std;
using Left =
    std_::mdspan<const float, std_::extents<int, 16, std_::dynamic_extent>,
                 std_::layout_left>;
using Strided =
    std_::mdspan<float, std_::dextents<int, 2>, std_::layout_stride>;
__global__ void f(const float* in, float* out, int columns, int stride) {
  Left a(in, columns);
  std_::array<int, 2> strides{stride, 2};
  Strided b(out, {std_::dextents<int, 2>(16, columns), strides});
  std_::span<const float> row(in, columns);
  for (int j = 0; j < a.extent(1); ++j)
    b(threadIdx.x, j) = a(threadIdx.x % 16, j) + row.back();
}
