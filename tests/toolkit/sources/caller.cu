// Relocatable: needs triple() of helper.cu at the device link.
__device__ int triple(int value);

__global__ void call(int* value) { *value = triple(*value); }

void run_call(int* value) { call<<<1, 1>>>(value); }
