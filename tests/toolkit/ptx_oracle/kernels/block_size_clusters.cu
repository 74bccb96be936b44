// corpus: from=90
// A grid counted in clusters: .blocksareclusters, PTX ISA 9.0.
__global__ void __block_size__((128, 1, 1), (2, 1, 1)) f(float* x) {
  x[blockIdx.x * 128 + threadIdx.x] *= 2;
}
