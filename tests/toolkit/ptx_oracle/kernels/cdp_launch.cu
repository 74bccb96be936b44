// corpus: options=-rdc=true link=@cudadevrt
// Dynamic parallelism: a kernel that starts kernels.
__global__ void child(int* data) { data[threadIdx.x] += 1; }
__global__ void parent(int* data) {
  child<<<1, 32>>>(data);
  child<<<1, 32, 0, cudaStreamTailLaunch>>>(data + 32);
}
