// corpus: from=100
// A running block takes the work of one that has not started.
__global__ void f(int* out) {
  __shared__ alignas(16) unsigned long long answer[2];
  __shared__ unsigned long long bar;
  unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(answer));
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&bar));
  asm volatile(
      "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx"
      "::bytes.b128 [%0], [%1];" ::"r"(to),
      "r"(at)
      : "memory");
  unsigned canceled, x;
  asm volatile(
      "{\n.reg .b128 a;\n.reg .pred p;\nmov.b128 a, {%2, %3};\n"
      "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, a;\n"
      "selp.u32 %0, 1, 0, p;\nmov.u32 %1, 0;\n"
      "@p clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %1, a;"
      "\n}"
      : "=r"(canceled), "=r"(x)
      : "l"(answer[0]), "l"(answer[1]));
  out[threadIdx.x] = canceled ? x : -1;
}
