/*
 * mri_gridding (Parboil): samples at scattered places of a box are spread over the box's grid points
 * with a Kaiser-Bessel window. Samples are first put in order of the grid cell they lie in (their
 * bin), so that a grid point finds those near it:
 * mri_binning counts each bin's samples, up to a limit; what is beyond is left to the host;
 * mri_split_sort and mri_split_rearrange sort (bin, sample) by four bits of the bin at a time;
 * the four mri_scan kernels make sums of the counts of bins, and of the sort's digits;
 * mri_reorder moves the samples; mri_gridding gathers, a thread a grid point.
 */
typedef struct sample {
    float real, imag; /* value */
    float x, y, z;    /* place, whole numbers */
    float weight;     /* of its density, 0: none */
} sample_t;

KERNEL mri_binning(unsigned n, const sample_t *samples, unsigned *keys, unsigned *values,
                   unsigned *counts, unsigned limit, unsigned nx, unsigned ny, unsigned nz)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned bin =
        ((unsigned)samples[i].z * ny + (unsigned)samples[i].y) * nx + (unsigned)samples[i].x;
    unsigned key = bin;
    if (atomicAdd(&counts[bin], 1u) >= limit) {
        atomicAdd(&counts[bin], 0u - 1u);
        key = nx * ny * nz; /* after all bins */
    }
    keys[i] = key;
    values[i] = i;
}

/*
 * Sort. A CTA of 256 takes 1024 keys, four a thread. Whoever has no key has the greatest, which
 * stays behind all others.
 */
#define THREADS 256
#define KEYS    (4 * THREADS) /* of a CTA */
#define DIGITS  16
#define NO_KEY  0xffffffffu
/* A word more every 16, and every 256, so that powers of two apart are in different banks. */
#define PAD(i)  ((i) + (i) / 16 + (i) / 256)

/* The sums of the words before each, in place, and of all in the word after the last. */
static inline __device__ void scan_keys(unsigned *s)
{
    unsigned t = threadIdx.x;
    __syncthreads();
    s[PAD(2 * t + 1)] += s[PAD(2 * t)];
    s[PAD(2 * (t + THREADS) + 1)] += s[PAD(2 * (t + THREADS))];
    unsigned step = 2;
    for (unsigned active = THREADS; active > 0; active /= 2) {
        __syncthreads();
        if (t < active) {
            unsigned left = 2 * step * t + step - 1, right = left + step;
            s[PAD(right)] += s[PAD(left)];
        }
        step *= 2;
    }
    if (t == 0) {
        s[PAD(KEYS)] = s[PAD(KEYS - 1)];
        s[PAD(KEYS - 1)] = 0;
    }
    for (unsigned active = 1; active <= THREADS; active *= 2) {
        step /= 2;
        __syncthreads();
        if (t < active) {
            unsigned left = 2 * step * t + step - 1, right = left + step;
            unsigned sum = s[PAD(left)];
            s[PAD(left)] = s[PAD(right)];
            s[PAD(right)] += sum;
        }
    }
    __syncthreads();
#pragma unroll
    for (unsigned pair = 0; pair < 2; pair++) {
        unsigned left = 2 * (t + pair * THREADS);
        unsigned sum = s[PAD(left)];
        s[PAD(left)] = s[PAD(left + 1)];
        s[PAD(left + 1)] += sum;
    }
    __syncthreads();
}

/* Sorts a CTA's keys by the four bits from `shift`, a bit at a time: keys stay in their threads and
 * know their place. Leaves how many have each digit. */
KERNEL mri_split_sort(unsigned n, unsigned shift, unsigned *keys, unsigned *values,
                      unsigned *digits)
{
    __shared__ unsigned flags[PAD(KEYS) + 1];
    __shared__ unsigned count[DIGITS];
    unsigned t = threadIdx.x, first = blockIdx.x * KEYS;
    bool there = first + 4 * t < n; /* all four: n is a multiple of four */
    unsigned key[4], value[4], place[4];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        key[k] = NO_KEY;
        value[k] = 0;
        place[k] = 4 * t + k;
    }
    if (there) {
#pragma unroll
        for (int k = 0; k < 4; k++) {
            key[k] = keys[first + 4 * t + k];
            value[k] = values[first + 4 * t + k];
        }
    }
    if (t < DIGITS)
        count[t] = 0;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; k++)
        atomicAdd(&count[key[k] >> shift & (DIGITS - 1)], 1u);

    for (unsigned bit = shift; bit < shift + 4; bit++) {
        /* Zeros are counted in the lower half of a word, ones in the upper. */
#pragma unroll
        for (int k = 0; k < 4; k++)
            flags[PAD(place[k])] = 1u << 16 * (key[k] >> bit & 1);
        scan_keys(flags);
        unsigned zeros = flags[PAD(KEYS)] & 0xffff;
#pragma unroll
        for (int k = 0; k < 4; k++) {
            unsigned one = key[k] >> bit & 1;
            place[k] = (flags[PAD(place[k])] >> 16 * one & 0xffff) + (one ? zeros : 0);
        }
        __syncthreads();
    }
    if (there) {
#pragma unroll
        for (int k = 0; k < 4; k++) {
            keys[first + place[k]] = key[k];
            values[first + place[k]] = value[k];
        }
    }
    if (t < DIGITS)
        digits[t * gridDim.x + blockIdx.x] = count[t];
}

