// Texture objects, several shapes.
__global__ void f(cudaTextureObject_t one, cudaTextureObject_t three,
                  float4* out) {
  float x = threadIdx.x / 32.0f;
  float4 a = tex2D<float4>(one, x, x);
  float4 b = tex3D<float4>(three, x, x, x);
  float4 c = tex2DLod<float4>(one, x, x, 1.0f);
  float4 d = tex2Dgather<float4>(one, x, x, 1);
  out[threadIdx.x] =
      make_float4(a.x + b.x, c.y, d.z, tex1Dfetch<float>(one, threadIdx.x));
}
