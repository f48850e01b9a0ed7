/*
 * The log of a long run. Of each record only what differs from the one before is kept: the
 * operation, a bit for each eight bytes of the inputs that changed, and those bytes. Chunks of that
 * are compressed.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <zstd.h>

#include "lockstep/stim.h"

/* Level: at 1, a run of bfs under abyp spends a tenth of its time here, at -5 a fiftieth. */
enum { CHUNK_BYTES = 1 << 18, LEVEL = -5, WORD = sizeof(uint64_t) };

typedef struct chunk {
    void *packed;
    size_t bytes, raw;
} chunk_t;

/* The inputs as they were last, in whole words; `mask` is room for a bit a word. */
typedef struct inputs {
    uint64_t *word;
    uint8_t *mask;
    size_t words, mask_bytes;
} inputs_t;

struct stim_log {
    stim_head_t head;
    size_t bound, bytes; /* bytes: of the chunks, packed */
    bool complete;
    inputs_t last;
    uint64_t *now;  /* the inputs of a record, padded to whole words */
    size_t most;    /* bytes of a record in which everything changes */
    uint8_t *chunk; /* the one being filled */
    size_t n;       /* bytes in it */
    chunk_t *chunks;
    size_t n_chunks, cap_chunks;
    ZSTD_CCtx *zstd;
};

static bool inputs_new(inputs_t *last, size_t in_bytes)
{
    last->words = (in_bytes + WORD - 1) / WORD;
    last->mask_bytes = (last->words + 7) / 8;
    last->word = calloc(last->words, WORD);
    last->mask = malloc(last->mask_bytes);
    return last->word && last->mask;
}

static void inputs_free(inputs_t *last)
{
    free(last->word);
    free(last->mask);
}

stim_log_t *stim_log_new(const stim_head_t *head, size_t bound)
{
    stim_log_t *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->head = *head;
    l->bound = bound;
    l->complete = true;
    bool ok = inputs_new(&l->last, head->desc->in_bytes);
    l->most = 1 + l->last.mask_bytes + l->last.words * WORD;
    l->now = calloc(l->last.words, WORD);
    l->chunk = malloc(CHUNK_BYTES + l->most);
    l->zstd = ZSTD_createCCtx();
    if (!ok || !l->now || !l->chunk || !l->zstd) {
        stim_log_free(l);
        return NULL;
    }
    return l;
}

static void drop(stim_log_t *l)
{
    for (size_t i = 0; i < l->n_chunks; i++)
        free(l->chunks[i].packed);
    free(l->chunks);
    l->chunks = NULL;
    l->n_chunks = l->cap_chunks = l->bytes = 0;
    l->n = 0;
}

void stim_log_free(stim_log_t *l)
{
    if (!l)
        return;
    drop(l);
    inputs_free(&l->last);
    free(l->now);
    free(l->chunk);
    ZSTD_freeCCtx(l->zstd);
    free(l);
}

static bool pack(stim_log_t *l)
{
    if (l->n_chunks == l->cap_chunks) {
        size_t cap = l->cap_chunks ? 2 * l->cap_chunks : 64;
        chunk_t *more = realloc(l->chunks, cap * sizeof *more);
        if (!more)
            return false;
        l->chunks = more;
        l->cap_chunks = cap;
    }
    size_t room = ZSTD_compressBound(l->n);
    void *out = malloc(room);
    size_t bytes = out ? ZSTD_compressCCtx(l->zstd, out, room, l->chunk, l->n, LEVEL) : 0;
    if (!out || ZSTD_isError(bytes) || l->bytes + bytes > l->bound) {
        free(out);
        return false;
    }
    void *tight = realloc(out, bytes);
    l->chunks[l->n_chunks++] = (chunk_t){tight ? tight : out, bytes, l->n};
    l->bytes += bytes;
    l->n = 0;
    return true;
}

void stim_log_put(stim_log_t *l, stim_op_t op, const void *in)
{
    if (!l->complete)
        return;
    if (l->n >= CHUNK_BYTES && !pack(l)) {
        drop(l);
        l->complete = false;
        return;
    }
    memcpy(l->now, in, l->head.desc->in_bytes);
    uint8_t *mask = l->chunk + l->n, *at = mask + 1 + l->last.mask_bytes;
    *mask++ = (uint8_t)op;
    memset(mask, 0, l->last.mask_bytes);
    for (size_t i = 0; i < l->last.words; i++) {
        if (l->now[i] == l->last.word[i])
            continue;
        mask[i / 8] |= (uint8_t)(1u << i % 8);
        memcpy(at, &l->now[i], WORD);
        at += WORD;
        l->last.word[i] = l->now[i];
    }
    l->n = (size_t)(at - l->chunk);
}

bool stim_log_complete(const stim_log_t *l)
{
    return l->complete;
}

size_t stim_log_bytes(const stim_log_t *l)
{
    return l->bytes;
}

/* Writes the records of a chunk; `last` are the inputs before it. */
static void put_records(stim_writer_t *w, const uint8_t *at, size_t n, inputs_t *last)
{
    const uint8_t *end = at + n;
    while (at < end) {
        const stim_op_t op = (stim_op_t)*at++;
        memcpy(last->mask, at, last->mask_bytes);
        at += last->mask_bytes;
        for (size_t i = 0; i < last->words; i++) {
            if (!(last->mask[i / 8] >> i % 8 & 1))
                continue;
            memcpy(&last->word[i], at, WORD);
            at += WORD;
        }
        stim_writer_put(w, op, last->word);
    }
}

int stim_log_write(const stim_log_t *l, const char *path, diag_t *diag)
{
    if (!l->complete)
        return diag_at(diag, path, 0, 0, "not written: the stimulus since reset exceeds %zu bytes",
                       l->bound);
    inputs_t last;
    bool ok = inputs_new(&last, l->head.desc->in_bytes);
    uint8_t *raw = malloc(CHUNK_BYTES + l->most);
    stim_writer_t *w = ok && raw ? stim_writer_open(path, &l->head, diag) : NULL;
    int err = w ? 0 : -EIO;
    for (size_t i = 0; w && i < l->n_chunks; i++) {
        const chunk_t *c = &l->chunks[i];
        if (ZSTD_decompress(raw, c->raw, c->packed, c->bytes) != c->raw) {
            err = diag_at(diag, path, 0, 0, "the log of the stimulus is damaged");
            break;
        }
        put_records(w, raw, c->raw, &last);
    }
    if (w && !err)
        put_records(w, l->chunk, l->n, &last);
    if (w) {
        int closed = stim_writer_close(w, diag);
        err = err ? err : closed;
    }
    free(raw);
    inputs_free(&last);
    return err;
}
