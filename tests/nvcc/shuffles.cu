// Lane exchange of every kind, with segments, of 32- and 64-bit values, among lanes that remain.
struct results {
    int all, up, down, other, segment, odd_sum, partner;
    float minimum;
    double wide;
    unsigned long long word;
};

extern "C" __global__ void shuffles(const int *in, results *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    int x = in[i];
    results r = {};
    int sum = x;
    for (int step = 16; step; step /= 2)
        sum += __shfl_xor_sync(~0u, sum, step);
    r.all = sum;
    int scan = x;
    for (int step = 1; step < 32; step *= 2) {
        int y = __shfl_up_sync(~0u, scan, step);
        if (lane >= step)
            scan += y;
    }
    r.up = scan;
    r.down = __shfl_down_sync(~0u, x, 3, 8);
    r.other = __shfl_sync(~0u, x, x & 31);
    r.segment = __shfl_sync(~0u, x, lane + 5, 16);
    float least = (float)x;
    for (int step = 16; step; step /= 2)
        least = fminf(least, __shfl_down_sync(~0u, least, step));
    r.minimum = __shfl_sync(~0u, least, 0);
    r.wide = __shfl_xor_sync(~0u, x * 0.5, 7);
    r.word = __shfl_up_sync(~0u, (unsigned long long)x * 0x100000001ull, 2);
    if (lane & 1) {
        int odd = x;
        for (int step = 2; step < 32; step *= 2)
            odd += __shfl_xor_sync(0xaaaaaaaau, odd, step);
        r.odd_sum = odd;
    }
    r.partner = __shfl_xor_sync(~0u, r.odd_sum, 1);
    out[i] = r;
}
