// What a texture or a surface is, asked by inline PTX.
__global__ void f(cudaTextureObject_t t, cudaSurfaceObject_t s, int* out) {
  int width, height, order, rows;
  asm("txq.width.b32 %0, [%1];" : "=r"(width) : "l"(t));
  asm("txq.height.b32 %0, [%1];" : "=r"(height) : "l"(t));
  asm("txq.channel_order.b32 %0, [%1];" : "=r"(order) : "l"(t));
  asm("suq.height.b32 %0, [%1];" : "=r"(rows) : "l"(s));
  out[threadIdx.x] = width * height + order + rows;
}
