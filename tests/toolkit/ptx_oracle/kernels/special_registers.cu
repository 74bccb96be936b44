// Special registers by inline PTX: identity, masks, memory sizes, timers.
__global__ void f(unsigned* out) {
  unsigned sum = 0, r;
#define READ(name)                                   \
  asm volatile("mov.u32 %0, %%" name ";" : "=r"(r)); \
  sum = sum * 31 + r;
  READ("nwarpid");
  READ("nsmid");
  READ("lanemask_lt");
  READ("lanemask_ge");
  READ("total_smem_size");
  READ("dynamic_smem_size");
  READ("clock_hi");
  READ("globaltimer_lo");
  READ("pm0");
  READ("envreg3");
  unsigned long long grid;
  asm volatile("mov.u64 %0, %%gridid;" : "=l"(grid));
  out[threadIdx.x] = sum + static_cast<unsigned>(grid);
}
