// corpus: from=90
// Clusters in launch bounds, their size and place read from registers.
__global__ void __launch_bounds__(128, 2, 8) f(unsigned* out) {
  unsigned rank, many, x, id, explicit_size;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(many));
  asm("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(x));
  asm("mov.u32 %0, %%clusterid.y;" : "=r"(id));
  asm("{\n.reg .pred p;\nmov.pred p, %%is_explicit_cluster;\n"
      "selp.u32 %0, 1, 0, p;\n}"
      : "=r"(explicit_size));
  out[threadIdx.x] = rank + many + x + id + explicit_size;
}
