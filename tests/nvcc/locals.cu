// Arrays of a thread's own in local memory, by generic pointer too; a pointer that is to shared,
// global or local memory by thread.
__device__ __noinline__ int fold(const int *from, int n, int step)
{
    int sum = 0;
    for (int k = 0; k < n; k++)
        sum = sum * 3 + from[k * step];
    return sum;
}

extern "C" __global__ void locals(const int *in, int *out, int n)
{
    __shared__ int tile[64];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    int own[16];
    unsigned char bytes[12];
    for (int k = 0; k < 16; k++)
        own[k] = in[(i + k) % n] + k;
    for (int k = 0; k < 12; k++)
        bytes[(k * 5 + i) % 12] = (unsigned char)(own[k] + i);
    tile[t] = in[i];
    __syncthreads();
    for (int k = 1; k < 16; k++) { // insertion sort
        int x = own[k], j = k;
        for (; j > 0 && own[j - 1] > x; j--)
            own[j] = own[j - 1];
        own[j] = x;
    }
    const int *from = t % 3 == 0 ? tile + t / 2 : t % 3 == 1 ? in + i : own + t % 4;
    int sum = fold(from, t % 3 == 1 ? 1 : 8, 1);
    for (int k = 0; k < 12; k += 3)
        sum ^= bytes[k] << k;
    out[i] = sum + own[i % 16];
}
