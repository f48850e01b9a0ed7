/*
 * The log of a long run. Records are gathered into chunks, transposed (all first bytes, all
 * second bytes...: fields of one kind compress well together) and compressed.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <zstd.h>

#include "lockstep/stim.h"

enum { CHUNK_RECORDS = 8192, LEVEL = 1 };

typedef struct chunk {
    void *packed;
    size_t bytes;
    uint32_t records;
} chunk_t;

struct stim_log {
    stim_head_t head;
    size_t row, bound, bytes;
    bool complete;
    uint8_t *rows, *turned; /* CHUNK_RECORDS x row */
    uint32_t n;             /* rows filled */
    chunk_t *chunk;
    size_t n_chunks, cap_chunks;
    ZSTD_CCtx *zstd;
};

stim_log_t *stim_log_new(const stim_head_t *head, size_t bound)
{
    stim_log_t *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->head = *head;
    l->row = head->desc->in_bytes + 1;
    l->bound = bound;
    l->complete = true;
    l->rows = malloc(CHUNK_RECORDS * l->row);
    l->turned = malloc(CHUNK_RECORDS * l->row);
    l->zstd = ZSTD_createCCtx();
    if (!l->rows || !l->turned || !l->zstd) {
        stim_log_free(l);
        return NULL;
    }
    return l;
}

static void drop(stim_log_t *l)
{
    for (size_t i = 0; i < l->n_chunks; i++)
        free(l->chunk[i].packed);
    free(l->chunk);
    l->chunk = NULL;
    l->n_chunks = l->cap_chunks = l->bytes = 0;
    l->n = 0;
}

void stim_log_free(stim_log_t *l)
{
    if (!l)
        return;
    drop(l);
    free(l->rows);
    free(l->turned);
    ZSTD_freeCCtx(l->zstd);
    free(l);
}

static void transpose(uint8_t *to, const uint8_t *from, size_t rows, size_t columns)
{
    for (size_t c = 0; c < columns; c++)
        for (size_t r = 0; r < rows; r++)
            to[c * rows + r] = from[r * columns + c];
}

static bool pack(stim_log_t *l)
{
    if (l->n_chunks == l->cap_chunks) {
        size_t cap = l->cap_chunks ? 2 * l->cap_chunks : 64;
        chunk_t *more = realloc(l->chunk, cap * sizeof *more);
        if (!more)
            return false;
        l->chunk = more;
        l->cap_chunks = cap;
    }
    size_t raw = l->n * l->row;
    transpose(l->turned, l->rows, l->n, l->row);
    size_t room = ZSTD_compressBound(raw);
    void *out = malloc(room);
    size_t bytes = out ? ZSTD_compressCCtx(l->zstd, out, room, l->turned, raw, LEVEL) : 0;
    if (!out || ZSTD_isError(bytes) || l->bytes + bytes > l->bound) {
        free(out);
        return false;
    }
    void *tight = realloc(out, bytes);
    l->chunk[l->n_chunks++] = (chunk_t){tight ? tight : out, bytes, l->n};
    l->bytes += bytes;
    l->n = 0;
    return true;
}

void stim_log_put(stim_log_t *l, stim_op_t op, const void *in)
{
    if (!l->complete)
        return;
    if (l->n == CHUNK_RECORDS && !pack(l)) {
        drop(l);
        l->complete = false;
        return;
    }
    uint8_t *row = l->rows + l->n++ * l->row;
    row[0] = (uint8_t)op;
    memcpy(row + 1, in, l->row - 1);
}

bool stim_log_complete(const stim_log_t *l)
{
    return l->complete;
}

size_t stim_log_bytes(const stim_log_t *l)
{
    return l->bytes;
}

static void put_rows(stim_writer_t *w, const uint8_t *rows, size_t n, size_t row)
{
    for (size_t i = 0; i < n; i++)
        stim_writer_put(w, (stim_op_t)rows[i * row], rows + i * row + 1);
}

int stim_log_write(const stim_log_t *l, const char *path, diag_t *diag)
{
    if (!l->complete)
        return diag_at(diag, path, 0, 0, "not written: the stimulus since reset exceeds %zu bytes",
                       l->bound);
    uint8_t *rows = malloc(CHUNK_RECORDS * l->row);
    uint8_t *turned = malloc(CHUNK_RECORDS * l->row);
    stim_writer_t *w = rows && turned ? stim_writer_open(path, &l->head, diag) : NULL;
    int err = w ? 0 : -EIO;
    for (size_t i = 0; w && i < l->n_chunks; i++) {
        const chunk_t *c = &l->chunk[i];
        size_t raw = c->records * l->row;
        if (ZSTD_decompress(turned, raw, c->packed, c->bytes) != raw) {
            err = diag_at(diag, path, 0, 0, "the log of the stimulus is damaged");
            break;
        }
        transpose(rows, turned, l->row, c->records);
        put_rows(w, rows, c->records, l->row);
    }
    if (w && !err)
        put_rows(w, l->rows, l->n, l->row);
    if (w) {
        int closed = stim_writer_close(w, diag);
        err = err ? err : closed;
    }
    free(rows);
    free(turned);
    return err;
}
