// corpus: from=100
// Bulk copies of some bytes only, and memory set by st.bulk.
__global__ void f(int* out) {
  __shared__ alignas(128) int tile[256];
  unsigned from = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  unsigned short mask = 0x0ff0;
  asm volatile("st.bulk.weak.shared::cta [%0], 1024, 0;" ::"r"(from)
               : "memory");
  asm volatile(
      "cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%0], [%1], 1024, "
      "%2;" ::"l"(out),
      "r"(from), "h"(mask)
      : "memory");
}
