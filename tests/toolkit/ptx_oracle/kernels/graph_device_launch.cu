// corpus: options=-rdc=true link=@cudadevrt
// Graphs that the device starts.
__global__ void f(cudaGraphExec_t graph) {
  cudaGraphLaunch(graph, cudaStreamGraphFireAndForget);
}
