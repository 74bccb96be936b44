// corpus: from=80 needs=cccl
// Annotated pointers, access properties, memory discarded.
#include <cuda/annotated_ptr>
#include <cuda/discard_memory>
__global__ void f(const float* in, float* out) {
  cuda::annotated_ptr<const float, cuda::access_property::persisting> keep{in};
  cuda::annotated_ptr<float, cuda::access_property::streaming> once{out};
  cuda::apply_access_property(in, 4096, cuda::access_property::persisting{});
  once[threadIdx.x] = keep[threadIdx.x] * 2;
  cuda::discard_memory(out + 1024, 4096);
}
