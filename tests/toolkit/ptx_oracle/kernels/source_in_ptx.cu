// corpus: options=-lineinfo,--source-in-ptx
// With the source's lines as comments between the instructions.
#define TWICE(x) ((x) + (x))
__global__ void f(const int* in, int* out) {
  // A comment with words of PTX: .version 1.0 .target sm_10 .entry g()
  int value = TWICE(in[threadIdx.x]);
  /* and .pragma "nounroll"; */
  out[threadIdx.x] = value;
}
