__global__ void twice(float* x) { x[threadIdx.x] *= 2; }

void launch_twice(float* x) { twice<<<1, 32>>>(x); }
