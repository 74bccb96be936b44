// Generic addresses: asked what they are, converted both ways.
__global__ void f(int* out, int which) {
  __shared__ int here[32];
  int stack[8];
  int* any = which == 0 ? out : which == 1 ? here : stack;
  any[threadIdx.x % 8] = which;
  int kinds = __isGlobal(any) + 2 * __isShared(any) + 4 * __isLocal(any) +
              8 * __isConstant(any) + 16 * __isGridConstant(any);
  size_t raw = __cvta_generic_to_shared(here);
  int* again = static_cast<int*>(__cvta_shared_to_generic(raw));
  auto* global = static_cast<int*>(
      __cvta_global_to_generic(__cvta_generic_to_global(out)));
  global[threadIdx.x] = kinds + *again + any[which];
}
