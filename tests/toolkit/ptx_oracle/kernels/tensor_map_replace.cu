// corpus: archs=90a,100f
// A tensor map edited on the device, and handed on with its own fence.
__global__ void f(unsigned long long* map, float* data) {
  __shared__ alignas(128) unsigned long long copy[16];
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(copy));
  if (threadIdx.x < 16) copy[threadIdx.x] = map[threadIdx.x];
  __syncwarp();
  asm volatile(
      "tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::
          "r"(at),
      "l"(data)
      : "memory");
  asm volatile(
      "tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 0, %1;" ::
          "r"(at),
      "r"(blockDim.x)
      : "memory");
  asm volatile(
      "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release."
      "gpu.sync.aligned [%0], [%1], 128;" ::"l"(map),
      "r"(at)
      : "memory");
  asm volatile(
      "fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map)
      : "memory");
}
