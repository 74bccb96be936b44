// corpus: options=--extended-lambda
// Templates and lambdas: long names.
template <typename F, typename T>
__global__ void apply(F f, T* data) {
  data[threadIdx.x] = f(data[threadIdx.x]);
}
void run(int* a, double* b, int k) {
  apply<<<1, 32>>>([=] __device__(int x) { return x * k; }, a);
  apply<<<1, 32>>>([] __device__(double x) { return x / 3; }, b);
}
