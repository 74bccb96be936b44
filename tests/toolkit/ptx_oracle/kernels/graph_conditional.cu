// corpus: options=-rdc=true link=@cudadevrt
// A condition of a graph, set on the device: PTX ISA 8.4 or what CUDA 12.4 has.
__global__ void f(cudaGraphConditionalHandle handle, const int* in) {
  cudaGraphSetConditional(handle, in[0] > 3);
}
