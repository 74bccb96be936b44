// Virtual bases, several vtables, abstract classes, a device heap.
struct Node {
  int tag = 1;
  __device__ virtual int value() const = 0;
  __device__ virtual ~Node() {}
};
struct Left : virtual Node {
  int left = 2;
  __device__ int value() const override { return left; }
};
struct Right : virtual Node {
  int right = 3;
  __device__ virtual int other() const { return right + tag; }
};
struct Both : Left, Right {
  __device__ int value() const override { return left * right; }
};
__global__ void f(int* out, bool both) {
  Node* node = both ? static_cast<Node*>(new Both) : new Left;
  out[threadIdx.x] = node->value();
  delete node;
}
