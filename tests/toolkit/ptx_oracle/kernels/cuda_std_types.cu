// corpus: needs=cccl since=13.5
// Variant, expected, chrono, bit operations and algorithms on the device.
#include <cuda/std/algorithm>
#include <cuda/std/bit>
#include <cuda/std/chrono>
#include <cuda/std/expected>
#include <cuda/std/numeric>
#include <cuda/std/variant>
namespace std_ = cuda::std;
__device__ std_::expected<int, short> halved(int x) {
  if (x % 2) return std_::unexpected<short>(x);
  return x / 2;
}
__global__ void f(int* out, long long* when) {
  std_::variant<int, float, double> value;
  if (out[0] > 3) value = 2.5f;
  if (out[0] > 9) value = 1.5;
  double seen =
      std_::visit([](auto x) { return static_cast<double>(x); }, value);
  *when = std_::chrono::system_clock::now().time_since_epoch().count();
  int sorted[8];
  for (int i = 0; i < 8; ++i) sorted[i] = out[i];
  std_::reverse(sorted, std_::lower_bound(sorted, sorted + 8, 5));
  out[threadIdx.x] = halved(sorted[3]).value_or(-1) + seen +
                     std_::bit_width(static_cast<unsigned>(sorted[1])) +
                     std_::accumulate(sorted, sorted + 8, 0);
}
