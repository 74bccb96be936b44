// corpus: needs=cccl
// Complex numbers of the standard library: functions, half and double.
#include <cuda_fp16.h>

#include <cuda/std/complex>
#include <cuda/std/numbers>
namespace std_ = cuda::std;
__global__ void f(std_::complex<double>* z, std_::complex<__half>* h) {
  int i = threadIdx.x;
  z[i] = std_::pow(z[i], z[i + 32]) + std_::sqrt(z[i + 64]) +
         std_::polar(std_::abs(z[i]), std_::numbers::pi / 3) +
         std_::atanh(z[i + 96]);
  h[i] = h[i] * h[i + 32] + std_::conj(h[i + 64]);
}
