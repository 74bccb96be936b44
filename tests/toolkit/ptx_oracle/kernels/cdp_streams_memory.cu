// corpus: options=-rdc=true link=@cudadevrt
// Dynamic parallelism: streams, events, copies and attributes on the device.
__global__ void child(int* data, int n) { data[threadIdx.x] += n; }
__global__ void parent(int* data, int* out) {
  cudaStream_t stream;
  cudaEvent_t event;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  cudaMemcpyAsync(data, out, 128, cudaMemcpyDeviceToDevice, stream);
  child<<<dim3(2, 2), dim3(8, 4), 64, stream>>>(data, 3);
  cudaEventRecord(event, stream);
  int device = 0, shared = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlock, device);
  out[0] = shared + cudaGetLastError();
  cudaStreamDestroy(stream);
}
