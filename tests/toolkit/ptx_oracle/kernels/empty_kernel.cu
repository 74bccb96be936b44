// Nothing but an entry.
__global__ void nothing() {}
