// Sparse textures, which tell what is resident, and integer texels.
__global__ void f(cudaTextureObject_t t, int4* out) {
  float x = threadIdx.x / 32.0f;
  bool there = false;
  float4 a = tex2D<float4>(t, x, x, &there);
  int4 b = tex2D<int4>(t, x, x);
  uchar2 c = tex1Dfetch<uchar2>(t, threadIdx.x);
  short d = tex3D<short>(t, x, x, x);
  uint4 e = tex2Dgather<uint4>(t, x, x, 2);
  out[threadIdx.x] = make_int4(there ? a.x : b.x, c.y, d, e.w);
}
