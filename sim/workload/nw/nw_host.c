#include "workload/nw/nw_host.h"

#include <errno.h>

#include "workload/check.h"

#define BLOCK   16
#define PENALTY 10
#define LETTERS 24 /* of the substitution scores */

static const uint32_t sizes[SCALES] = {128, 1024, 2048, [SCALE_ABYP] = 512, [SCALE_MRPB] = 2048};

/* Symmetric random scores from -4 to 11, the range of BLOSUM62, the best on the diagonal. */
static void make_scores(host_t *h, int32_t score[LETTERS][LETTERS])
{
    for (unsigned a = 0; a < LETTERS; a++)
        for (unsigned b = 0; b <= a; b++)
            score[a][b] = score[b][a] =
                a == b ? 4 + (int32_t)rng_below(&h->rng, 8) : (int32_t)rng_below(&h->rng, 8) - 4;
}

/* The table's upper and left border: gaps only. */
static void fill_border(int32_t *table, uint32_t cols)
{
    for (uint32_t i = 0; i < cols; i++) {
        table[i] = -(int32_t)i * PENALTY;
        table[(size_t)i * cols] = -(int32_t)i * PENALTY;
    }
}

static void reference(const int32_t *score, int32_t *table, uint32_t cols)
{
    for (uint32_t y = 1; y < cols; y++) {
        for (uint32_t x = 1; x < cols; x++) {
            size_t at = (size_t)y * cols + x;
            int32_t best = table[at - cols - 1] + score[at];
            if (table[at - 1] - PENALTY > best)
                best = table[at - 1] - PENALTY;
            if (table[at - cols] - PENALTY > best)
                best = table[at - cols] - PENALTY;
            table[at] = best;
        }
    }
}

/* One launch for each antidiagonal of blocks. */
static void launch_all(host_t *h, uint32_t blocks, uint64_t score, uint64_t table, uint32_t cols,
                       const char *upper, const char *lower)
{
    dim3_t threads = {BLOCK, 1, 1};
    for (uint32_t d = 1; d <= blocks; d++)
        HOST_LAUNCH(h, upper, ((dim3_t){d, 1, 1}), threads, dev_arg_ptr(score), dev_arg_ptr(table),
                    dev_arg_u32(cols), dev_arg_u32(PENALTY), dev_arg_u32(d));
    for (uint32_t d = blocks - 1; d >= 1; d--)
        HOST_LAUNCH(h, lower, ((dim3_t){d, 1, 1}), threads, dev_arg_ptr(score), dev_arg_ptr(table),
                    dev_arg_u32(cols), dev_arg_u32(PENALTY), dev_arg_u32(d), dev_arg_u32(blocks));
}

static int align(host_t *h, uint32_t n, const char *upper, const char *lower)
{
    uint32_t cols = n + 1;
    size_t cells = (size_t)cols * cols, bytes = cells * sizeof(int32_t);
    int32_t letters[LETTERS][LETTERS];
    int32_t *score = host_memory(h, cells, sizeof *score);
    int32_t *table = host_memory(h, cells, sizeof *table);
    uint8_t *a = host_memory(h, cols, 1), *b = host_memory(h, cols, 1);
    if (!host_ok(h))
        return -ENOMEM;
    make_scores(h, letters);
    for (uint32_t i = 1; i < cols; i++) {
        a[i] = (uint8_t)rng_below(&h->rng, LETTERS);
        b[i] = (uint8_t)rng_below(&h->rng, LETTERS);
    }
    for (uint32_t y = 1; y < cols; y++)
        for (uint32_t x = 1; x < cols; x++)
            score[(size_t)y * cols + x] = letters[a[y]][b[x]];
    fill_border(table, cols);
    uint64_t dscore = host_upload(h, score, bytes);
    uint64_t dtable = host_upload(h, table, bytes);
    launch_all(h, n / BLOCK, dscore, dtable, cols, upper, lower);
    int32_t *got = host_download(h, dtable, bytes);
    if (!host_ok(h))
        return 0;
    reference(score, table, cols);
    return check_i32(h, "table", got, table, cells);
}

int nw_run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag,
           const char *upper, const char *lower)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = align(&h, sizes[o->scale], upper, lower);
    return host_close(&h, rc);
}
