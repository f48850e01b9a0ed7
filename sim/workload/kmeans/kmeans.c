/*
 * kmeans: points to the nearest of a few centres, centres to the means of their points, repeated.
 * The kernels invert the feature array once and assign points; the host moves centres. Every
 * assignment is checked against distances in double of the points as they were made, so that the
 * inversion is checked too.
 */
#include <math.h>
#include <string.h>

#include "workload/check.h"
#include "workload/kmeans/kmeans_limits.h"

#define FEATURES KMEANS_FEATURES
#define CLUSTERS 5 /* at most KMEANS_MAX_CENTRES */
#define THREADS  256

typedef struct shape {
    uint32_t points, side; /* the second kernel's grid is side x side CTAs */
    unsigned rounds;
} shape_t;

static const shape_t shapes[SCALES] = {{1024, 2, 2},
                                       {16384, 8, 3},
                                       {204800, 29, 3},
                                       [SCALE_ABYP] = {16384, 8, 3},
                                       [SCALE_MRPB] = {204800, 29, 3}};

/* Points around CLUSTERS places, near enough to each other that assignments change. */
static float *make_points(host_t *h, uint32_t points)
{
    float *p = host_memory(h, (size_t)points * FEATURES, sizeof *p);
    float place[CLUSTERS][FEATURES];
    for (unsigned i = 0; i < CLUSTERS * FEATURES; i++)
        place[i / FEATURES][i % FEATURES] = rng_float(&h->rng);
    for (uint32_t i = 0; p && i < points; i++) {
        uint32_t near = rng_below(&h->rng, CLUSTERS);
        for (unsigned f = 0; f < FEATURES; f++)
            p[(size_t)i * FEATURES + f] = place[near][f] + 2.0f * rng_float(&h->rng) - 1.0f;
    }
    return p;
}

static double distance(const float *a, const float *b)
{
    double sum = 0;
    for (unsigned f = 0; f < FEATURES; f++)
        sum += ((double)a[f] - (double)b[f]) * ((double)a[f] - (double)b[f]);
    return sum;
}

/* The chosen centre must be the nearest, but for the rounding of two distances: a difference's
 * rounding counts twice in its square, and FEATURES squares are added. */
static int check(host_t *h, const float *p, uint32_t points, const float *centre,
                 const int32_t *got)
{
    double gamma = check_gamma(FEATURES + 3);
    for (uint32_t i = 0; i < points; i++) {
        if (got[i] < 0 || got[i] >= CLUSTERS)
            return check_fail(h, "membership[%u] is %d, expected 0 to %d", i, got[i], CLUSTERS - 1);
        double d[CLUSTERS];
        unsigned nearest = 0;
        for (unsigned c = 0; c < CLUSTERS; c++) {
            d[c] = distance(p + (size_t)i * FEATURES, centre + (size_t)c * FEATURES);
            if (d[c] < d[nearest])
                nearest = c;
        }
        if (!(d[got[i]] * (1 - gamma) <= d[nearest] * (1 + gamma)))
            return check_fail(h, "membership[%u] is %d, expected %u", i, got[i], nearest);
    }
    return 0;
}

/* Means of the points of each cluster; a cluster without points stays where it is. */
static void move_centres(const float *p, uint32_t points, const int32_t *member, float *centre)
{
    double sum[CLUSTERS][FEATURES] = {{0}};
    uint32_t n[CLUSTERS] = {0};
    for (uint32_t i = 0; i < points; i++) {
        n[member[i]]++;
        for (unsigned f = 0; f < FEATURES; f++)
            sum[member[i]][f] += (double)p[(size_t)i * FEATURES + f];
    }
    for (unsigned c = 0; c < CLUSTERS; c++)
        for (unsigned f = 0; n[c] && f < FEATURES; f++)
            centre[c * FEATURES + f] = (float)(sum[c][f] / n[c]);
}

typedef struct buffers {
    uint64_t features, member, centre; /* features one after the other, of all points */
} buffers_t;

