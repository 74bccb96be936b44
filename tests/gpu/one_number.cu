// Which image of a fatbin does the driver take? Each is compiled with another
// NUMBER.
extern "C" __global__ void number(const int*, int* out, int) {
  out[0] = NUMBER;
}
