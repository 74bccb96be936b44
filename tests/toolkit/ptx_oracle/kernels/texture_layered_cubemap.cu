// Textures in layers and cubes, bindless from a table.
__constant__ cudaTextureObject_t table[8];
__global__ void f(float4* out) {
  float x = threadIdx.x / 32.0f;
  float4 a = tex1DLayered<float4>(table[0], x, 3);
  float4 b = tex2DLayered<float4>(table[1], x, x, threadIdx.x);
  float4 c = texCubemap<float4>(table[2], x, 1 - x, 0.5f);
  float4 d = texCubemapLayered<float4>(table[threadIdx.x % 8], x, x, x, 1);
  out[threadIdx.x] = make_float4(a.x, b.y, c.z, d.w);
}
