/*
 * mri_gridding: samples of a box's frequencies, along spokes through its middle, spread over a grid
 * with a Kaiser-Bessel window. The reference spreads each sample over the points near it, in
 * double; it knows nothing of bins. Samples beyond a bin's limit are the host's in the original:
 * which they are is the device's choice, so that the check asks for the right number of each bin
 * and leaves just those out.
 */
#include <math.h>
#include <string.h>

#include "workload/check.h"

#define WIDTH   5 /* of the window, grid points */
#define CUTOFF2 6.25f
#define TERMS   18   /* of the window's series in the kernel */
#define REACH2  6    /* the greatest square distance below CUTOFF2: places are whole numbers */
#define REPEATS 32   /* of the first place, by one warp: in every order the first ones are kept */
#define KEYS    1024 /* of a CTA that sorts */
#define DIGITS  16
#define SCAN    1024 /* words of a CTA that scans */

typedef struct shape {
    uint32_t nx, ny, nz; /* grid points; multiples of 8, 4 and 2 */
    uint32_t spokes;
    uint32_t spoke; /* samples of one; a multiple of 4 */
    uint32_t limit; /* samples of a bin, below REPEATS; the rest is left to the host */
} shape_t;

static const shape_t shapes[SCALES] = {
    {16, 12, 8, 6, 8, 4}, {32, 32, 32, 40, 64, 16}, {64, 64, 64, 512, 64, 24}};

/* As the kernels have it. */
typedef struct sample {
    float real, imag, x, y, z, weight;
} sample_t;

/* What a run has on the device. */
typedef struct buffers {
    uint64_t samples, sorted, keys[2], values[2], digits, counts, sums, grid, density;
    uint32_t n, bins;
} buffers_t;

static uint32_t bin_of(const sample_t *p, shape_t s)
{
    return ((uint32_t)p->z * s.ny + (uint32_t)p->y) * s.nx + (uint32_t)p->x;
}

/* A way through the middle of the unit ball. */
static void direction(rng_t *r, double d[3])
{
    double size;
    do {
        size = 0;
        for (unsigned i = 0; i < 3; i++) {
            d[i] = 2 * (double)rng_float(r) - 1;
            size += d[i] * d[i];
        }
    } while (size > 1 || size < 0.01);
    for (unsigned i = 0; i < 3; i++)
        d[i] /= sqrt(size);
}

/* Sample k of a spoke: the further out the more it weighs, since samples are dense in the middle.
 * A place that was read as often as its bin can hold is read no more, but some other place. */
static sample_t place_sample(rng_t *r, shape_t s, const double d[3], uint32_t k, uint32_t *count)
{
    double t = (2.0 * k + 1) / s.spoke - 1;
    sample_t p = {.x = (float)floor((d[0] * t + 1) / 2 * (s.nx - 1)),
                  .y = (float)floor((d[1] * t + 1) / 2 * (s.ny - 1)),
                  .z = (float)floor((d[2] * t + 1) / 2 * (s.nz - 1)),
                  .weight = (float)(t * t)};
    while (count[bin_of(&p, s)] >= s.limit) {
        p.x = (float)rng_below(r, s.nx);
        p.y = (float)rng_below(r, s.ny);
        p.z = (float)rng_below(r, s.nz);
    }
    return p;
}

static uint32_t sample_count(shape_t s)
{
    return REPEATS + s.spokes * s.spoke;
}

/* The first samples are all of the first corner, more than its bin can hold; then the spokes. One
 * sample in 32 was lost. */
static sample_t *make_samples(host_t *h, shape_t s)
{
    sample_t *sample = host_memory(h, sample_count(s), sizeof *sample);
    uint32_t *count = host_memory(h, (size_t)s.nx * s.ny * s.nz, sizeof *count);
    double d[3] = {0};
    for (uint32_t i = 0; host_ok(h) && i < sample_count(s); i++) {
        sample_t *p = &sample[i];
        p->weight = 1;
        if (i >= REPEATS) {
            uint32_t k = (i - REPEATS) % s.spoke;
            if (k == 0)
                direction(&h->rng, d);
            *p = place_sample(&h->rng, s, d, k, count);
        }
        count[bin_of(p, s)]++;
        bool lost = rng_below(&h->rng, 32) == 0;
        float real = rng_float(&h->rng), imag = rng_float(&h->rng);
        p->real = lost ? 0 : 2 * real - 1;
        p->imag = lost ? 0 : 2 * imag - 1;
    }
    return sample;
}

