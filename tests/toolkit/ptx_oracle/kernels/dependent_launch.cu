// corpus: from=90
// Programmatic dependent launch (griddepcontrol).
__global__ void f(float* x) {
  cudaGridDependencySynchronize();
  x[threadIdx.x] *= 2;
  cudaTriggerProgrammaticLaunchCompletion();
}
