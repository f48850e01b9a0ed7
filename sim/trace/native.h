/*
 * The project's own trace format: recording any run and replaying it exactly (docs/traces.md).
 *
 * Recording. The recorder puts itself between a front end and the GPU:
 *
 *     r = trace_record_open("a.lwt", &about, &diag);
 *     for each copy and launch in order:
 *         trace_record_copy(r, addr, bytes, preloaded);
 *         front_t *f = trace_record_launch(r, front, &diag);   run f instead of front
 *         trace_record_launch_end(r, &diag);                   after it ran to its end
 *     trace_record_finish(r, &diag);                           or trace_record_discard(r)
 *
 * It passes every call on and keeps, per CTA and warp, each step: instruction, active mask, space,
 * addresses (but those of constants and parameters, which are always hits), barrier.
 *
 * Replay is trace_open() and what follows in trace.h. A launch's CTAs may be begun in any order.
 */
#ifndef LW_TRACE_NATIVE_H
#define LW_TRACE_NATIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/diag.h"
#include "front/front.h"
#include "trace/trace.h"

/* What the header says of the run; strings may be NULL. */
typedef struct trace_about {
    const char *program;        /* "lockwarp 0.1.0" */
    const char *const *command; /* NULL-terminated */
    const char *workload;
    const char *config;
    const char *policies;
    uint32_t warp_size;
    bool timed;
} trace_about_t;

typedef struct trace_record trace_record_t;

/* NULL and a message. Nothing has the final name before trace_record_finish. */
trace_record_t *trace_record_open(const char *path, const trace_about_t *about, diag_t *d);
void trace_record_copy(trace_record_t *r, uint64_t addr, uint64_t bytes, bool preloaded);
/* The front end to run instead of inner, valid until the launch's end; NULL and a message. */
front_t *trace_record_launch(trace_record_t *r, front_t *inner, diag_t *d);
/* 0, or a negative errno with a message: the file could not be written. */
int trace_record_launch_end(trace_record_t *r, diag_t *d);
/* Why a recorded launch stopped although its front end had no fault; -EIO. */
int trace_record_fault(const trace_record_t *r, diag_t *d);
/* The recorder is gone after either. */
int trace_record_finish(trace_record_t *r, diag_t *d);
void trace_record_discard(trace_record_t *r); /* NULL is fine */

/* Is this the beginning of a native trace? */
bool trace_native_is(const void *start, size_t bytes);
/* 0, or a negative errno with a message. */
int trace_native_open(const char *path, trace_t **out, diag_t *d);

/* What `trace info` prints; of a launch, or summed. */
typedef struct trace_counts {
    uint64_t launches, ctas;
    uint64_t warp_instructions, thread_instructions;
    uint64_t memory_instructions; /* whose addresses are kept, with at least one active lane */
    uint64_t chunks;
    uint64_t packed, raw; /* bytes of the chunks */
} trace_counts_t;

/* The trace's header as JSON text, the caller's to free(). */
char *trace_native_header(const trace_t *t);
uint64_t trace_native_bytes(const trace_t *t); /* of the file */
/* As trace_next, but with every copy, and counts of the launch. t must be a native trace. */
int trace_native_next(trace_t *t, trace_step_t *out, trace_counts_t *counts, diag_t *d);

#endif