/* CTAs of the tree over the sums of `blocks` take `fan` of them each, level by level: the power of
 * two that makes the tree smallest, and what the tree holds. */
static uint32_t scan_fan(uint32_t blocks, uint32_t *total)
{
    uint32_t best = 0;
    for (uint32_t fan = 128; fan <= SCAN; fan *= 2) {
        uint32_t size = fan;
        while (size < blocks)
            size *= fan;
        if (!best || size < *total) {
            best = fan;
            *total = size;
        }
    }
    return best;
}

/* Room for the sums of a scan of n words. */
static uint32_t scan_room(uint32_t n)
{
    uint32_t total = 0;
    scan_fan(host_ctas(n, SCAN), &total);
    return total;
}

/* Makes of each of n words the sum of those before it. */
static void scan(host_t *h, uint64_t data, uint64_t sums, uint32_t n)
{
    uint32_t blocks = host_ctas(n, SCAN), total = 0, zero = 0, step = 1;
    uint32_t fan = scan_fan(blocks, &total);
    dim3_t threads = {SCAN / 2, 1, 1}, half = {fan / 2, 1, 1};
    if (!host_ok(h))
        return;
    dev_fill(h->d, sums, 0, total * sizeof(uint32_t));
    HOST_LAUNCH(h, "mri_scan_blocks", ((dim3_t){blocks, 1, 1}), threads, dev_arg_u32(n),
                dev_arg_ptr(data), dev_arg_ptr(sums));
    for (uint32_t left = total; left > 1; left /= fan, step *= fan)
        HOST_LAUNCH(h, "mri_scan_up", ((dim3_t){left / fan, 1, 1}), half, dev_arg_ptr(sums),
                    dev_arg_u32(step));
    dev_write(h->d, sums + (total - 1) * sizeof zero, &zero, sizeof zero);
    for (uint32_t nodes = 1; step > 1; nodes *= fan) {
        step /= fan;
        HOST_LAUNCH(h, "mri_scan_down", ((dim3_t){nodes, 1, 1}), half, dev_arg_ptr(sums),
                    dev_arg_u32(step));
    }
    HOST_LAUNCH(h, "mri_scan_add", ((dim3_t){blocks, 1, 1}), threads, dev_arg_u32(n),
                dev_arg_ptr(data), dev_arg_ptr(sums));
}

/* Sorts keys up to `last`, and their values with them. Which of the two buffers has them. */
static unsigned sort(host_t *h, const buffers_t *b, uint32_t last)
{
    uint32_t ctas = host_ctas(b->n, KEYS);
    dim3_t grid = {ctas, 1, 1}, block = {KEYS / 4, 1, 1};
    unsigned now = 0;
    for (uint32_t shift = 0; shift < 32 && last >> shift; shift += 4, now ^= 1) {
        HOST_LAUNCH(h, "mri_split_sort", grid, block, dev_arg_u32(b->n), dev_arg_u32(shift),
                    dev_arg_ptr(b->keys[now]), dev_arg_ptr(b->values[now]), dev_arg_ptr(b->digits));
        scan(h, b->digits, b->sums, ctas * DIGITS);
        HOST_LAUNCH(h, "mri_split_rearrange", grid, block, dev_arg_u32(b->n), dev_arg_u32(shift),
                    dev_arg_ptr(b->keys[now]), dev_arg_ptr(b->keys[now ^ 1]),
                    dev_arg_ptr(b->values[now]), dev_arg_ptr(b->values[now ^ 1]),
                    dev_arg_ptr(b->digits));
    }
    return now;
}

static buffers_t make_buffers(host_t *h, shape_t s, const sample_t *samples)
{
    buffers_t b = {.n = sample_count(s), .bins = s.nx * s.ny * s.nz};
    uint32_t digits = host_ctas(b.n, KEYS) * DIGITS;
    uint32_t room = scan_room(b.bins + 1), other = scan_room(digits);
    b.samples = host_upload(h, samples, b.n * sizeof *samples);
    b.sorted = host_buffer(h, b.n * sizeof *samples);
    for (unsigned i = 0; i < 2; i++) {
        b.keys[i] = host_buffer(h, b.n * sizeof(uint32_t));
        b.values[i] = host_buffer(h, b.n * sizeof(uint32_t));
    }
    b.digits = host_buffer(h, digits * sizeof(uint32_t));
    b.counts = host_buffer(h, (b.bins + 1) * sizeof(uint32_t));
    b.sums = host_buffer(h, (room > other ? room : other) * sizeof(uint32_t));
    b.grid = host_buffer(h, b.bins * 2 * sizeof(float));
    b.density = host_buffer(h, b.bins * sizeof(float));
    return b;
}

