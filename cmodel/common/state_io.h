/*
 * The state of a run as a stream of bytes: what checkpoints are written with and read back.
 *
 * Every component has one walk function, foo_state(foo, io), that serves both directions: it hands
 * its members to state_bytes(), which writes them or fills them. On loading, the component is a
 * fresh one of the same configuration: it owns its arrays, and only their contents are read.
 *
 * Structs are walked by lists of their members (common/state_members.h), arrays by loops whose
 * bounds come from the configuration. Whatever is loaded is checked: a number against its range
 * where it is read, what several numbers say together (lists, masks, counts of what is under way)
 * by the component or, above it, by the GPU. A stream that was checked so cannot make a later cycle
 * leave an array, go round in a list or look for a bit in an empty mask.
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

#include <signal.h>
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

/* Loading ends with the error -EINTR once *stop is not 0. */
void state_stop_on(state_io_t *io, const volatile sig_atomic_t *stop);

/* Ends the stream: writes what is left and the checksum; or checks that everything was read and
 * that the checksum holds. Frees io. 0 or a negative errno, the first problem in d. */
int state_close(state_io_t *io, diag_t *d);
/* Reads a whole stream and checks it, before anything of it is used. As state_close(). */
int state_check(state_read_fn *read, void *ctx, diag_t *d);
/* Frees it without a look at the end of the stream. */
void state_abandon(state_io_t *io);

bool state_loading(const state_io_t *io);
/* 0 or a negative errno. Loops whose length a stream says ask in each round, so that they end with
 * the first error, and when somebody asks for an end (state_stop_on). */
int state_error(state_io_t *io);
/* Makes the error -EINVAL, unless there is one. */
void state_fail(state_io_t *io, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Writes or fills n bytes. */
void state_bytes(state_io_t *io, void *p, size_t n);
#define STATE(io, x) state_bytes(io, &(x), sizeof(x))

/* A name in the stream; on loading the same must come. what comes after it is in messages. */
void state_section(state_io_t *io, const char *name);
const char *state_section_name(const state_io_t *io); /* the last one */
/* The same name for messages, of a check that reads nothing. */
void state_checking(state_io_t *io, const char *name);
/* A number; on loading it must be at most max, else it is an error and *n is 0. */
void state_count(state_io_t *io, uint64_t *n, uint64_t max, const char *what);
/* A number that on loading must be this one. */
void state_expect(state_io_t *io, uint64_t v, const char *what);
/* A text; on loading *s is malloc'ed, or NULL after an error. A stream has a megabyte of them. It
 * may be NULL when saving, and is NULL again when loaded. */
void state_text(state_io_t *io, char **s);

/* An unsigned number of 1, 2, 4 or 8 bytes, at most max; on loading more is an error, and *p is 0.
 * what: its name in messages. */
void state_number(state_io_t *io, void *p, size_t bytes, uint64_t max, const char *what);
/* Numbers of an array. */
void state_numbers(state_io_t *io, void *p, size_t bytes, size_t n, uint64_t max, const char *what);
void state_bool(state_io_t *io, bool *p, const char *what);

/* On loading, an error unless it holds: "has WHAT in SECTION". True: it holds, and there is no
 * error from before. */
bool state_holds(state_io_t *io, bool holds, const char *what);

/* n elements of `size` zero bytes; an error and NULL when memory is exhausted. n comes from the
 * configuration or is the number of an index's values, never the file's. */
void *state_alloc(state_io_t *io, size_t n, size_t size);

#endif
