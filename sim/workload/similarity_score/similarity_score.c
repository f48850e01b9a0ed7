/* similarity_score: cosine similarity of all pairs of documents. */
#include <math.h>

#include "workload/check.h"
#include "workload/mars.h"

typedef struct sizes {
    uint32_t documents, features;
} sizes_t;

static const sizes_t sizes[SCALES] = {{64, 32}, {256, 128}, {512, 128}};

/* A term of the dot product passes n roundings of its sum. The squared lengths pass n each, which
 * the roots halve; two roots, their product and the quotient round once each. */
static int check(host_t *h, const sizes_t *s, const float *features, const float *got)
{
    size_t d = s->documents, n = s->features;
    double *want = host_memory(h, d * d, sizeof *want);
    double *tolerance = host_memory(h, d * d, sizeof *tolerance);
    if (!host_ok(h))
        return 0;
    for (size_t i = 0; i < d; i++) {
        for (size_t j = 0; j < d; j++) {
            double dot = 0, size = 0, aa = 0, bb = 0;
            for (size_t k = 0; k < n; k++) {
                double x = features[i * n + k], y = features[j * n + k];
                dot += x * y;
                size += fabs(x * y);
                aa += x * x;
                bb += y * y;
            }
            double lengths = sqrt(aa) * sqrt(bb);
            want[i * d + j] = dot / lengths;
            tolerance[i * d + j] = check_gamma(2 * (double)n + 5) * size / lengths;
        }
    }
    return check_f32(h, "score", got, want, tolerance, d * d);
}

static int similarity(host_t *h, const sizes_t *s)
{
    size_t records = (size_t)s->documents * s->documents;
    size_t bytes = (size_t)s->documents * s->features * sizeof(float);
    mars_pair_t *record = mars_pairs(h, s->documents);
    float *features = host_floats(h, (size_t)s->documents * s->features);
    uint64_t drecords = host_upload(h, record, records * sizeof *record);
    uint64_t dfeatures = host_upload(h, features, bytes);
    uint64_t dkeys = host_buffer(h, records * sizeof *record);
    uint64_t dscores = host_buffer(h, records * sizeof(float));
    HOST_LAUNCH(h, "similarity_map", ((dim3_t){host_ctas((uint32_t)records, MARS_THREADS), 1, 1}),
                ((dim3_t){MARS_THREADS, 1, 1}), dev_arg_ptr(drecords), dev_arg_ptr(dfeatures),
                dev_arg_ptr(dkeys), dev_arg_ptr(dscores), dev_arg_u32((uint32_t)records),
                dev_arg_u32(s->features));
    mars_pair_t *keys = host_download(h, dkeys, records * sizeof *keys);
    float *scores = host_download(h, dscores, records * sizeof *scores);
    if (!host_ok(h))
        return 0;
    int rc = mars_check_pairs(h, keys, record, records);
    return rc ? rc : check(h, s, features, scores);
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = similarity(&h, &sizes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_similarity_score = {
    .name = "similarity_score",
    .suite = "Mars",
    .groups = "apcm:cm",
    .variants = "unrolled",
    .doc = "cosine similarity of the feature vectors of all pairs of documents",
    .geometry = {"16x256, 64 documents of 32 features", "256x256, 256 documents of 128 features",
                 "1024x256, 512 documents of 128 features"},
    .warp_inst = {50688, 2973696, 11894784},
    .run = run,
};
