// Mipmapped textures: levels and gradients of every shape.
__global__ void f(cudaTextureObject_t t, float4* out) {
  float x = threadIdx.x / 32.0f;
  float2 dx = make_float2(x, 0), dy = make_float2(0, x);
  float4 dx3 = make_float4(x, 0, 0, 0), dy3 = make_float4(0, x, 0, 0);
  float4 a = tex1DGrad<float4>(t, x, x, 2 * x);
  float4 b = tex2DGrad<float4>(t, x, x, dx, dy);
  float4 c = tex3DGrad<float4>(t, x, x, x, dx3, dy3);
  float4 d = tex2DLayeredLod<float4>(t, x, x, 2, 1.5f);
  float4 e = texCubemapLod<float4>(t, x, x, x, 2.0f);
  out[threadIdx.x] = make_float4(a.x + e.x, b.y, c.z, d.w);
}
