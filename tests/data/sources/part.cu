__device__ int triple(int value);
__global__ void call(int* value) { *value = triple(*value); }
