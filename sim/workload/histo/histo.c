/*
 * histo: a histogram whose counts end at 255. The reference counts on the host; the ranges that the
 * first kernel guesses are compared with the same statistics in double, within single precision's
 * bound.
 */
#include <errno.h>
#include <math.h>

#include "workload/check.h"
#include "workload/histo/histo_limits.h"

#define THREADS       768 /* of a CTA of histo_main */
#define FINAL_THREADS 512
#define MEAN          49152 /* of the values, with deviation SPREAD */
#define SPREAD        1800
#define HOT           4 /* neighbouring values that an eighth of the pixels has */

typedef struct shape {
    uint32_t width, height, bins;
    uint32_t prescan, slices; /* CTAs of histo_prescan, and of histo_main for each range */
    unsigned times;
} shape_t;

static const shape_t shapes[SCALES] = {{256, 160, 256 * 512, 2, 4, 1},
                                       {996, 1040, 256 * 4096, 64, 14, 1},
                                       {996, 1040, 256 * 4096, 64, 14, 20}};

/* Most values round the mean, some the same, and a few anywhere. */
static uint32_t draw(host_t *h, uint32_t bins)
{
    if (rng_below(&h->rng, 16384) == 0)
        return rng_below(&h->rng, bins);
    if (rng_below(&h->rng, 8) == 0)
        return MEAN + rng_below(&h->rng, HOT);
    double sum = -6; /* of twelve uniform numbers: nearly normal, variance 1 */
    for (unsigned i = 0; i < 12; i++)
        sum += (double)rng_float(&h->rng);
    return (uint32_t)(MEAN + (int)(SPREAD * sum));
}

/* An upper bound of the error that a root makes of its argument's. */
static approx_t root(approx_t a)
{
    approx_t r = approx_rounded(sqrt(a.v));
    r.e += a.e < a.v ? a.e / r.v : sqrt(a.e);
    return r;
}

/* n: a power of two. By halves, as the sums of a CTA. */
static approx_t sum_of(const approx_t *a, unsigned n)
{
    return n == 1 ? a[0] : approx_add(sum_of(a, n / 2), sum_of(a + n / 2, n / 2));
}

typedef struct interval {
    uint32_t least, greatest;
} interval_t;

static interval_t range_of(approx_t bin)
{
    double least = fmax(bin.v - bin.e, 0), greatest = fmax(bin.v + bin.e, 0);
    return (interval_t){(uint32_t)least / HISTO_RANGE, (uint32_t)greatest / HISTO_RANGE};
}

/* Of one CTA of the first kernel: the ranges of HISTO_SIGMAS deviations on either side. */
static void sample(const uint32_t *pixel, uint32_t n, interval_t *low, interval_t *high)
{
    static const unsigned threads = HISTO_PRESCAN_THREADS;
    approx_t mean[HISTO_PRESCAN_THREADS], deviation[HISTO_PRESCAN_THREADS];
    for (unsigned t = 0; t < threads; t++) {
        approx_t sum = approx_exact(0), squares = approx_exact(0), count = approx_exact(0);
        for (uint32_t i = t; i < n; i += threads) {
            sum = approx_add(sum, approx_exact(pixel[i]));
            count.v++;
        }
        mean[t] = approx_div(sum, count);
        for (uint32_t i = t; i < n; i += threads) {
            approx_t d = approx_sub(approx_exact(pixel[i]), mean[t]);
            squares = approx_add(squares, approx_mul(d, d));
        }
        deviation[t] = root(approx_div(squares, count));
    }
    approx_t middle = approx_div(sum_of(mean, threads), approx_exact(threads));
    approx_t spread = approx_div(sum_of(deviation, threads), approx_exact(threads));
    approx_t reach = approx_mul(approx_exact(HISTO_SIGMAS), spread);
    *low = range_of(approx_sub(middle, reach));
    *high = range_of(approx_add(middle, reach));
}

static int check_ranges(host_t *h, shape_t s, const uint32_t *pixel, const uint32_t got[2])
{
    uint32_t slice = s.width * s.height / s.prescan;
    interval_t low = {UINT32_MAX, UINT32_MAX}, high = {0, 0};
    for (uint32_t cta = 0; cta < s.prescan; cta++) {
        interval_t l, u;
        sample(pixel + cta * slice, slice / 8, &l, &u);
        low.least = l.least < low.least ? l.least : low.least;
        low.greatest = l.greatest < low.greatest ? l.greatest : low.greatest;
        high.least = u.least > high.least ? u.least : high.least;
        high.greatest = u.greatest > high.greatest ? u.greatest : high.greatest;
    }
    if (got[0] < low.least || got[0] > low.greatest)
        return check_fail(h, "the least range is %u, expected %u", got[0], low.least);
    if (got[1] < high.least || got[1] > high.greatest)
        return check_fail(h, "the greatest range is %u, expected %u", got[1], high.least);
    return 0;
}

typedef struct buffers {
    uint64_t input, places, ranges, counts, halves, overflow, histogram;
    uint32_t bins; /* the shape's, to whole ranges */
} buffers_t;

