/*
 * The log of a long run. Of each record only what differs from an earlier one is kept, since most
 * records repeat what came before: an evaluation and the clock that follows have the same inputs,
 * and between them an SM sleeps with all inputs 0. A record is
 *
 *     a byte: the operation, and SAME if the inputs are those of the reference, or REST if all are
 * 0 otherwise for each eight bytes of the inputs a byte that marks those that differ from the
 *     reference's, and these
 *
 * The reference is the latest record that is not REST. Chunks of that are compressed.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <zstd.h>

#include "lockstep/ports.h"
#include "lockstep/stim.h"

/* Level: at 1, a run of bfs under abyp spends a tenth of its time here. */
enum { CHUNK_BYTES = 1 << 16, LEVEL = -30, WORD = sizeof(uint64_t) };
enum { SAME = 0x40, REST = 0x80 };

typedef struct chunk {
    void *packed;
    size_t bytes, raw;
} chunk_t;

/* Inputs in whole words; the last one is padded with zeros. */
typedef struct inputs {
    uint64_t *word;
    size_t words, in_bytes;
} inputs_t;

struct stim_log {
    stim_head_t head;
    size_t bound, bytes; /* bytes: of the chunks, packed */
    bool complete;
    inputs_t last;  /* the reference */
    size_t most;    /* bytes of a record in which everything changes */
    uint8_t *chunk; /* the one being filled */
    size_t n;       /* bytes in it */
    chunk_t *chunks;
    size_t n_chunks, cap_chunks;
    ZSTD_CCtx *zstd;
};

static bool inputs_new(inputs_t *last, size_t in_bytes)
{
    last->in_bytes = in_bytes;
    last->words = (in_bytes + WORD - 1) / WORD;
    last->word = calloc(last->words, WORD);
    return last->word;
}

/* What of the inputs differs from the reference, of at most eight bytes; the reference becomes
 * equal to them. */
static inline uint64_t take(uint64_t *last, const char *in, size_t bytes)
{
    uint64_t now = 0;
    memcpy(&now, in, bytes);
    const uint64_t differs = now ^ *last;
    *last = now;
    return differs;
}

static bool all_zero(const char *in, size_t n)
{
    for (; n >= WORD; n -= WORD, in += WORD) {
        uint64_t v;
        memcpy(&v, in, WORD);
        if (v)
            return false;
    }
    for (; n; n--)
        if (*in++)
            return false;
    return true;
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
    l->most = 1 + l->last.words * (1 + WORD);
    l->chunk = malloc(CHUNK_BYTES + l->most);
    l->zstd = ZSTD_createCCtx();
    if (!ok || !l->chunk || !l->zstd) {
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
    free(l->last.word);
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

/* A byte whose bit k says that byte k of `differs` is not 0, and these bytes. */
static uint8_t *put_word(uint8_t *at, uint64_t differs)
{
    uint8_t *mask = at++;
    *mask = 0;
    for (; differs;) {
        const unsigned k = (unsigned)__builtin_ctzll(differs) / 8;
        const uint8_t byte = (uint8_t)(differs >> 8 * k);
        *mask |= (uint8_t)(1u << k);
        *at++ = byte;
        differs ^= (uint64_t)byte << 8 * k;
    }
    return at;
}

static void put_record(stim_log_t *l, stim_op_t op, const char *in)
{
    const inputs_t *last = &l->last;
    uint8_t *at = l->chunk + l->n;
    if (same_bytes(in, last->word, last->in_bytes)) {
        *at++ = (uint8_t)(op | SAME);
    } else if (all_zero(in, last->in_bytes)) {
        *at++ = (uint8_t)(op | REST);
    } else {
        const size_t whole = last->in_bytes / WORD;
        *at++ = (uint8_t)op;
        for (size_t i = 0; i < whole; i++)
            at = put_word(at, take(&last->word[i], in + i * WORD, WORD));
        if (whole < last->words)
            at = put_word(at, take(&last->word[whole], in + whole * WORD, last->in_bytes % WORD));
    }
    l->n = (size_t)(at - l->chunk);
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
    put_record(l, op, in);
}

bool stim_log_complete(const stim_log_t *l)
{
    return l->complete;
}

size_t stim_log_bytes(const stim_log_t *l)
{
    return l->bytes;
}

static const uint8_t *get_word(const uint8_t *at, uint64_t *word)
{
    for (unsigned mask = *at++; mask; mask &= mask - 1)
        *word ^= (uint64_t)*at++ << 8 * (unsigned)__builtin_ctz(mask);
    return at;
}

/* Writes the records of a chunk; `last` is the reference before it, `rest` inputs that are 0. */
static void put_records(stim_writer_t *w, const uint8_t *at, size_t n, inputs_t *last,
                        const inputs_t *rest)
{
    const uint8_t *end = at + n;
    while (at < end) {
        const uint8_t head = *at++;
        for (size_t i = 0; !(head & (SAME | REST)) && i < last->words; i++)
            at = get_word(at, &last->word[i]);
        stim_writer_put(w, (stim_op_t)(head & ~(SAME | REST)),
                        head & REST ? rest->word : last->word);
    }
}

int stim_log_write(const stim_log_t *l, const char *path, diag_t *diag)
{
    if (!l->complete)
        return diag_at(diag, path, 0, 0, "not written: the stimulus since reset exceeds %zu bytes",
                       l->bound);
    const size_t in_bytes = l->head.desc->in_bytes;
    inputs_t last, rest;
    bool ok = inputs_new(&last, in_bytes);
    ok = inputs_new(&rest, in_bytes) && ok;
    uint8_t *raw = malloc(CHUNK_BYTES + l->most);
    stim_writer_t *w = ok && raw ? stim_writer_open(path, &l->head, diag) : NULL;
    int err = w ? 0 : -EIO;
    for (size_t i = 0; w && i < l->n_chunks; i++) {
        const chunk_t *c = &l->chunks[i];
        if (ZSTD_decompress(raw, c->raw, c->packed, c->bytes) != c->raw) {
            err = diag_at(diag, path, 0, 0, "the log of the stimulus is damaged");
            break;
        }
        put_records(w, raw, c->raw, &last, &rest);
    }
    if (w && !err)
        put_records(w, l->chunk, l->n, &last, &rest);
    if (w) {
        int closed = stim_writer_close(w, diag);
        err = err ? err : closed;
    }
    free(raw);
    free(last.word);
    free(rest.word);
    return err;
}
