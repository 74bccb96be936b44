extern __device__ float next(float value);

__global__ void step(float* values) {
  values[threadIdx.x] = next(values[threadIdx.x]);
}

void step_on_gpu(float* values) { step<<<1, 32>>>(values); }
