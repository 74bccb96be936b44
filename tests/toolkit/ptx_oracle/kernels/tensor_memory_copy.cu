// corpus: archs=100f
// Shared memory to tensor memory, unpacked and multicast.
__global__ void f(unsigned long long from, unsigned to) {
  asm volatile("tcgen05.cp.cta_group::1.128x256b [%0], %1;" ::"r"(to),
               "l"(from));
  asm volatile("tcgen05.cp.cta_group::1.4x256b [%0], %1;" ::"r"(to), "l"(from));
  asm volatile(
      "tcgen05.cp.cta_group::1.64x128b.warpx2::02_13 [%0], %1;" ::"r"(to),
      "l"(from));
  asm volatile(
      "tcgen05.cp.cta_group::1.32x128b.warpx4.b8x16.b6x16_p32 [%0], %1;" ::"r"(
          to),
      "l"(from));
  asm volatile("tcgen05.fence::before_thread_sync;");
  __syncthreads();
  asm volatile("tcgen05.fence::after_thread_sync;");
}
