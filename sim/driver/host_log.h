/*
 * What a host program has read from device memory, in order, so that it can run again without
 * the launches that came before a checkpoint: host programs are functions of what they read.
 *
 * A read is noted by its place in the arena and copied only when memory is about to change, so
 * that the last reads of a run, the results, cost nothing. What is copied is kept compressed.
 */
#ifndef LW_DRIVER_HOST_LOG_H
#define LW_DRIVER_HOST_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "common/state_io.h"

typedef struct host_log host_log_t;

host_log_t *host_log_new(void); /* NULL when memory is exhausted */
void host_log_free(host_log_t *l);

/* The host has read bytes at `at`, which stay there until host_log_commit(). -ENOMEM or 0. */
int host_log_note(host_log_t *l, const uint8_t *at, uint64_t bytes);
/* Memory is about to change. -ENOMEM or 0. */
int host_log_commit(host_log_t *l);

/* The log, committed; on loading l is new, and host_log_take() gives what was read, from the
 * first read on: 0; -EINVAL if that read was of another size, or there was none; -ENOMEM. */
void host_log_state(host_log_t *l, state_io_t *io);
int host_log_take(host_log_t *l, void *dst, uint64_t bytes);
/* Has everything been taken? */
bool host_log_taken(const host_log_t *l);

/* Bytes read so far, and what they take in memory. */
void host_log_size(const host_log_t *l, uint64_t *raw, uint64_t *held);

#endif
