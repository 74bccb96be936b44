// Launch bounds, and a ceiling on registers.
__global__ void __launch_bounds__(256, 4) f(float* x) { x[threadIdx.x] *= 2; }
__global__ void __maxnreg__(64) g(float* x) { x[threadIdx.x] += 1; }
