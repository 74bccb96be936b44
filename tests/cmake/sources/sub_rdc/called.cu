__device__ float called(float x) { return 2 * x; }
