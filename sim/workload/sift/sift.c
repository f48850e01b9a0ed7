/*
 * sift: the host. Octave by octave: planes, differences, points, their directions, descriptors;
 * every stage is checked before the next one runs.
 */
#include "workload/sift/sift.h"

#include <math.h>
#include <string.h>

#include "workload/check.h"
#include "workload/image.h"

#define COLUMNS 32
#define ROWS    8
#define STRIP   32 /* rows of a CTA of the blur and the search */

typedef struct sizes {
    uint32_t side, octaves;
} sizes_t;

static const sizes_t sizes[SCALES] = {{64, 2}, {512, 3}, {1024, 4}};

/* A bell over n places around the middle one, of sum 1. */
static void make_blur(float *weight, int n, double sigma)
{
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += exp(-(k - n / 2) * (k - n / 2) / (2 * sigma * sigma));
    for (int k = 0; k < n; k++)
        weight[k] = (float)(exp(-(k - n / 2) * (k - n / 2) / (2 * sigma * sigma)) / sum);
}

/* Plane l has a blur of 2^(l / 2) pixels; each step adds what is missing, and the first plane takes
 * the image for one with a blur of a half. */
static void make_tables(sift_tables_t *t)
{
    for (int l = 0; l < LEVELS; l++) {
        double before = l ? pow(2, (l - 1) / 2.0) : 0.5, after = pow(2, l / 2.0);
        make_blur(t->blur[l], TAPS, sqrt(after * after - before * before));
        t->spacings[l] = (float)(0.75 * after);
    }
    make_blur(t->half, HALF_TAPS, 1);
    for (int i = 0; i < WINDOW * WINDOW; i++) {
        int x = i % WINDOW - WINDOW / 2, y = i / WINDOW - WINDOW / 2;
        t->window[i] = (float)exp(-(x * x + y * y) / (2 * 3.0 * 3.0));
    }
    for (int i = 0; i < SIDE; i++)
        t->bell[i] = (float)exp(-(i - 7.5) * (i - 7.5) / (2 * 8.0 * 8.0));
    t->threshold = 4;
}

/* Memory of the device. */
typedef struct device_side {
    uint64_t planes, differences; /* of this octave */
    uint64_t points, histograms, features, descriptors, counts;
    uint64_t window, bell, spacings;
    uint32_t most; /* points, and features */
} device_side_t;

static dim3_t grid(uint32_t side, uint32_t rows, uint32_t planes)
{
    return (dim3_t){host_ctas(side, COLUMNS), host_ctas(side, rows), planes};
}

static void launch_planes(host_t *h, const sift_octave_t *o, const device_side_t *d,
                          uint64_t source)
{
    dim3_t block = {COLUMNS, ROWS, 1};
    uint64_t bytes = (uint64_t)o->side * o->side * sizeof(float);
    for (uint32_t l = 0; l < LEVELS; l++) {
        uint64_t out = d->planes + l * bytes;
        if (l == 0 && o->halved)
            HOST_LAUNCH(h, "sift_scale_down", grid(o->side, ROWS, 1), block, dev_arg_ptr(source),
                        dev_arg_ptr(out), dev_arg_u32(o->side), dev_arg_u32(o->side));
        else
            HOST_LAUNCH(h, "sift_lowpass", grid(o->side, STRIP, 1), block,
                        dev_arg_ptr(l ? out - bytes : source), dev_arg_ptr(out), dev_arg_u32(l),
                        dev_arg_u32(o->side), dev_arg_u32(o->side));
    }
    uint32_t pixels = o->side * o->side, threads = COLUMNS * ROWS;
    HOST_LAUNCH(h, "sift_difference", ((dim3_t){host_ctas(pixels, threads), LEVELS - 1, 1}),
                ((dim3_t){threads, 1, 1}), dev_arg_ptr(d->planes), dev_arg_ptr(d->differences),
                dev_arg_u32(pixels));
}

