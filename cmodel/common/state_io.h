/*
 * The state of a run as a stream of bytes: what checkpoints are written with and read back.
 *
 * Every component has one walk function, foo_state(foo, io), that serves both directions: it hands
 * its members to state_bytes(), which writes them or fills them. On loading, the component is a
 * fresh one of the same configuration: it owns its arrays, and only their contents are read.
 *
 * The stream is one zstd frame with a checksum. Errors stick: after the first one, reads give
 * zeros, writes do nothing, and state_error() tells. A walk function checks counts that it is
 * about to use with state_count(), and goes on without looking at errors otherwise.
 *
 *     io = state_save(write, ctx);   foo_state(foo, io);   state_close(io, &diag);
 *     io = state_load(read, ctx);    foo_state(foo, io);   state_close(io, &diag);
 */
#ifndef LW_COMMON_STATE_IO_H
#define LW_COMMON_STATE_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

#include "common/diag.h"

typedef struct state_io state_io_t;

/* 0 or a negative errno. */
typedef int state_write_fn(void *ctx, const void *data, size_t bytes);
/* Bytes read, 0 at the end, or a negative errno. */
typedef ssize_t state_read_fn(void *ctx, void *data, size_t room);

/* NULL when memory is exhausted. */
state_io_t *state_save(state_write_fn *write, void *ctx);
state_io_t *state_load(state_read_fn *read, void *ctx);

/* Ends the stream: writes what is left and the checksum; or checks that everything was read and
 * that the checksum holds. Frees io. 0 or a negative errno, the first problem in d. */
int state_close(state_io_t *io, diag_t *d);
/* Reads a whole stream and checks it, before anything of it is used. As state_close(). */
int state_check(state_read_fn *read, void *ctx, diag_t *d);
/* Frees it without a look at the end of the stream. */
void state_abandon(state_io_t *io);

bool state_loading(const state_io_t *io);
int state_error(const state_io_t *io); /* 0 or a negative errno */
/* Makes the error -EINVAL, unless there is one. */
void state_fail(state_io_t *io, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Writes or fills n bytes. */
void state_bytes(state_io_t *io, void *p, size_t n);
#define STATE(io, x) state_bytes(io, &(x), sizeof(x))

/* A name in the stream; on loading the same must come. what comes after it is in messages. */
void state_section(state_io_t *io, const char *name);
/* A number; on loading it must be at most max, else it is an error and *n is 0. */
void state_count(state_io_t *io, uint64_t *n, uint64_t max, const char *what);
/* A number that on loading must be this one. */
void state_expect(state_io_t *io, uint64_t v, const char *what);
/* A text; on loading *s is malloc'ed, or NULL after an error. It may be NULL when saving, and is
 * NULL again when loaded. */
void state_text(state_io_t *io, char **s);

/*
 * STATE_STRUCT(io, type, at, KEEP): walks *at as bytes, so that a new plain member is never
 * forgotten, but for the members that KEEP(M) lists, M(member): pointers, which stay the
 * object's own, and members that the caller walks himself.
 */
#define STATE_STRUCT_CLEAR(m) memset(&state_image.m, 0, sizeof state_image.m);
#define STATE_STRUCT_KEEP(m)  memcpy(&state_image.m, &state_at->m, sizeof state_image.m);
#define STATE_STRUCT(io, type, at, KEEP)                                                           \
    do {                                                                                           \
        type *const state_at = (at);                                                               \
        type state_image;                                                                          \
        memcpy(&state_image, state_at, sizeof state_image);                                        \
        KEEP(STATE_STRUCT_CLEAR)                                                                   \
        state_bytes(io, &state_image, sizeof state_image);                                         \
        KEEP(STATE_STRUCT_KEEP)                                                                    \
        if (state_loading(io) && !state_error(io))                                                 \
            memcpy(state_at, &state_image, sizeof state_image);                                    \
    } while (0)

/*
 * STATE_LAYOUT(type, bytes): beside every walk of a struct. Whoever adds a member changes the size
 * and comes here: a plain member of a STATE_STRUCT is walked already, so the number is all there
 * is to change; a pointer goes to the list of what is kept, and what it points to needs a walk;
 * in a walk by members, the member needs its line. (Of the ABI the project is built for.)
 */
#if defined(__x86_64__)
#define STATE_LAYOUT(what, size, bytes)                                                            \
    _Static_assert((size) == (bytes), what " has changed: see STATE_LAYOUT in common/state_io.h")
#else
#define STATE_LAYOUT(what, size, bytes) _Static_assert((size) > 0, what)
#endif

#endif
