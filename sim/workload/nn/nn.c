/*
 * nn: the records nearest to a place. The kernel makes all distances, the host chooses ten.
 * Checked: each distance, and that the chosen are the nearest by the reference's distances.
 */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "workload/check.h"

#define NEAREST 10
#define THREADS 256

static const uint32_t sizes[SCALES] = {42764, 1310720, 1310720, [SCALE_ABYP] = 342080};

typedef struct place {
    float latitude, longitude;
} place_t;

/* Indices of the NEAREST smallest, in order, by insertion. */
static void choose(const float *distance, uint32_t n, uint32_t *chosen)
{
    unsigned have = 0;
    for (uint32_t i = 0; i < n; i++) {
        unsigned at = have;
        while (at > 0 && distance[i] < distance[chosen[at - 1]])
            at--;
        if (at == NEAREST)
            continue;
        have = have < NEAREST ? have + 1 : NEAREST;
        memmove(&chosen[at + 1], &chosen[at], (have - at - 1) * sizeof *chosen);
        chosen[at] = i;
    }
}

/* How many records are surely nearer than the farthest chosen one must be fewer than NEAREST. */
static int check(host_t *h, const place_t *records, uint32_t n, place_t from, const float *got)
{
    double *want = host_memory(h, n, sizeof *want);
    double *tolerance = host_memory(h, n, sizeof *tolerance);
    if (!host_ok(h))
        return 0;
    for (uint32_t i = 0; i < n; i++) {
        want[i] = hypot((double)from.latitude - (double)records[i].latitude,
                        (double)from.longitude - (double)records[i].longitude);
        /* Differences, squares and their sum round four times under a root, which halves them and
         * rounds once itself. */
        tolerance[i] = check_gamma(4) * want[i];
    }
    int rc = check_f32(h, "distance", got, want, tolerance, n);
    if (rc)
        return rc;
    uint32_t chosen[NEAREST];
    choose(got, n, chosen);
    uint32_t last = chosen[NEAREST - 1], nearer = 0;
    for (uint32_t i = 0; i < n; i++)
        nearer += want[i] + tolerance[i] < want[last] - tolerance[last];
    if (nearer >= NEAREST)
        return check_fail(h, "record %u is chosen, and %u are nearer", last, nearer);
    return 0;
}

static int nn(host_t *h, uint32_t n)
{
    place_t *records = host_memory(h, n, sizeof *records);
    for (uint32_t i = 0; records && i < n; i++)
        records[i] = (place_t){7.0f + 56.0f * rng_float(&h->rng), 358.0f * rng_float(&h->rng)};
    place_t from = {30.0f, 90.0f};
    uint64_t drecords = host_upload(h, records, n * sizeof *records);
    uint64_t ddistance = host_buffer(h, n * sizeof(float));
    HOST_LAUNCH(h, "euclid", ((dim3_t){host_ctas(n, THREADS), 1, 1}), ((dim3_t){THREADS, 1, 1}),
                dev_arg_ptr(drecords), dev_arg_ptr(ddistance), dev_arg_u32(n),
                dev_arg_f32(from.latitude), dev_arg_f32(from.longitude));
    float *distance = host_download(h, ddistance, n * sizeof *distance);
    return host_ok(h) ? check(h, records, n, from, distance) : 0;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = nn(&h, sizes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_nn = {
    .name = "nn",
    .suite = "Rodinia",
    .groups = "las:3 abyp",
    .variants = "",
    .doc = "nearest neighbours: the distance of each record from a place, a stream",
    .geometry = {"168x256, 42764 records", "5120x256, 1310720 records",
                 "5120x256, 1310720 records", [SCALE_ABYP] = "1337x256, 342080 records"},
    .warp_inst = {34818, 1064960, 1064960, [SCALE_ABYP] = 277988},
    .run = run,
};