/* Kaiser-Bessel windows are narrow for a grid made twice as fine as the image needs: P. Beatty and
 * others, "Rapid gridding reconstruction with a minimal oversampling ratio" (2005), equation 5. */
static float window_shape(void)
{
    double w = WIDTH, fine = 2;
    return (float)(3.14159265358979 *
                   sqrt(w * w / (fine * fine) * (fine - 0.5) * (fine - 0.5) - 0.8));
}

/* The window at each square distance, with the error that the kernel's arithmetic and its short
 * series may have. */
static void make_window(approx_t window[REACH2 + 1])
{
    double beta = (double)window_shape();
    for (int v = 0; v <= REACH2; v++) {
        approx_t inside = approx_sub(
            approx_exact(1), approx_mul(approx_exact(v), approx_rounded(1 / (double)CUTOFF2)));
        approx_t x = approx_mul(approx_exact(beta), approx_sqrt(inside));
        approx_t q = approx_mul(approx_mul(approx_exact(0.25), x), x), sum = approx_exact(1);
        for (int k = TERMS; k > 0; k--)
            sum = approx_add(approx_exact(1),
                             approx_mul(sum, approx_mul(q, approx_rounded(1.0 / (k * k)))));
        double exact = beta * beta * (1 - v / (double)CUTOFF2) / 4;
        double term = 1, bessel = 1;
        for (int k = 1; term > 1e-20 * bessel; k++)
            bessel += term *= exact / (k * k);
        window[v] = (approx_t){bessel, sum.e + (bessel - sum.v)};
    }
}

/* What samples make of a grid point. */
typedef struct point {
    double real, imag, real_size, imag_size, error;
    uint32_t samples;
} point_t;

static void spread(const sample_t *p, const approx_t *window, shape_t s, point_t *grid)
{
    int64_t at[3] = {(int64_t)p->x, (int64_t)p->y, (int64_t)p->z};
    for (int dz = -2; dz <= 2; dz++) {
        for (int dy = -2; dy <= 2; dy++) {
            for (int dx = -2; dx <= 2; dx++) {
                int64_t x = at[0] + dx, y = at[1] + dy, z = at[2] + dz;
                int v = dx * dx + dy * dy + dz * dz;
                if (v > REACH2 || x < 0 || y < 0 || z < 0 || x >= s.nx || y >= s.ny || z >= s.nz)
                    continue;
                approx_t w = approx_mul(window[v], approx_exact((double)p->weight));
                approx_t real = approx_mul(w, approx_exact((double)p->real));
                approx_t imag = approx_mul(w, approx_exact((double)p->imag));
                point_t *g = &grid[((uint32_t)z * s.ny + (uint32_t)y) * s.nx + (uint32_t)x];
                g->real += real.v;
                g->imag += imag.v;
                g->real_size += fabs(real.v) + real.e;
                g->imag_size += fabs(imag.v) + imag.e;
                g->error += real.e > imag.e ? real.e : imag.e;
                g->samples++;
            }
        }
    }
}

/* Marks the samples that the device has left to the host: of each bin those above the limit, behind
 * all others, from place `from` of the order on. 0, or 1 and what is wrong. */
static int find_left(host_t *h, shape_t s, const sample_t *samples, uint32_t n,
                     const uint32_t *order, uint32_t from, uint8_t *left)
{
    uint32_t bins = s.nx * s.ny * s.nz, kept = 0;
    int32_t *got = host_memory(h, bins, sizeof *got), *want = host_memory(h, bins, sizeof *want);
    if (!host_ok(h))
        return 0;
    for (uint32_t i = 0; i < n; i++)
        want[bin_of(&samples[i], s)]++;
    for (uint32_t i = 0; i < bins; i++) {
        kept += want[i] < (int32_t)s.limit ? (uint32_t)want[i] : s.limit;
        want[i] = want[i] > (int32_t)s.limit ? want[i] - (int32_t)s.limit : 0;
    }
    if (from != kept)
        return check_fail(h, "samples left begin at %u, expected %u", from, kept);
    for (uint32_t i = kept; i < n; i++) {
        if (order[i] >= n || left[order[i]])
            return check_fail(h, "sample %u in place %u of the order of %u", order[i], i, n);
        left[order[i]] = 1;
        got[bin_of(&samples[order[i]], s)]++;
    }
    return check_i32(h, "samples left of bin", got, want, bins);
}

