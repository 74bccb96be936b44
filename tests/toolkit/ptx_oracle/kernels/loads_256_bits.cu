// corpus: from=100
// Loads and stores of 256 bits.
__global__ void f(const unsigned long long* in, unsigned long long* out) {
  unsigned long long a, b, c, d;
  asm volatile("ld.global.v4.b64 {%0,%1,%2,%3}, [%4];"
               : "=l"(a), "=l"(b), "=l"(c), "=l"(d)
               : "l"(in));
  asm volatile("st.global.v4.b64 [%0], {%1,%2,%3,%4};" ::"l"(out), "l"(a),
               "l"(b), "l"(c), "l"(d)
               : "memory");
}
