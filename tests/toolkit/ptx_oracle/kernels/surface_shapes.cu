// Surfaces of three dimensions, in layers and cubes, out-of-range modes.
__global__ void f(cudaSurfaceObject_t s, cudaSurfaceObject_t t) {
  int x = threadIdx.x;
  uchar4 a = surf3Dread<uchar4>(s, x * 4, x, x, cudaBoundaryModeZero);
  int2 b = surf2DLayeredread<int2>(s, x * 8, x, 2, cudaBoundaryModeClamp);
  float c = surfCubemapread<float>(s, x * 4, x, 5);
  short4 d = surfCubemapLayeredread<short4>(s, x * 8, x, 7);
  surf1DLayeredwrite(a, t, x * 4, b.x);
  surf3Dwrite(c, t, x * 4, x, x, cudaBoundaryModeTrap);
  surf2DLayeredwrite(d, t, x * 8, x, b.y);
}
