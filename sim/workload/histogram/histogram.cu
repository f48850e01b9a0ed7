/*
 * histogram (CUDA SDK): counts of the 256 values of a byte. Each warp of a CTA has counters of its
 * own in shared memory; without atomics, lanes that meet in a counter tag it with their number and
 * write again until each has been the last. histogram256 leaves one partial histogram a CTA,
 * histogram_merge adds them, one CTA a value.
 */
#define BINS    256
#define WARPS   6
#define THREADS (WARPS * 32)

static inline __device__ void count(volatile unsigned *bins, unsigned byte, unsigned tag)
{
    unsigned n;
    do {
        n = tag | ((bins[byte] & 0x07ffffffu) + 1); /* the counter's 27 bits, the lane's 5 */
        bins[byte] = n;
    } while (bins[byte] != n);
}

KERNEL histogram256(unsigned *partial, const unsigned *data, unsigned words)
{
    __shared__ unsigned bins[WARPS * BINS];
    unsigned *own = bins + threadIdx.x / 32 * BINS;
#pragma unroll
    for (unsigned i = 0; i < WARPS * BINS / THREADS; i++)
        bins[threadIdx.x + i * THREADS] = 0;
    __syncthreads();

    unsigned tag = threadIdx.x << 27;
    for (unsigned at = blockIdx.x * blockDim.x + threadIdx.x; at < words;
         at += blockDim.x * gridDim.x) {
        unsigned word = data[at];
        count(own, word & 0xff, tag);
        count(own, word >> 8 & 0xff, tag);
        count(own, word >> 16 & 0xff, tag);
        count(own, word >> 24, tag);
    }
    __syncthreads();

    for (unsigned bin = threadIdx.x; bin < BINS; bin += THREADS) {
        unsigned sum = 0;
#pragma unroll
        for (unsigned w = 0; w < WARPS; w++)
            sum += bins[bin + w * BINS] & 0x07ffffffu;
        partial[blockIdx.x * BINS + bin] = sum;
    }
}

/* blockDim.x: a power of two, at most 256. */
KERNEL histogram_merge(unsigned *histogram, const unsigned *partial, unsigned partials)
{
    __shared__ unsigned sums[256];
    unsigned sum = 0;
    for (unsigned i = threadIdx.x; i < partials; i += blockDim.x)
        sum += partial[blockIdx.x + i * BINS];
    sums[threadIdx.x] = sum;
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            sums[threadIdx.x] += sums[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        histogram[blockIdx.x] = sums[0];
}
