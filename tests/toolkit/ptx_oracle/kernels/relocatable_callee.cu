// corpus: options=-rdc=true
// Separate compilation: what another file calls.
__device__ float scale = 3;
__device__ float helper(float x) { return x * x + scale; }
