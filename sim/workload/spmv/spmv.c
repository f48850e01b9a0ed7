/*
 * spmv: y = A x. The default kernel takes jagged diagonals (Parboil), the variant csr compressed
 * rows (OpenDwarfs). The reference is the sum over the coordinates themselves, so that a mistake in
 * making either form is seen too.
 */
#include <errno.h>
#include <math.h>

#include "workload/check.h"
#include "workload/sparse.h"
#include "workload/spmv/spmv_limits.h"

#define LANES 32 /* rows that share a length in the jagged form, as the kernel has it */

typedef struct shape {
    uint32_t rows;
    unsigned times; /* the same product, as Parboil does */
} shape_t;

/* 44609 rows with 45 entries each are those of bcsstk32, which papers and suites use. */
static const shape_t shapes[SCALES] = {{3072, 1}, {44609, 2}, {44609, 50}, [SCALE_ABYP] = {256, 1}};

typedef struct jagged {
    int32_t *col, *perm;
    float *value;
    uint32_t room; /* entries, with padding */
    int32_t start[SPMV_MAX_DIAGONALS];
    int32_t length[SPMV_MAX_WARPS];
} jagged_t;

/* perm: rows by falling length, ties by number. */
static int sort_rows(host_t *h, const sparse_t *m, const sparse_rows_t *by, jagged_t *j)
{
    j->perm = host_memory(h, m->rows, sizeof *j->perm);
    uint32_t *place = host_memory(h, SPMV_MAX_DIAGONALS + 2, sizeof *place);
    if (!host_ok(h))
        return -ENOMEM;
    for (uint32_t r = 0; r < m->rows; r++) {
        int32_t length = by->first[r + 1] - by->first[r];
        if (length > SPMV_MAX_DIAGONALS)
            return diag_at(h->diag, h->o->input ? h->o->input : h->w->name, 0, 0,
                           "row %u has %d entries, expected at most %d (constant memory of the "
                           "jagged form; the variant csr has no limit)",
                           r + 1, length, SPMV_MAX_DIAGONALS);
        place[SPMV_MAX_DIAGONALS - length + 1]++;
    }
    for (uint32_t i = 1; i < SPMV_MAX_DIAGONALS + 2; i++)
        place[i] += place[i - 1];
    for (uint32_t r = 0; r < m->rows; r++) {
        int32_t length = by->first[r + 1] - by->first[r];
        j->perm[place[SPMV_MAX_DIAGONALS - length]++] = (int32_t)r;
    }
    return 0;
}

/* The rows of a warp are padded to its longest with zeros of column 0. */
static int make_jagged(host_t *h, const sparse_t *m, const sparse_rows_t *by, jagged_t *j)
{
    uint32_t warps = host_ctas(m->rows, LANES);
    if (warps > SPMV_MAX_WARPS)
        return diag_at(h->diag, h->o->input ? h->o->input : h->w->name, m->line, m->column,
                       "%u rows, expected at most %d (constant memory of the jagged form; the "
                       "variant csr has no limit)",
                       m->rows, SPMV_MAX_WARPS * LANES);
    int rc = sort_rows(h, m, by, j);
    if (rc)
        return rc;
    uint64_t room = 0;
    for (uint32_t w = 0; w < warps; w++) {
        int32_t row = j->perm[w * LANES]; /* the longest */
        j->length[w] = by->first[row + 1] - by->first[row];
        room += (uint64_t)j->length[w] * LANES;
    }
    if (room > INT32_MAX)
        return diag_at(h->diag, h->w->name, 0, 0, "%llu padded entries, expected at most 2^31 - 1",
                       (unsigned long long)room);
    j->room = (uint32_t)room;
    j->col = host_memory(h, j->room, sizeof *j->col);
    j->value = host_memory(h, j->room, sizeof *j->value);
    if (!host_ok(h))
        return -ENOMEM;
    uint32_t at = 0, reaching = warps; /* warps as long as this diagonal */
    for (int32_t k = 0; k < j->length[0]; k++) {
        while (j->length[reaching - 1] <= k)
            reaching--;
        j->start[k] = (int32_t)at;
        for (uint32_t r = 0; r < reaching * LANES; r++, at++) {
            int32_t row = r < m->rows ? j->perm[r] : -1;
            if (row >= 0 && k < by->first[row + 1] - by->first[row]) {
                j->col[at] = by->col[by->first[row] + k];
                j->value[at] = by->value[by->first[row] + k];
            }
        }
    }
    return 0;
}