/* Moves a CTA's sorted keys to where its first key of each digit goes. The place among equal digits
 * is found by walking back to the first of them. */
KERNEL mri_split_rearrange(unsigned n, unsigned shift, const unsigned *keys, unsigned *keys_out,
                           const unsigned *values, unsigned *values_out, const unsigned *digits)
{
    __shared__ unsigned start[DIGITS];
    __shared__ unsigned digit_of[KEYS];
    unsigned t = threadIdx.x, at = blockIdx.x * KEYS + 4 * t;
    if (t < DIGITS)
        start[t] = digits[t * gridDim.x + blockIdx.x];
    unsigned key[4], value[4], digit[4], to[4];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        key[k] = NO_KEY;
        value[k] = 0;
    }
    if (at < n) {
#pragma unroll
        for (int k = 0; k < 4; k++) {
            key[k] = keys[at + k];
            value[k] = values[at + k];
        }
    }
#pragma unroll
    for (int k = 0; k < 4; k++) {
        digit[k] = key[k] >> shift & (DIGITS - 1);
        digit_of[4 * t + k] = digit[k];
    }
    __syncthreads();
    to[0] = start[digit[0]];
    if (at < n)
        for (int i = (int)(4 * t) - 1; i >= 0 && digit_of[i] == digit[0]; i--)
            to[0]++;
#pragma unroll
    for (int k = 1; k < 4; k++)
        to[k] = digit[k] == digit[k - 1] ? to[k - 1] + 1 : start[digit[k]];
    if (at < n) {
#pragma unroll
        for (int k = 0; k < 4; k++) {
            keys_out[to[k]] = key[k];
            values_out[to[k]] = value[k];
        }
    }
}

/*
 * Sums of the words before each, of any number of words. mri_scan_blocks does 1024 words a CTA of
 * 512 threads and leaves the sums of all; mri_scan_up and mri_scan_down make the sums before each of
 * those, as a tree of which a CTA takes `2 x threads` words, `step` apart; mri_scan_add adds them.
 */
#define SCAN 1024

KERNEL mri_scan_blocks(unsigned n, unsigned *data, unsigned *sums)
{
    __shared__ unsigned s[SCAN];
    unsigned t = threadIdx.x, threads = blockDim.x;
    unsigned a = blockIdx.x * 2 * threads + t, b = a + threads;
    s[t] = a < n ? data[a] : 0;
    s[t + threads] = b < n ? data[b] : 0;
    unsigned step = 1;
    for (unsigned active = threads; active > 0; active /= 2) {
        __syncthreads();
        if (t < active) {
            unsigned left = 2 * step * t + step - 1;
            s[left + step] += s[left];
        }
        step *= 2;
    }
    if (t == 0) {
        sums[blockIdx.x] = s[2 * threads - 1];
        s[2 * threads - 1] = 0;
    }
    for (unsigned active = 1; active <= threads; active *= 2) {
        step /= 2;
        __syncthreads();
        if (t < active) {
            unsigned left = 2 * step * t + step - 1;
            unsigned sum = s[left];
            s[left] = s[left + step];
            s[left + step] += sum;
        }
    }
    __syncthreads();
    if (a < n)
        data[a] = s[t];
    if (b < n)
        data[b] = s[t + threads];
}

