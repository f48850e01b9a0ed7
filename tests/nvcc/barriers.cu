// Barriers that count and vote, barriers of a warp, fences, and the last CTA to finish.
struct results {
    int count, every, some, first, last;
};

__device__ unsigned done;

extern "C" __global__ void barriers(const int *in, results *out, int *total, int n)
{
    __shared__ volatile int box[4];
    __shared__ bool is_last;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    int x = in[i];
    results r;
    r.count = __syncthreads_count(x > 0);
    r.every = __syncthreads_and(x > -1000);
    r.some = __syncthreads_or(x == 99 && blockIdx.x == 1);
    if ((t & 31) == 0)
        box[t / 32] = x;
    __syncthreads();
    r.first = box[0] + box[(blockDim.x - 1) / 32];
    __syncthreads();
    if (t < 32) {
        if (t >= 28)
            box[t & 3] = t;
        __syncwarp();
        if (t == 0)
            r.first += box[0] + box[3];
    }
    __syncthreads();
    if (t == 0) {
        out[blockIdx.x * blockDim.x].count = r.count; // what the last CTA adds up
        __threadfence();
        is_last = atomicInc(&done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    r.last = is_last;
    if (is_last && t == 0) {
        int sum = 0;
        for (int b = 0; b < (int)gridDim.x; b++)
            sum += ((volatile results *)out)[b * blockDim.x].count;
        *total = sum;
    }
    __threadfence_block();
    out[i] = r;
}
