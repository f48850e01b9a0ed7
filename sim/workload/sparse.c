#include "workload/sparse.h"

#include <errno.h>

#include "workload/input.h"

#define DOFS 6 /* rows of a made matrix that share their columns */

static int allocate(host_t *h, sparse_t *m, size_t room)
{
    m->row = host_memory(h, room, sizeof *m->row);
    m->col = host_memory(h, room, sizeof *m->col);
    m->value = host_memory(h, room, sizeof *m->value);
    return host_ok(h) ? 0 : -ENOMEM;
}

static void add(sparse_t *m, uint32_t row, uint32_t col, float value)
{
    m->row[m->entries] = (int32_t)row;
    m->col[m->entries] = (int32_t)col;
    m->value[m->entries++] = value;
}

/* All entries of block (a, b), a >= b, and of (b, a). */
static void add_block(host_t *h, sparse_t *m, uint32_t a, uint32_t b)
{
    for (uint32_t i = a * DOFS; i < (a + 1) * DOFS && i < m->rows; i++) {
        for (uint32_t j = b * DOFS; j < (b + 1) * DOFS && j < m->rows; j++) {
            if (a == b && j > i)
                continue;
            float value = 2.0f * rng_float(&h->rng) - 1.0f;
            add(m, i, j, value);
            if (i != j)
                add(m, j, i, value);
        }
    }
}

int sparse_make(host_t *h, uint32_t rows, uint32_t mean, uint32_t band, sparse_t *m)
{
    /* A block of rows meets itself and, each way, `links` other blocks in the mean. */
    uint32_t blocks = (rows + DOFS - 1) / DOFS;
    uint32_t most = mean / DOFS > 1 ? mean / DOFS - 1 : 1; /* 1 to most: the mean is half of it */
    *m = (sparse_t){.rows = rows, .cols = rows};
    if (allocate(h, m, (size_t)blocks * DOFS * DOFS * (1 + 2 * (size_t)most)))
        return -ENOMEM;
    uint32_t *met = host_memory(h, blocks, sizeof *met); /* the last block that met this one, + 1 */
    if (!met)
        return -ENOMEM;
    for (uint32_t a = 0; a < blocks; a++) {
        add_block(h, m, a, a);
        uint32_t reach = a < band ? a : band;
        uint32_t links = 1 + rng_below(&h->rng, most);
        for (uint32_t i = 0; i < links && i < reach;) {
            uint32_t b = a - 1 - rng_below(&h->rng, reach);
            if (met[b] == a + 1)
                continue;
            met[b] = a + 1;
            add_block(h, m, a, b);
            i++;
        }
    }
    return 0;
}

int sparse_read(host_t *h, const char *file, sparse_t *m)
{
    input_t in;
    int rc = input_read(h, file, INPUT_MATRIX, &in);
    if (rc)
        return rc;
    *m = (sparse_t){.rows = in.rows, .cols = in.cols, .entries = in.entries};
    m->line = in.line;
    m->column = in.column;
    m->row = in.row;
    m->col = in.col;
    m->value = host_memory(h, in.entries, sizeof *m->value);
    for (uint32_t i = 0; m->value && i < in.entries; i++)
        m->value[i] = (float)in.value[i];
    return host_ok(h) ? 0 : -ENOMEM;
}

int sparse_by_rows(host_t *h, const sparse_t *m, sparse_rows_t *by)
{
    by->first = host_memory(h, (size_t)m->rows + 1, sizeof *by->first);
    by->col = host_memory(h, m->entries, sizeof *by->col);
    by->value = host_memory(h, m->entries, sizeof *by->value);
    if (!host_ok(h))
        return -ENOMEM;
    /* first[r] counts row r - 2, then is where row r - 1 goes on, then where row r starts. */
    for (uint32_t i = 0; i < m->entries; i++)
        if ((uint32_t)m->row[i] + 2 <= m->rows)
            by->first[m->row[i] + 2]++;
    for (uint32_t r = 1; r <= m->rows; r++)
        by->first[r] += by->first[r - 1];
    for (uint32_t i = 0; i < m->entries; i++) {
        int32_t at = by->first[m->row[i] + 1]++;
        by->col[at] = m->col[i];
        by->value[at] = m->value[i];
    }
    return 0;
}
