// corpus: from=90
// Fences of the asynchronous proxy and of clusters.
__global__ void f(int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = 1;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  asm volatile("fence.proxy.async.global;" ::: "memory");
  asm volatile("fence.acq_rel.cluster;" ::: "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile("barrier.cluster.arrive.relaxed;\nbarrier.cluster.wait;" ::
                   : "memory");
  out[threadIdx.x] = tile[threadIdx.x];
}
