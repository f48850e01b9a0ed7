/* A state stream (common/state_io.h) in memory: written with put, read back with get. */
#ifndef LW_TESTS_STATE_MEMORY_H
#define LW_TESTS_STATE_MEMORY_H

#include <stdlib.h>
#include <string.h>

#include "common/state_io.h"

typedef struct memory {
    uint8_t *data; /* malloc'ed by put */
    size_t n, at;
} memory_t;

static inline int put(void *ctx, const void *data, size_t bytes)
{
    memory_t *m = ctx;
    m->data = realloc(m->data, m->n + bytes);
    assert_non_null(m->data);
    memcpy(m->data + m->n, data, bytes);
    m->n += bytes;
    return 0;
}

static inline ssize_t get(void *ctx, void *data, size_t room)
{
    memory_t *m = ctx;
    size_t n = m->n - m->at < room ? m->n - m->at : room;
    memcpy(data, m->data + m->at, n);
    m->at += n;
    return (ssize_t)n;
}

#endif