static int check(host_t *h, shape_t s, const sample_t *samples, const buffers_t *b, unsigned now)
{
    uint8_t *left = host_memory(h, b->n, 1);
    point_t *point = host_memory(h, b->bins, sizeof *point);
    approx_t *want = host_memory(h, b->bins * (size_t)2, sizeof *want);
    approx_t *samples_want = host_memory(h, b->bins, sizeof *samples_want);
    uint32_t *order = host_download(h, b->values[now], b->n * sizeof *order);
    float *grid = host_download(h, b->grid, b->bins * 2 * sizeof *grid);
    float *density = host_download(h, b->density, b->bins * sizeof *density);
    uint32_t *from = host_download(h, b->counts + b->bins * sizeof *from, sizeof *from);
    if (!host_ok(h))
        return 0;
    int rc = find_left(h, s, samples, b->n, order, *from, left);
    if (rc || !host_ok(h))
        return rc;
    approx_t window[REACH2 + 1];
    make_window(window);
    for (uint32_t i = 0; i < b->n; i++)
        if (!left[i] && (samples[i].real != 0 || samples[i].imag != 0) && samples[i].weight != 0)
            spread(&samples[i], window, s, point);
    for (uint32_t i = 0; i < b->bins; i++) {
        double sums = check_gamma(point[i].samples);
        want[2 * i] = (approx_t){point[i].real, point[i].error + sums * point[i].real_size};
        want[2 * i + 1] = (approx_t){point[i].imag, point[i].error + sums * point[i].imag_size};
        samples_want[i] = approx_exact(point[i].samples);
    }
    rc = check_approx(h, "samples of point", density, samples_want, b->bins);
    return rc ? rc : check_approx(h, "grid", grid, want, b->bins * (size_t)2);
}

static int mri_gridding(host_t *h, shape_t s)
{
    sample_t *samples = make_samples(h, s);
    buffers_t b = make_buffers(h, s, samples);
    dim3_t grid = {host_ctas(b.n, 512), 1, 1}, block = {512, 1, 1};
    HOST_LAUNCH(h, "mri_binning", grid, block, dev_arg_u32(b.n), dev_arg_ptr(b.samples),
                dev_arg_ptr(b.keys[0]), dev_arg_ptr(b.values[0]), dev_arg_ptr(b.counts),
                dev_arg_u32(s.limit), dev_arg_u32(s.nx), dev_arg_u32(s.ny), dev_arg_u32(s.nz));
    unsigned now = sort(h, &b, b.bins);
    HOST_LAUNCH(h, "mri_reorder", grid, block, dev_arg_u32(b.n), dev_arg_ptr(b.values[now]),
                dev_arg_ptr(b.samples), dev_arg_ptr(b.sorted));
    scan(h, b.counts, b.sums, b.bins + 1); /* counts become where bins begin */
    HOST_LAUNCH(h, "mri_gridding", ((dim3_t){s.nx / 8, s.ny / 4 * (s.nz / 2), 1}),
                ((dim3_t){8, 4, 2}), dev_arg_ptr(b.sorted), dev_arg_ptr(b.counts),
                dev_arg_ptr(b.grid), dev_arg_ptr(b.density), dev_arg_u32(s.nx), dev_arg_u32(s.ny),
                dev_arg_u32(s.nz), dev_arg_f32(CUTOFF2), dev_arg_f32(1 / CUTOFF2),
                dev_arg_f32(window_shape()));
    return host_ok(h) ? check(h, s, samples, &b, now) : 0;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = mri_gridding(&h, shapes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_mri_gridding = {
    .name = "mri_gridding",
    .suite = "Parboil",
    .groups = "apcm:ci",
    .variants = "unrolled",
    .doc = "scattered samples sorted by grid cell, and gathered by a thread a grid point",
    .geometry = {"2x12 x 8x4x2, 16x12x8 grid, 80 samples", "4x128 x 8x4x2, 32^3 grid, 2592 samples",
                 "8x512 x 8x4x2, 64^3 grid, 32800 samples"},
    .warp_inst = {170921, 5355378, 63412279},
    .run = run,
};