static int check(host_t *h, const sparse_t *m, const float *x, const float *got)
{
    double *want = host_memory(h, m->rows, sizeof *want);
    double *size = host_memory(h, m->rows, sizeof *size);
    uint32_t *terms = host_memory(h, m->rows, sizeof *terms);
    if (!host_ok(h))
        return 0;
    for (uint32_t i = 0; i < m->entries; i++) {
        double product = (double)m->value[i] * (double)x[m->col[i]];
        want[m->row[i]] += product;
        size[m->row[i]] += fabs(product);
        terms[m->row[i]]++;
    }
    for (uint32_t r = 0; r < m->rows; r++)
        size[r] *= check_gamma(terms[r] + 1);
    return check_f32(h, "y", got, want, size, m->rows);
}

/* What both forms share on the device. */
typedef struct product {
    const sparse_t *m;
    uint64_t y, x;
    unsigned times;
} product_t;

static void multiply(host_t *h, const product_t *p, const char *kernel, uint64_t value,
                     uint64_t col, uint64_t rows_by)
{
    dim3_t grid = {host_ctas(p->m->rows, 256), 1, 1};
    for (unsigned i = 0; i < p->times; i++)
        HOST_LAUNCH(h, kernel, grid, ((dim3_t){256, 1, 1}), dev_arg_ptr(p->y), dev_arg_ptr(value),
                    dev_arg_ptr(col), dev_arg_ptr(rows_by), dev_arg_ptr(p->x),
                    dev_arg_u32(p->m->rows));
}

static void multiply_rows(host_t *h, const product_t *p, const sparse_rows_t *by)
{
    uint64_t value = host_upload(h, by->value, p->m->entries * sizeof *by->value);
    uint64_t col = host_upload(h, by->col, p->m->entries * sizeof *by->col);
    uint64_t first = host_upload(h, by->first, ((size_t)p->m->rows + 1) * sizeof *by->first);
    multiply(h, p, "spmv_csr", value, col, first);
}

static int multiply_jagged(host_t *h, const product_t *p, const sparse_rows_t *by)
{
    jagged_t *j = host_memory(h, 1, sizeof *j);
    int rc = j ? make_jagged(h, p->m, by, j) : -ENOMEM;
    if (rc)
        return rc;
    uint64_t value = host_upload(h, j->value, j->room * sizeof *j->value);
    uint64_t col = host_upload(h, j->col, j->room * sizeof *j->col);
    uint64_t perm = host_upload(h, j->perm, p->m->rows * sizeof *j->perm);
    if (host_ok(h)) {
        dev_symbol_write(h->d, h->module, "jds_start", 0, j->start, sizeof j->start);
        dev_symbol_write(h->d, h->module, "jds_length", 0, j->length, sizeof j->length);
    }
    multiply(h, p, "spmv_jds", value, col, perm);
    return 0;
}

static int spmv(host_t *h, shape_t s)
{
    sparse_t m;
    sparse_rows_t by;
    int rc = h->o->input ? sparse_read(h, h->o->input, &m) : sparse_make(h, s.rows, 45, 256, &m);
    if (rc || (rc = sparse_by_rows(h, &m, &by)))
        return rc;
    float *x = host_floats(h, m.cols);
    product_t p = {.m = &m, .times = s.times};
    p.x = host_upload(h, x, m.cols * sizeof *x);
    p.y = host_buffer(h, m.rows * sizeof(float));
    if (host_variant(h, "csr"))
        multiply_rows(h, &p, &by);
    else if ((rc = multiply_jagged(h, &p, &by)))
        return rc;
    float *y = host_download(h, p.y, m.rows * sizeof *y);
    return host_ok(h) ? check(h, &m, x, y) : 0;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = spmv(&h, shapes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_spmv = {
    .name = "spmv",
    .suite = "Parboil",
    .groups = "apres:cs apcm:cm abyp=csr",
    .variants = "unrolled csr",
    .doc = "y = A x of a sparse matrix in jagged diagonals, one thread a row",
    .geometry = {"12x256, 3072 rows, 1 product", "175x256, 44609 rows, 2 products",
                 "175x256, 44609 rows, 50 products", [SCALE_ABYP] = "1x256, 256 rows, 1 product"},
    .warp_inst = {79392, 2244552, 56113800, [SCALE_ABYP] = 7008},
    .reads_file = true,
    .run = run,
};
