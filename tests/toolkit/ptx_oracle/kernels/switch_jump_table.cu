// A jump table.
__global__ void f(const int* in, int* out) {
  int x = in[threadIdx.x];
  switch (in[threadIdx.x + 32]) {
    case 0:
      x += 3;
      break;
    case 1:
      x *= 5;
      break;
    case 2:
      x ^= 7;
      break;
    case 3:
      x /= 3;
      break;
    case 4:
      x <<= 2;
      break;
    case 5:
      x = -x;
      break;
    case 6:
      x %= 11;
      break;
    case 7:
      x = x * x;
      break;
    default:
      x = 0;
  }
  out[threadIdx.x] = x;
}
