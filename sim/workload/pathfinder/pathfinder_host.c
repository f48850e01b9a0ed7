#include "workload/pathfinder/pathfinder_host.h"

#include "workload/check.h"

#define THREADS 256 /* of a CTA: columns it holds */
#define STEPS   20  /* of one launch at most: the pyramid's height */

typedef struct shape {
    uint32_t cols, rows;
} shape_t;

static const shape_t shapes[SCALES] = {
    {2016, 30}, {100000, 20}, {100000, 100}, [SCALE_MRPB] = {100000, 100}};

static int32_t least_above(const int32_t *cost, uint32_t cols, uint32_t x)
{
    int32_t least = cost[x];
    if (x > 0 && cost[x - 1] < least)
        least = cost[x - 1];
    if (x + 1 < cols && cost[x + 1] < least)
        least = cost[x + 1];
    return least;
}

static int check(host_t *h, shape_t s, const int32_t *weight, const int32_t *got)
{
    int32_t *cost[2];
    for (unsigned i = 0; i < 2; i++)
        cost[i] = host_memory(h, s.cols, sizeof(int32_t));
    if (!host_ok(h))
        return 0;
    for (uint32_t x = 0; x < s.cols; x++)
        cost[0][x] = weight[x];
    unsigned now = 0;
    for (uint32_t y = 1; y < s.rows; y++, now ^= 1)
        for (uint32_t x = 0; x < s.cols; x++)
            cost[now ^ 1][x] = weight[(size_t)y * s.cols + x] + least_above(cost[now], s.cols, x);
    return check_i32(h, "cost", got, cost[now], s.cols);
}

/* Launches for all rows; the costs of the last one in the result. */
static uint64_t launch_all(host_t *h, shape_t s, const char *kernel, bool scratch, uint64_t weight)
{
    uint32_t ctas = host_ctas(s.cols, THREADS - 2 * STEPS);
    size_t row = s.cols * sizeof(int32_t), held = (size_t)ctas * THREADS * sizeof(int32_t);
    uint64_t cost[2] = {host_buffer(h, row), host_buffer(h, row)};
    dev_arg_t args[7] = {[4] = dev_arg_u32(s.cols)};
    if (scratch) {
        args[5] = dev_arg_ptr(host_buffer(h, held));
        args[6] = dev_arg_ptr(host_buffer(h, held));
    }
    uint64_t from = weight; /* the first row's costs are its weights */
    unsigned to = 0;
    for (uint32_t y = 1; y < s.rows; y += STEPS, to ^= 1) {
        args[0] = dev_arg_u32(s.rows - y < STEPS ? s.rows - y : STEPS);
        args[1] = dev_arg_ptr(weight + y * row);
        args[2] = dev_arg_ptr(from);
        args[3] = dev_arg_ptr(cost[to]);
        host_launch(h, kernel, (dim3_t){ctas, 1, 1}, (dim3_t){THREADS, 1, 1}, args,
                    scratch ? 7 : 5);
        from = cost[to];
    }
    return from;
}

static int pathfinder(host_t *h, shape_t s, const char *kernel, bool scratch)
{
    size_t cells = (size_t)s.cols * s.rows;
    int32_t *weight = host_memory(h, cells, sizeof *weight);
    for (size_t i = 0; host_ok(h) && i < cells; i++)
        weight[i] = (int32_t)rng_below(&h->rng, 10);
    uint64_t last =
        launch_all(h, s, kernel, scratch, host_upload(h, weight, cells * sizeof *weight));
    int32_t *got = host_download(h, last, s.cols * sizeof *got);
    return host_ok(h) ? check(h, s, weight, got) : 0;
}

int pathfinder_run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag,
                   const char *kernel, bool scratch)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = pathfinder(&h, shapes[o->scale], kernel, scratch);
    return host_close(&h, rc);
}
