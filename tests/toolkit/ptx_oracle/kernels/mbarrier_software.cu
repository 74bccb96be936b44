// corpus: from=80
// mbarrier as 8.0 has it: states, counts without completion, invalidation.
__global__ void f(long long* out) {
  __shared__ unsigned long long bar;
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&bar));
  unsigned long long state;
  unsigned pending, done;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(64));
  __syncthreads();
  asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], 1;"
               : "=l"(state)
               : "r"(at));
  asm volatile("mbarrier.pending_count.b64 %0, %1;"
               : "=r"(pending)
               : "l"(state));
  asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];"
               : "=l"(state)
               : "r"(at));
  asm volatile(
      "{\n.reg .pred p;\nmbarrier.test_wait.shared.b64 p, [%1], %2;\n"
      "selp.u32 %0, 1, 0, p;\n}"
      : "=r"(done)
      : "r"(at), "l"(state));
  asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(at));
  out[threadIdx.x] = pending + done;
}
