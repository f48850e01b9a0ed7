/*
 * The file of a checkpoint: a line that says what it is, then one state stream (common/state_io.h):
 * which program wrote it, the run's settings, what it resolved to, then the state itself.
 *
 * A checkpoint is continued only by the program that wrote it (the same sources), on the same
 * configuration and the same workload; anything else is refused with the name of what differs.
 */
#ifndef LW_CLI_CHECKPOINT_H
#define LW_CLI_CHECKPOINT_H

#include <stdint.h>
#include <stdio.h>

#include "common/diag.h"
#include "common/state_io.h"

/* Named values that say what a run is, in order; a name may come more than once. */
typedef struct id_list {
    char **name, **value;
    unsigned n;
} id_list_t;

/* Exits when memory is exhausted, as the set-up code everywhere does. */
void id_add(id_list_t *l, const char *name, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
const char *id_get(const id_list_t *l, const char *name); /* the first, or NULL */
void id_free(id_list_t *l);

/* What stands at the head of a checkpoint. */
typedef struct checkpoint_head {
    id_list_t settings; /* options of the command line */
    id_list_t resolved; /* configuration and policies */
    id_list_t workload;
    double wall_s;    /* spent until now */
    uint64_t resumed; /* how often it was continued */
} checkpoint_head_t;

void checkpoint_head_free(checkpoint_head_t *h);

/* Writes a checkpoint: the head, then what `body` walks (its result is why it cannot, or NULL). 0,
 * or a negative errno with a message; the file is then as it was before. *bytes: its size.
 * temporary (unless NULL) is told the name of the file being written, and NULL at the end. */
int checkpoint_write(const char *path, checkpoint_head_t *h,
                     const char *(*body)(void *ctx, state_io_t *io), void *ctx,
                     void (*temporary)(const char *name), uint64_t *bytes, diag_t *d);

/* Checks a file as a whole, and reads its head: what is left of the stream is then in *io, its
 * source in *file, which is open as long as the stream is. 0, or a negative errno with a message;
 * h is the caller's to free in any case. */
int checkpoint_open(const char *path, checkpoint_head_t *h, state_io_t **io, FILE **file,
                    diag_t *d);

/* state_close() with the file in the message. */
int checkpoint_close(const char *path, state_io_t *io, diag_t *d);

/* Is this run the checkpoint's? 0, or -EINVAL naming the first difference, expected and found. */
int checkpoint_compare(const char *path, const id_list_t *expected, const id_list_t *found,
                       diag_t *d);

#endif