static void read_back(host_t *h, void *to, uint64_t from, uint64_t bytes)
{
    if (host_ok(h) && bytes)
        dev_read(h->d, to, from, bytes);
}

/* Points or features so far, which the device counts on beyond the room it has. 0, or 1. */
static int read_count(host_t *h, const device_side_t *d, unsigned which, const char *what,
                      uint32_t *count)
{
    read_back(h, count, d->counts + which * sizeof *count, sizeof *count);
    return host_ok(h) && *count > d->most
               ? check_fail(h, "%u %s, expected at most %u", *count, what, d->most)
               : 0;
}

static int find_points(host_t *h, sift_octave_t *o, const device_side_t *d)
{
    HOST_LAUNCH(h, "sift_find", grid(o->side, STRIP, LEVELS - 3), ((dim3_t){COLUMNS, ROWS, 1}),
                dev_arg_ptr(d->differences), dev_arg_ptr(d->points), dev_arg_ptr(d->counts),
                dev_arg_u32(d->most), dev_arg_f32(o->tables->threshold), dev_arg_u32(o->side),
                dev_arg_u32(o->side));
    if (read_count(h, d, 0, "points", &o->end_point))
        return 1;
    read_back(h, o->points, d->points, o->end_point * sizeof *o->points);
    return host_ok(h) ? sift_check_points(h, o) : 0;
}

static int find_orientations(host_t *h, sift_octave_t *o, const device_side_t *d)
{
    uint32_t n = o->end_point - o->first_point;
    if (n)
        HOST_LAUNCH(h, "sift_orientation", ((dim3_t){n, 1, 1}), ((dim3_t){SIDE, SIDE, 1}),
                    dev_arg_ptr(d->planes), dev_arg_ptr(d->points), dev_arg_ptr(d->window),
                    dev_arg_ptr(d->histograms), dev_arg_ptr(d->features),
                    dev_arg_ptr(d->counts + sizeof(uint32_t)), dev_arg_u32(d->most),
                    dev_arg_u32(o->first_point), dev_arg_u32(o->side), dev_arg_u32(o->side));
    if (read_count(h, d, 1, "features", &o->end_feature))
        return 1;
    read_back(h, o->features, d->features, o->end_feature * sizeof *o->features);
    read_back(h, o->histograms, d->histograms, o->end_point * BINS * sizeof(float));
    return host_ok(h) ? sift_check_orientations(h, o) : 0;
}

static int describe(host_t *h, sift_octave_t *o, const device_side_t *d)
{
    uint32_t n = o->end_feature - o->first_feature;
    if (n)
        HOST_LAUNCH(h, "sift_descriptor", ((dim3_t){n, 1, 1}), ((dim3_t){SIDE, SIDE, 1}),
                    dev_arg_ptr(d->planes), dev_arg_ptr(d->points), dev_arg_ptr(d->features),
                    dev_arg_ptr(d->bell), dev_arg_ptr(d->spacings), dev_arg_ptr(d->descriptors),
                    dev_arg_u32(o->first_feature), dev_arg_u32(o->side), dev_arg_u32(o->side));
    read_back(h, o->descriptors, d->descriptors, o->end_feature * VALUES * sizeof(float));
    return host_ok(h) ? sift_check_descriptors(h, o) : 0;
}

static int run_octave(host_t *h, sift_octave_t *o, const device_side_t *d, uint64_t source)
{
    uint64_t bytes = (uint64_t)o->side * o->side * sizeof(float);
    launch_planes(h, o, d, source);
    read_back(h, o->planes, d->planes, LEVELS * bytes);
    read_back(h, o->differences, d->differences, (LEVELS - 1) * bytes);
    int rc = host_ok(h) ? sift_check_planes(h, o) : 0;
    if (!rc && host_ok(h))
        rc = find_points(h, o, d);
    if (!rc && host_ok(h))
        rc = find_orientations(h, o, d);
    if (!rc && host_ok(h))
        rc = describe(h, o, d);
    return rc;
}

