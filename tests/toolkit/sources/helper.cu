// A device function that another translation unit calls.
__device__ int triple(int value) { return 3 * value; }