static buffers_t allocate(host_t *h, shape_t s, const uint32_t *pixel)
{
    uint32_t bins = host_ctas(s.bins, HISTO_RANGE) * HISTO_RANGE;
    size_t pixels = (size_t)s.width * s.height;
    return (buffers_t){
        .input = host_upload(h, pixel, pixels * sizeof *pixel),
        .places = host_buffer(h, pixels * sizeof(uint32_t)),
        .ranges = host_buffer(h, 2 * sizeof(uint32_t)),
        .counts = host_buffer(h, bins * sizeof(uint32_t)),
        .halves = host_buffer(h, bins * sizeof(uint16_t)),
        .overflow = host_buffer(h, bins * sizeof(uint32_t)),
        .histogram = host_buffer(h, bins),
        .bins = bins,
    };
}

/* One histogram; the ranges are read and checked before they become a launch's shape. */
static int count(host_t *h, shape_t s, const uint32_t *pixel, const buffers_t *b)
{
    uint32_t range[2] = {UINT32_MAX, 0}, pixels = s.width * s.height;
    dim3_t half = {s.width / 2, 1, 1}, scan = {HISTO_PRESCAN_THREADS, 1, 1};
    if (!host_ok(h))
        return -ENOMEM;
    dev_write(h->d, b->ranges, range, sizeof range);
    HOST_LAUNCH(h, "histo_prescan", ((dim3_t){s.prescan, 1, 1}), scan, dev_arg_ptr(b->input),
                dev_arg_u32(pixels), dev_arg_ptr(b->ranges));
    dev_read(h->d, range, b->ranges, sizeof range);
    int rc = host_ok(h) ? check_ranges(h, s, pixel, range) : 0;
    if (rc || !host_ok(h))
        return rc;
    uint32_t last = b->bins / HISTO_RANGE - 1;
    range[1] = range[1] < last ? range[1] : last;
    dev_fill(h->d, b->counts, 0, b->bins * sizeof(uint32_t));
    HOST_LAUNCH(h, "histo_intermediates", ((dim3_t){s.height / HISTO_LINES, 1, 1}), half,
                dev_arg_ptr(b->input), dev_arg_u32(s.width), dev_arg_u32(s.width / 2),
                dev_arg_ptr(b->places));
    HOST_LAUNCH(h, "histo_main", ((dim3_t){s.slices, range[1] - range[0] + 1, 1}),
                ((dim3_t){THREADS, 1, 1}), dev_arg_ptr(b->places), dev_arg_u32(pixels),
                dev_arg_u32(range[0]), dev_arg_u32(range[1]), dev_arg_ptr(b->counts),
                dev_arg_ptr(b->halves), dev_arg_ptr(b->overflow));
    HOST_LAUNCH(h, "histo_final", ((dim3_t){s.slices * 3, 1, 1}), ((dim3_t){FINAL_THREADS, 1, 1}),
                dev_arg_u32(range[0]), dev_arg_u32(range[1]), dev_arg_u32(s.bins),
                dev_arg_ptr(b->counts), dev_arg_ptr(b->halves), dev_arg_ptr(b->overflow),
                dev_arg_ptr(b->histogram));
    return 0;
}

/* The counts; and that the counters are zero for the next time. */
static int check(host_t *h, shape_t s, const uint32_t *pixel, const buffers_t *b)
{
    uint8_t *got = host_download(h, b->histogram, s.bins);
    uint16_t *halves = host_download(h, b->halves, s.bins * sizeof *halves);
    uint32_t *overflow = host_download(h, b->overflow, s.bins * sizeof *overflow);
    uint32_t *want = host_memory(h, s.bins, sizeof *want);
    if (!host_ok(h))
        return 0;
    for (uint32_t i = 0; i < s.width * s.height; i++)
        want[pixel[i]]++;
    for (uint32_t i = 0; i < s.bins; i++) {
        if (got[i] != (want[i] < 255 ? want[i] : 255))
            return check_fail(h, "count[%u] is %u, expected %u", i, got[i],
                              want[i] < 255 ? want[i] : 255);
        if (halves[i] || overflow[i])
            return check_fail(h, "counters of bin %u are %u and %u, expected 0", i, halves[i],
                              overflow[i]);
    }
    return 0;
}

static int histo(host_t *h, shape_t s)
{
    uint32_t pixels = s.width * s.height;
    uint32_t *pixel = host_memory(h, pixels, sizeof *pixel);
    for (uint32_t i = 0; host_ok(h) && i < pixels; i++)
        pixel[i] = draw(h, s.bins);
    buffers_t b = allocate(h, s, pixel);
    for (unsigned i = 0; i < s.times; i++) {
        int rc = count(h, s, pixel, &b);
        if (rc)
            return rc;
    }
    return check(h, s, pixel, &b);
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = histo(&h, shapes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_histo = {
    .name = "histo",
    .suite = "Parboil",
    .groups = "apres:ci",
    .variants = "",
    .doc = "histogram of a million bins that saturate at 255: ranges in shared memory, the rest "
           "global",
    .geometry = {"4x2x768, 256x160 pixels, 131072 bins", "14x2x768, 996x1040 pixels, 1048576 bins",
                 "14x2x768, 996x1040 pixels, 1048576 bins, 20 times"},
    .warp_inst = {177946, 3009288, 60185760},
    .run = run,
};
