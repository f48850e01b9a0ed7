#include "driver/host_log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <zstd.h>

enum { CHUNK = 1 << 18, LEVEL = 1 };

/* The stream is cut into chunks of CHUNK bytes; a read is its size (8 bytes) and its bytes. */
typedef struct chunk {
    uint8_t *packed;
    size_t bytes;
} chunk_t;

typedef struct note {
    const uint8_t *at;
    uint64_t bytes;
} note_t;

struct host_log {
    chunk_t *chunk; /* full ones, compressed */
    size_t n_chunks;
    uint8_t *tail; /* [CHUNK], the last one; allocated when needed */
    size_t tail_n;
    note_t *note; /* not copied yet */
    size_t n_notes, room;
    uint64_t raw, packed; /* bytes in full chunks */

    /* Taking: the chunk being read and the place in it. */
    uint8_t *open; /* [CHUNK] */
    size_t open_index, at;
    bool is_open;
};

host_log_t *host_log_new(void)
{
    return calloc(1, sizeof(host_log_t));
}

void host_log_free(host_log_t *l)
{
    if (!l)
        return;
    for (size_t i = 0; i < l->n_chunks; i++)
        free(l->chunk[i].packed);
    free(l->chunk);
    free(l->tail);
    free(l->note);
    free(l->open);
    free(l);
}

int host_log_note(host_log_t *l, const uint8_t *at, uint64_t bytes)
{
    if (l->n_notes == l->room) {
        size_t room = l->room ? l->room * 2 : 16;
        note_t *grown = realloc(l->note, room * sizeof *grown);
        if (!grown)
            return -ENOMEM;
        l->note = grown;
        l->room = room;
    }
    l->note[l->n_notes++] = (note_t){at, bytes};
    return 0;
}

/* The tail is full: it becomes a compressed chunk. */
static int close_tail(host_log_t *l)
{
    size_t room = ZSTD_compressBound(CHUNK);
    chunk_t *grown = realloc(l->chunk, (l->n_chunks + 1) * sizeof *grown);
    uint8_t *packed = malloc(room);
    if (grown)
        l->chunk = grown;
    size_t n = grown && packed ? ZSTD_compress(packed, room, l->tail, CHUNK, LEVEL) : 0;
    if (!grown || !packed || ZSTD_isError(n)) {
        free(packed);
        return -ENOMEM;
    }
    uint8_t *fit = realloc(packed, n);
    l->chunk[l->n_chunks++] = (chunk_t){fit ? fit : packed, n};
    l->raw += CHUNK;
    l->packed += n;
    l->tail_n = 0;
    return 0;
}

static int append(host_log_t *l, const void *data, uint64_t bytes)
{
    const uint8_t *p = data;
    if (!l->tail && !(l->tail = malloc(CHUNK)))
        return -ENOMEM;
    while (bytes) {
        size_t room = CHUNK - l->tail_n, part = bytes < room ? (size_t)bytes : room;
        memcpy(l->tail + l->tail_n, p, part);
        l->tail_n += part;
        p += part;
        bytes -= part;
        int rc = l->tail_n == CHUNK ? close_tail(l) : 0;
        if (rc)
            return rc;
    }
    return 0;
}

int host_log_commit(host_log_t *l)
{
    int rc = 0;
    for (size_t i = 0; i < l->n_notes && !rc; i++) {
        rc = append(l, &l->note[i].bytes, sizeof l->note[i].bytes);
        if (!rc)
            rc = append(l, l->note[i].at, l->note[i].bytes);
    }
    l->n_notes = 0;
    return rc;
}

/* Makes the bytes at the place of taking readable: how many; 0 at the end; or -ENOMEM. */
static ssize_t available(host_log_t *l, const uint8_t **p)
{
    if (l->open_index == l->n_chunks) {
        *p = l->tail + l->at;
        return (ssize_t)(l->tail_n - l->at);
    }
    if (!l->open && !(l->open = malloc(CHUNK)))
        return -ENOMEM;
    if (!l->is_open) {
        const chunk_t *c = &l->chunk[l->open_index];
        if (ZSTD_decompress(l->open, CHUNK, c->packed, c->bytes) != CHUNK)
            return -EINVAL;
        l->is_open = true;
    }
    *p = l->open + l->at;
    return (ssize_t)(CHUNK - l->at);
}

static int take(host_log_t *l, void *dst, uint64_t bytes)
{
    uint8_t *to = dst;
    while (bytes) {
        const uint8_t *p;
        ssize_t n = available(l, &p);
        if (n <= 0)
            return n < 0 ? (int)n : -EINVAL;
        size_t part = bytes < (uint64_t)n ? (size_t)bytes : (size_t)n;
        memcpy(to, p, part);
        to += part;
        bytes -= part;
        l->at += part;
        if (l->open_index < l->n_chunks && l->at == CHUNK) {
            l->open_index++;
            l->at = 0;
            l->is_open = false;
        }
    }
    return 0;
}

int host_log_take(host_log_t *l, void *dst, uint64_t bytes)
{
    uint64_t have = 0;
    int rc = take(l, &have, sizeof have);
    if (rc)
        return rc;
    return have == bytes ? take(l, dst, bytes) : -EINVAL;
}

bool host_log_taken(const host_log_t *l)
{
    return l->open_index == l->n_chunks && l->at == l->tail_n;
}

void host_log_size(const host_log_t *l, uint64_t *raw, uint64_t *held)
{
    *raw = l->raw + l->tail_n;
    *held = l->packed + (l->tail ? CHUNK : 0) + l->room * sizeof *l->note;
}

static void chunk_state(host_log_t *l, chunk_t *c, state_io_t *io)
{
    uint64_t bytes = c->bytes;
    state_count(io, &bytes, ZSTD_compressBound(CHUNK), "bytes of a chunk");
    if (state_loading(io)) {
        *c = (chunk_t){malloc(bytes ? bytes : 1), bytes};
        l->n_chunks++;
        l->raw += CHUNK;
        l->packed += bytes;
        if (!c->packed) {
            state_fail(io, "needs more memory than there is");
            return;
        }
    }
    state_bytes(io, c->packed, c->bytes);
}

void host_log_state(host_log_t *l, state_io_t *io)
{
    uint64_t n = l->n_chunks, tail = l->tail_n;
    state_section(io, "what the host read");
    state_count(io, &n, UINT32_MAX, "chunks");
    state_count(io, &tail, CHUNK, "bytes of a chunk");
    if (state_loading(io)) {
        l->tail = state_alloc(io, CHUNK, 1);
        l->tail_n = l->tail ? tail : 0;
    }
    for (uint64_t i = 0; i < n && !state_error(io); i++) {
        chunk_t *grown = state_loading(io) ? realloc(l->chunk, (i + 1) * sizeof *grown) : l->chunk;
        if (!grown) {
            state_fail(io, "needs more memory than there is");
            return;
        }
        l->chunk = grown;
        chunk_state(l, &l->chunk[i], io);
    }
    if (tail && !state_error(io))
        state_bytes(io, l->tail, tail);
}
