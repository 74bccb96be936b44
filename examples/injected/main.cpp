void step_on_gpu(float* values);

int main(int argc, char**) {
  if (argc > 1) step_on_gpu(nullptr);
  return 0;
}
