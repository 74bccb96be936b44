// corpus: needs=cccl
// The standard library on the device.
#include <cuda/std/array>
#include <cuda/std/complex>
#include <cuda/std/optional>
#include <cuda/std/tuple>
__global__ void f(cuda::std::complex<float>* z, int n) {
  cuda::std::array<cuda::std::complex<float>, 4> roots{};
  cuda::std::optional<int> best;
  for (int i = 0; i < 4; ++i) {
    roots[i] = cuda::std::exp(z[i]);
    if (i < n) best = i;
  }
  auto [a, b] = cuda::std::make_tuple(roots[0], roots[1]);
  z[0] = a * b + roots[best.value_or(0)];
}