KERNEL mri_scan_up(unsigned *data, unsigned step)
{
    __shared__ unsigned s[SCAN];
    unsigned t = threadIdx.x, threads = blockDim.x;
    unsigned a = 2 * step * (blockIdx.x * threads + t) + step - 1, b = a + step;
    s[2 * t] = data[a];
    s[2 * t + 1] = data[b];
    unsigned near = 1;
    for (unsigned active = threads; active > 0; active /= 2) {
        __syncthreads();
        if (t < active) {
            unsigned left = 2 * near * t + near - 1;
            s[left + near] += s[left];
        }
        near *= 2;
    }
    __syncthreads();
    data[a] = s[2 * t];
    data[b] = s[2 * t + 1];
}

KERNEL mri_scan_down(unsigned *data, unsigned step)
{
    __shared__ unsigned s[SCAN];
    unsigned t = threadIdx.x, threads = blockDim.x;
    unsigned a = 2 * step * (blockIdx.x * threads + t) + step - 1, b = a + step;
    s[2 * t] = data[a];
    s[2 * t + 1] = data[b];
    unsigned near = 2 * threads;
    for (unsigned active = 1; active <= threads; active *= 2) {
        near /= 2;
        __syncthreads();
        if (t < active) {
            unsigned left = 2 * near * t + near - 1;
            unsigned sum = s[left];
            s[left] = s[left + near];
            s[left + near] += sum;
        }
    }
    __syncthreads();
    data[a] = s[2 * t];
    data[b] = s[2 * t + 1];
}

KERNEL mri_scan_add(unsigned n, unsigned *data, const unsigned *sums)
{
    __shared__ unsigned sum;
    if (threadIdx.x == 0)
        sum = sums[blockIdx.x];
    __syncthreads();
    unsigned a = blockIdx.x * 2 * blockDim.x + threadIdx.x, b = a + blockDim.x;
    if (a < n)
        data[a] += sum;
    if (b < n)
        data[b] += sum;
}

KERNEL mri_reorder(unsigned n, const unsigned *values, const sample_t *samples, sample_t *sorted)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sorted[i] = samples[values[i]];
}

/* The modified Bessel function of order 0: the first terms of its power series in x^2 / 4, of which
 * term k is the one before by x^2 / 4 k^2. */
#define TERMS 18
static inline __device__ float bessel_i0(float x)
{
    float q = 0.25f * x * x, sum = 1.0f;
#pragma unroll
    for (int k = TERMS; k > 0; k--)
        sum = 1.0f + sum * (q * (1.0f / (float)(k * k)));
    return sum;
}

/* A CTA of 8 x 4 x 2 grid points looks at the samples of all bins at most 3 away from one of them,
 * which along x are in one piece. */
#define TX    8
#define TY    4
#define TZ    2
#define REACH 3

KERNEL mri_gridding(const sample_t *samples, const unsigned *start, float *grid, float *density,
                    int nx, int ny, int nz, float cutoff2, float one_over_cutoff2, float beta)
{
    int z0 = TZ * ((int)blockIdx.y / (ny / TY));
    int y0 = TY * ((int)blockIdx.y % (ny / TY));
    int x0 = TX * (int)blockIdx.x;
    int x = x0 + (int)threadIdx.x, y = y0 + (int)threadIdx.y, z = z0 + (int)threadIdx.z;
    int x_first = max(x0 - REACH, 0), x_last = min(x0 + TX - 1 + REACH, nx - 1);
    int y_first = max(y0 - REACH, 0), y_last = min(y0 + TY - 1 + REACH, ny - 1);
    int z_first = max(z0 - REACH, 0), z_last = min(z0 + TZ - 1 + REACH, nz - 1);

    float real_sum = 0.0f, imag_sum = 0.0f, count = 0.0f;
    for (int bz = z_first; bz <= z_last; bz++) {
        for (int by = y_first; by <= y_last; by++) {
            const unsigned *row = start + (bz * ny + by) * nx;
            int end = (int)row[x_last + 1];
            for (int i = (int)row[x_first]; i < end; i++) {
                float real = samples[i].real, imag = samples[i].imag, weight = samples[i].weight;
                if ((real != 0.0f || imag != 0.0f) && weight != 0.0f) {
                    float dx = samples[i].x - (float)x, dy = samples[i].y - (float)y,
                          dz = samples[i].z - (float)z;
                    float v = dx * dx + dy * dy + dz * dz;
                    if (v < cutoff2) {
                        float w = bessel_i0(beta * sqrtf(1.0f - v * one_over_cutoff2)) * weight;
                        real_sum += w * real;
                        imag_sum += w * imag;
                        count += 1.0f;
                    }
                }
            }
        }
    }
    int at = (z * ny + y) * nx + x;
    grid[2 * at] = real_sum;
    grid[2 * at + 1] = imag_sum;
    density[at] = count;
}
