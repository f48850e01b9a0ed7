/*
 * histo (Parboil): a histogram of many bins whose counts saturate at 255.
 * histo_prescan samples the input and guesses the ranges of bins that most values fall into, a range
 * being what fits a CTA's shared memory. histo_intermediates splits each value into range, row,
 * word and shift of its counter. histo_main has a CTA for each range and slice of the input: it
 * counts its range in bytes, four to a word, in shared memory, and notes in global memory what runs
 * over from byte to byte; the CTAs of the first range also count what lies in none of the ranges,
 * with global atomics. histo_final puts the counts together and clears them for the next time.
 */
#include "histo_limits.h"

static inline __device__ void add_upper(float *a, float *b, int t, int half)
{
    if (t < half) {
        a[t] += a[t + half];
        b[t] += b[t + half];
    }
}

/* ranges: the least and the greatest; over all CTAs. */
KERNEL histo_prescan(const unsigned *input, int size, unsigned *ranges)
{
    __shared__ float means[HISTO_PRESCAN_THREADS], deviations[HISTO_PRESCAN_THREADS];
    int t = (int)threadIdx.x;
    int slice = size / (int)gridDim.x;
    int from = (int)blockIdx.x * slice + t;
    int end = (int)blockIdx.x * slice + slice / 8; /* an eighth will do */
    float mean = 0, deviation = 0;
    unsigned n = 0;
    for (int at = from; at < end; at += (int)blockDim.x) {
        mean += (float)input[at];
        n++;
    }
    mean /= (float)n;
    means[t] = mean;
    for (int at = from; at < end; at += (int)blockDim.x) {
        float d = (float)input[at] - mean;
        deviation += d * d;
    }
    deviations[t] = sqrtf(deviation / (float)n);
    for (int half = HISTO_PRESCAN_THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        add_upper(means, deviations, t, half);
    }
    if (t == 0) {
        float middle = means[0] / HISTO_PRESCAN_THREADS;
        float reach = HISTO_SIGMAS * (deviations[0] / HISTO_PRESCAN_THREADS);
        float low = middle - reach;
        atomicMin(&ranges[0], (low > 0 ? (unsigned)low : 0u) / HISTO_RANGE);
        atomicMax(&ranges[1], (unsigned)(middle + reach) / HISTO_RANGE);
    }
}

static inline __device__ uchar4 place_of(unsigned bin)
{
    uchar4 p;
    p.x = (unsigned char)(bin / HISTO_RANGE);
    p.y = (unsigned char)((bin >> 10) % HISTO_ROWS);
    p.z = (unsigned char)(bin >> 2);
    p.w = (unsigned char)(bin % 4 * 8);
    return p;
}

/* A CTA takes HISTO_LINES lines, a thread two pixels of each, half a line apart. */
KERNEL histo_intermediates(const uint2 *input, unsigned width, unsigned pitch, uchar4 *places)
{
    unsigned line = HISTO_LINES * blockIdx.x;
    const uint2 *from = input + line * pitch + threadIdx.x;
    unsigned to = line * width + threadIdx.x;
    bool odd = width % 2 && threadIdx.x == blockDim.x - 1;
#pragma unroll
    for (int i = 0; i < HISTO_LINES; i++) {
        uint2 bins = *from;
        places[to] = place_of(bins.x);
        if (!odd)
            places[to + blockDim.x] = place_of(bins.y);
        from += pitch;
        to += width;
    }
}

static inline __device__ unsigned bin_at(uchar4 p)
{
    return p.x * HISTO_RANGE + p.y * 1024u + p.z * 4u + p.w / 8u;
}

/* One more in the byte. A byte that was 255 turns to 0 and adds one to the next: it is due 256, the
 * next one less. If that was 255 too, it turned to 0, is due 255, and the one after it is next. */
static inline __device__ void count_shared(unsigned rows[][256], unsigned *overflow,
                                           unsigned range, uchar4 p)
{
    if (p.x != range)
        return;
    unsigned before = atomicAdd(&rows[p.y][p.z], 1u << p.w) >> p.w;
    if ((before & 255) != 255)
        return;
    unsigned bin = bin_at(p);
    atomicAdd(&overflow[bin], 256u);
    for (unsigned shift = p.w + 8u; shift < 32; shift += 8) {
        before >>= 8;
        bin++;
        bool carries = (before & 255) == 255;
        atomicAdd(&overflow[bin], carries ? 255u : ~0u);
        if (!carries)
            break;
    }
}

/* One more in the half word, unless it is full already. */
static inline __device__ void count_global(unsigned *halves, unsigned low, unsigned high, uchar4 p)
{
    if (p.x >= low && p.x <= high)
        return;
    unsigned bin = bin_at(p), shift = bin % 2 * 16;
    if ((halves[bin / 2] >> shift & 0xffff) < 255)
        atomicAdd(&halves[bin / 2], 1u << shift);
}

KERNEL histo_main(const uchar4 *places, unsigned pixels, unsigned low, unsigned high,
                  unsigned *counts, unsigned *halves, unsigned *overflow)
{
    __shared__ unsigned rows[HISTO_ROWS][256];
    unsigned range = low + blockIdx.y;
    for (unsigned i = threadIdx.x; i < HISTO_RANGE / 4; i += blockDim.x)
        rows[0][i] = 0;
    __syncthreads();
    unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.y == 0) {
        for (; at < pixels; at += blockDim.x * gridDim.x) {
            uchar4 p = places[at];
            count_shared(rows, overflow, range, p);
            count_global(halves, low, high, p);
        }
    } else {
        for (; at < pixels; at += blockDim.x * gridDim.x)
            count_shared(rows, overflow, range, places[at]);
    }
    __syncthreads();
    counts += range * HISTO_RANGE;
    for (unsigned i = threadIdx.x; i < HISTO_RANGE / 4; i += blockDim.x) {
        unsigned word = rows[0][i];
        atomicAdd(&counts[4 * i], word & 255);
        atomicAdd(&counts[4 * i + 1], word >> 8 & 255);
        atomicAdd(&counts[4 * i + 2], word >> 16 & 255);
        atomicAdd(&counts[4 * i + 3], word >> 24);
    }
}

static inline __device__ unsigned char saturated(unsigned n)
{
    return (unsigned char)(n < 255 ? n : 255);
}

static inline __device__ void take_halves(ushort4 *halves, uchar4 *histogram, unsigned i)
{
    ushort4 n = halves[i];
    halves[i] = (ushort4){0, 0, 0, 0};
    histogram[i] = (uchar4){saturated(n.x), saturated(n.y), saturated(n.z), saturated(n.w)};
}

/* Four bins a thread; below the ranges, in them and above. */
KERNEL histo_final(unsigned low, unsigned high, unsigned bins, const uint4 *counts,
                   ushort4 *halves, uint4 *overflow, uchar4 *histogram)
{
    unsigned start = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    unsigned first = low * (HISTO_RANGE / 4), end = (high + 1) * (HISTO_RANGE / 4);
    for (unsigned i = start; i < first; i += threads)
        take_halves(halves, histogram, i);
    for (unsigned i = first + start; i < end; i += threads) {
        uint4 n = counts[i] + overflow[i];
        overflow[i] = (uint4){0, 0, 0, 0};
        histogram[i] = (uchar4){saturated(n.x), saturated(n.y), saturated(n.z), saturated(n.w)};
    }
    for (unsigned i = end + start; i < bins / 4; i += threads)
        take_halves(halves, histogram, i);
}
