/*
 * radix: one pass of a stable sort by a digit of 8 bits, 256 keys a CTA. radix_count counts digits
 * with shared atomics; three kernels scan the counts, digit by digit and CTA by CTA within a digit
 * (tiles of 256, the tiles' sums, and both together); radix_permute finds each key's place among
 * the equal digits of its CTA and scatters.
 */
#define DIGITS 256 /* and threads of a CTA */
#define WARPS  (DIGITS / 32)

static inline __device__ unsigned digit_of(unsigned key, int shift)
{
    return key >> shift & (DIGITS - 1);
}

KERNEL radix_count(const unsigned *keys, unsigned *counts, int shift)
{
    __shared__ unsigned bins[DIGITS];
    unsigned t = threadIdx.x;
    bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[digit_of(keys[blockIdx.x * DIGITS + t], shift)], 1u);
    __syncthreads();
    counts[t * gridDim.x + blockIdx.x] = bins[t];
}

/* Sums of all elements up to each thread's own, in shared memory. */
static inline __device__ unsigned scan_tile(unsigned *tile, unsigned value)
{
    unsigned t = threadIdx.x;
    tile[t] = value;
    for (unsigned step = 1; step < DIGITS; step *= 2) {
        __syncthreads();
        unsigned before = t >= step ? tile[t - step] : 0;
        __syncthreads();
        tile[t] += before;
    }
    return tile[t];
}

/* Scans a tile of 256 counts, without the thread's own, and leaves the tile's sum. */
KERNEL radix_scan_tiles(unsigned *counts, unsigned *sums)
{
    __shared__ unsigned tile[DIGITS];
    unsigned at = blockIdx.x * DIGITS + threadIdx.x;
    unsigned value = counts[at];
    unsigned sum = scan_tile(tile, value);
    counts[at] = sum - value;
    if (threadIdx.x == DIGITS - 1)
        sums[blockIdx.x] = sum;
}

/* One CTA: scans the sums of at most 256 tiles, without the thread's own. */
KERNEL radix_scan_sums(unsigned *sums, int tiles)
{
    __shared__ unsigned tile[DIGITS];
    unsigned value = (int)threadIdx.x < tiles ? sums[threadIdx.x] : 0;
    unsigned sum = scan_tile(tile, value);
    if ((int)threadIdx.x < tiles)
        sums[threadIdx.x] = sum - value;
}

KERNEL radix_add_sums(unsigned *counts, const unsigned *sums)
{
    counts[blockIdx.x * DIGITS + threadIdx.x] += sums[blockIdx.x];
}

KERNEL radix_permute(const unsigned *keys, const unsigned *places, unsigned *out, int shift)
{
    __shared__ unsigned digits[DIGITS];
    __shared__ unsigned before[WARPS][DIGITS]; /* equal digits in a warp, then in those before it */
    unsigned t = threadIdx.x, warp = t / 32;
    unsigned key = keys[blockIdx.x * DIGITS + t];
    unsigned digit = digit_of(key, shift);
    digits[t] = digit;
    for (int w = 0; w < WARPS; w++)
        before[w][t] = 0;
    __syncthreads();
    unsigned rank = 0, equal = 0; /* in the warp, among the lanes before this one and all */
    for (unsigned i = warp * 32; i < warp * 32 + 32; i++) {
        unsigned same = digits[i] == digit;
        equal += same;
        rank += i < t ? same : 0;
    }
    before[warp][digit] = equal;
    __syncthreads();
    unsigned sum = 0;
    for (int w = 0; w < WARPS; w++) {
        unsigned n = before[w][t];
        before[w][t] = sum;
        sum += n;
    }
    __syncthreads();
    out[places[digit * gridDim.x + blockIdx.x] + before[warp][digit] + rank] = key;
}
