// Dynamic shared memory in parts of several types, beside a static array.
extern __shared__ double heap[];

extern "C" __global__ void dynamic(const int *in, double *out, int n)
{
    __shared__ int counts[8];
    int t = threadIdx.x, size = blockDim.x;
    double *sums = heap;
    int *keys = (int *)(heap + size);
    unsigned short *order = (unsigned short *)(keys + size);
    if (t < 8)
        counts[t] = 0;
    __syncthreads();
    int x = in[blockIdx.x * size + t];
    keys[t] = x & 7;
    sums[t] = x;
    order[size - 1 - t] = (unsigned short)t;
    atomicAdd(&counts[x & 7], 1);
    __syncthreads();
    for (int step = size / 2; step; step /= 2) {
        if (t < step)
            sums[t] += sums[t + step];
        __syncthreads();
    }
    out[blockIdx.x * size + t] = sums[0] + counts[keys[order[t]]] * 0.125 + order[t];
}
