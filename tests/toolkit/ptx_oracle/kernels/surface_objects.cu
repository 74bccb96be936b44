// Surface objects.
__global__ void f(cudaSurfaceObject_t in, cudaSurfaceObject_t out) {
  float4 value;
  surf2Dread(&value, in, threadIdx.x * 16, blockIdx.x);
  value.x += surf1Dread<float>(in, threadIdx.x * 4);
  surf2Dwrite(value, out, threadIdx.x * 16, blockIdx.x, cudaBoundaryModeClamp);
}
