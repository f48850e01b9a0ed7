#include "workload/sparse.h"

#include <errno.h>
#include <string.h>

#include "workload/text.h"

#define DOFS      6         /* rows of a made matrix that share their columns */
#define MOST_ROWS (1 << 26) /* what a file may ask for */

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

typedef enum symmetry { GENERAL, SYMMETRIC, SKEW } symmetry_t;

typedef struct banner {
    symmetry_t symmetry;
    bool pattern;
} banner_t;

/* One word of the banner must be one of a list; its place in the list, or -EINVAL. */
static int one_of(text_t *t, const char *what, const char *const *words)
{
    text_skip_in_line(t);
    text_t before = *t;
    char word[32];
    text_word(t, word, sizeof word);
    for (int i = 0; words[i]; i++)
        if (!strcmp(word, words[i]))
            return i;
    char expected[96] = "";
    for (int i = 0; words[i]; i++) {
        if (i)
            strncat(expected, ", ", sizeof expected - strlen(expected) - 1);
        strncat(expected, words[i], sizeof expected - strlen(expected) - 1);
    }
    return text_error(&before, "\"%s\", expected %s: %s", word, what, expected);
}

static int read_banner(text_t *t, banner_t *b)
{
    int rc = one_of(t, "the banner", (const char *const[]){"%%matrixmarket", NULL});
    if (rc >= 0)
        rc = one_of(t, "the object", (const char *const[]){"matrix", NULL});
    if (rc >= 0)
        rc = one_of(t, "the format", (const char *const[]){"coordinate", NULL});
    if (rc < 0)
        return rc;
    int field = one_of(t, "the field", (const char *const[]){"real", "integer", "pattern", NULL});
    if (field < 0)
        return field;
    int symmetry = one_of(t, "the symmetry",
                          (const char *const[]){"general", "symmetric", "skew-symmetric", NULL});
    if (symmetry < 0)
        return symmetry;
    if (!text_skip_in_line(t))
        return text_error(t, "more than five words in the banner, expected the line's end");
    *b = (banner_t){.symmetry = (symmetry_t)symmetry, .pattern = field == 2};
    while (text_next_line(t) && (*t->at == '%' || text_skip_in_line(t)))
        continue;
    return 0;
}

static int read_entry(text_t *t, const banner_t *b, sparse_t *m)
{
    int64_t row, col;
    double value = 1.0;
    int rc = text_number(t, "a row", 1, m->rows, &row);
    if (!rc)
        rc = text_number(t, "a column", 1, m->cols, &col);
    if (rc)
        return rc;
    if (b->symmetry != GENERAL && (col > row || (b->symmetry == SKEW && col == row)))
        return text_error(t, "entry (%lld, %lld), expected one %s the diagonal of a %s matrix",
                          (long long)row, (long long)col,
                          b->symmetry == SKEW ? "below" : "on or below",
                          b->symmetry == SKEW ? "skew-symmetric" : "symmetric");
    if (!b->pattern && (rc = text_real(t, "a value", &value)))
        return rc;
    if (!text_skip_in_line(t))
        return text_error(t, "more words than an entry has, expected the line's end");
    add(m, (uint32_t)row - 1, (uint32_t)col - 1, (float)value);
    if (b->symmetry != GENERAL && row != col)
        add(m, (uint32_t)col - 1, (uint32_t)row - 1, (float)(b->symmetry == SKEW ? -value : value));
    return 0;
}

static int read_matrix(text_t *t, host_t *h, sparse_t *m)
{
    banner_t b = {0};
    int64_t rows, cols, entries;
    int rc = read_banner(t, &b);
    if (!rc)
        rc = text_number(t, "the row count", 1, MOST_ROWS, &rows);
    if (!rc)
        rc = text_number(t, "the column count", 1, MOST_ROWS, &cols);
    if (rc)
        return rc;
    if (b.symmetry != GENERAL && rows != cols)
        return text_error(t, "%lld rows and %lld columns, expected a square symmetric matrix",
                          (long long)rows, (long long)cols);
    rc = text_count(t, "the entry count", 0, 4, &entries);
    if (rc)
        return rc;
    *m = (sparse_t){.rows = (uint32_t)rows, .cols = (uint32_t)cols};
    if (allocate(h, m, (size_t)entries * (b.symmetry == GENERAL ? 1 : 2)))
        return -ENOMEM;
    for (int64_t i = 0; i < entries; i++)
        if ((rc = read_entry(t, &b, m)))
            return rc;
    return text_end(t, "the last entry");
}

int sparse_read(host_t *h, const char *file, sparse_t *m)
{
    text_t t;
    int rc = text_open(&t, file, h->diag);
    if (rc)
        return rc;
    rc = read_matrix(&t, h, m);
    text_close(&t);
    return rc;
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