static void make_room(host_t *h, uint32_t side, uint32_t most, sift_octave_t *o)
{
    size_t pixels = (size_t)side * side;
    o->planes = host_memory(h, LEVELS * pixels, sizeof *o->planes);
    o->differences = host_memory(h, (LEVELS - 1) * pixels, sizeof *o->differences);
    o->points = host_memory(h, most, sizeof *o->points);
    o->features = host_memory(h, most, sizeof *o->features);
    o->histograms = host_memory(h, most * BINS, sizeof *o->histograms);
    o->descriptors = host_memory(h, most * VALUES, sizeof *o->descriptors);
    o->rows = host_memory(h, pixels, sizeof *o->rows);
    o->want = host_memory(h, pixels, sizeof *o->want);
    o->tolerance = host_memory(h, pixels, sizeof *o->tolerance);
}

static void open_device_side(host_t *h, const sift_tables_t *t, uint32_t most, device_side_t *d)
{
    d->most = most;
    d->points = host_buffer(h, most * sizeof(sift_point_t));
    d->features = host_buffer(h, most * sizeof(sift_feature_t));
    d->histograms = host_buffer(h, most * BINS * sizeof(float));
    d->descriptors = host_buffer(h, most * VALUES * sizeof(float));
    d->counts = host_buffer(h, 2 * sizeof(uint32_t));
    d->window = host_upload(h, t->window, sizeof t->window);
    d->bell = host_upload(h, t->bell, sizeof t->bell);
    d->spacings = host_upload(h, t->spacings, sizeof t->spacings);
    if (host_ok(h)) {
        dev_symbol_write(h->d, h->module, "sift_blur", 0, t->blur, sizeof t->blur);
        dev_symbol_write(h->d, h->module, "sift_half", 0, t->half, sizeof t->half);
    }
}

static int sift(host_t *h, const sizes_t *s)
{
    size_t pixels = (size_t)s->side * s->side;
    uint32_t most = (uint32_t)(pixels / 64);
    sift_tables_t tables;
    make_tables(&tables);
    sift_octave_t o = {.tables = &tables};
    device_side_t d = {0};
    float *image = image_make(h, s->side), *above = host_memory(h, pixels, sizeof *above);
    make_room(h, s->side, most, &o);
    open_device_side(h, &tables, most, &d);
    uint64_t source = host_upload(h, image, pixels * sizeof *image);
    o.source = image;
    int rc = 0;
    for (uint32_t i = 0; i < s->octaves && host_ok(h) && !rc; i++) {
        o.side = s->side >> i;
        o.halved = i > 0;
        pixels = (size_t)o.side * o.side;
        d.planes = host_buffer(h, LEVELS * pixels * sizeof(float));
        d.differences = host_buffer(h, (LEVELS - 1) * pixels * sizeof(float));
        rc = run_octave(h, &o, &d, source);
        o.first_point = o.end_point;
        o.first_feature = o.end_feature;
        /* The next octave comes from the plane with twice the first one's blur. */
        if (host_ok(h) && !rc)
            memcpy(above, o.planes + 2 * pixels, pixels * sizeof *above);
        source = d.planes + 2 * pixels * sizeof(float);
        o.source = above;
    }
    return rc;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = sift(&h, &sizes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_sift = {
    .name = "sift",
    .suite = "vision",
    .groups = "las:2",
    .variants = "unrolled",
    .doc = "scale-invariant features: blurred planes, extrema, directions, descriptors",
    .geometry = {"2x2 x 32x8, 64x64, 2 octaves", "16x16 x 32x8, 512x512, 3 octaves",
                 "32x32 x 32x8, 1024x1024, 4 octaves"},
    .warp_inst = {182392, 9765906, 39665672},
    .run = run,
};
