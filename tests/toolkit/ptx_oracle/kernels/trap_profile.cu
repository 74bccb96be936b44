// Traps, breakpoints, profiler triggers and early exits.
__global__ void f(const int* in, int* out) {
  __prof_trigger(3);
  if (in[0] < 0) __trap();
  if (in[1] < 0) __brkpt();
  if (in[2] < 0) asm volatile("exit;");
  asm volatile("pmevent 1;");
  out[threadIdx.x] = in[threadIdx.x];
}