/* Gives the kernel the centres, in constant memory if it reads them there, and launches it. */
static void launch(host_t *h, shape_t s, const buffers_t *b, const float *centre)
{
    const dim3_t grid = {s.side, s.side, 1}, block = {THREADS, 1, 1};
    const uint64_t bytes = sizeof(float) * CLUSTERS * FEATURES;
    dev_fill(h->d, b->member, 0xff, s.points * sizeof(int32_t));
    if (!host_variant(h, "global")) {
        dev_symbol_write(h->d, h->module, "kmeans_centres", 0, centre, bytes);
        HOST_LAUNCH(h, "kmeans_point", grid, block, dev_arg_u32(FEATURES), dev_arg_u32(s.points),
                    dev_arg_u32(CLUSTERS), dev_arg_ptr(b->member));
    } else {
        dev_write(h->d, b->centre, centre, bytes);
        HOST_LAUNCH(h, "kmeans_point", grid, block, dev_arg_ptr(b->features), dev_arg_u32(FEATURES),
                    dev_arg_u32(s.points), dev_arg_u32(CLUSTERS), dev_arg_ptr(b->member),
                    dev_arg_ptr(b->centre));
    }
}

/* One assignment of all points: launched, read back and checked; moves the centres. */
static int assign(host_t *h, shape_t s, const float *p, const buffers_t *b, float *centre)
{
    if (!host_ok(h))
        return 0;
    launch(h, s, b, centre);
    int32_t *member = host_download(h, b->member, s.points * sizeof *member);
    if (!host_ok(h))
        return 0;
    int rc = check(h, p, s.points, centre, member);
    if (!rc)
        move_centres(p, s.points, member, centre);
    return rc;
}

static int kmeans(host_t *h, shape_t s)
{
    size_t bytes = (size_t)s.points * FEATURES * sizeof(float);
    float *p = make_points(h, s.points);
    float *centre = host_memory(h, CLUSTERS * FEATURES, sizeof *centre);
    uint64_t dp = host_upload(h, p, bytes);
    buffers_t b = {.features = host_buffer(h, bytes)};
    b.member = host_buffer(h, s.points * sizeof(int32_t));
    b.centre = host_buffer(h, CLUSTERS * FEATURES * sizeof(float));
    if (!host_ok(h))
        return 0;
    if (!host_variant(h, "global"))
        host_texture(h, "kmeans_features",
                     &(dev_texture_t){.address = b.features,
                                      .width = s.points * FEATURES,
                                      .height = 1,
                                      .channels = 1,
                                      .bytes = 4,
                                      .kind = DEV_TEXEL_FLOAT});
    memcpy(centre, p, CLUSTERS * FEATURES * sizeof *centre); /* the first points */
    HOST_LAUNCH(h, "invert_mapping", ((dim3_t){host_ctas(s.points, THREADS), 1, 1}),
                ((dim3_t){THREADS, 1, 1}), dev_arg_ptr(dp), dev_arg_ptr(b.features),
                dev_arg_u32(s.points), dev_arg_u32(FEATURES));
    int rc = 0;
    for (unsigned i = 0; i < s.rounds && !rc && host_ok(h); i++)
        rc = assign(h, s, p, &b, centre);
    return rc;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = kmeans(&h, shapes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_kmeans = {
    .name = "kmeans",
    .suite = "Rodinia",
    .groups = "apres:cs mrpb:rodinia apcm:cs abyp=global",
    .variants = "unrolled global",
    .doc = "k-means of points with 34 features: inversion, then assignments to 5 centres",
    .geometry =
        {"4x256, 1024 points, 2 rounds", "64x256, 16384 points, 3 rounds",
         "841x256, 204800 points, 3 rounds", [SCALE_ABYP] = "64x256, 16384 points, 3 rounds",
         [SCALE_MRPB] = "841x256, 204800 points, 3 rounds"},
    .warp_inst = {146624, 3436032, 42961224, [SCALE_ABYP] = 3436032, [SCALE_MRPB] = 42961224},
    .run = run,
};
