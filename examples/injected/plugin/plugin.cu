__global__ void fill(float* values) { values[threadIdx.x] = 1; }

extern "C" void plugin_run(float* values) { fill<<<1, 32>>>(values); }
