/*
 * A trace: a program's host copies and kernel launches in order, each launch as a front end
 * (front/front.h) that the GPU model runs. Two formats implement it: the project's own
 * (native.h), which replays a run exactly, and Accel-Sim's (accelsim.h).
 *
 *     trace_t *t;
 *     if (trace_open(path, &t, &diag)) ...        the format is known by the file's content
 *     while (!(rc = trace_next(t, &step, &diag)) && step.kind != TRACE_END)
 *         ... step.kind == TRACE_COPY: gpu_host_copy();
 *             TRACE_LAUNCH: trace_load(), gpu_run(gpu, step.front), or neither to pass it over
 *     trace_close(t);
 *
 * A malformed trace is found before or while it runs: trace_next() returns -EINVAL, or the front
 * sets front->error during gpu_run() and trace_fault() tells where (file, line).
 */
#ifndef LW_TRACE_TRACE_H
#define LW_TRACE_TRACE_H

#include <stdint.h>

#include "common/diag.h"
#include "front/front.h"

typedef enum trace_step_kind { TRACE_END, TRACE_COPY, TRACE_LAUNCH } trace_step_kind_t;

typedef struct trace_step {
    trace_step_kind_t kind;
    uint64_t addr, bytes; /* TRACE_COPY: from the host to device memory [addr, addr + bytes) */
    front_t *front;       /* TRACE_LAUNCH: the trace's, valid until the next call; runs once */
} trace_step_t;

typedef struct trace trace_t;

/* A format. Its own struct begins with a trace_t. */
typedef struct trace_ops {
    const char *name; /* "native", "accelsim" */
    int (*next)(trace_t *t, trace_step_t *out, diag_t *d);
    int (*load)(trace_t *t, diag_t *d);                /* NULL: next() gives complete fronts */
    int (*fault)(trace_t *t, diag_t *d);               /* why the running front set its error */
    int (*hash)(trace_t *t, uint64_t *out, diag_t *d); /* of all that the trace's files hold */
    void (*close)(trace_t *t);
} trace_ops_t;

struct trace {
    const trace_ops_t *ops;
};

/* 0, or a negative errno with a message in d. */
int trace_open(const char *path, trace_t **out, diag_t *d);

/* 0 and the next step, TRACE_END after the last; or a negative errno with a message in d. */
static inline int trace_next(trace_t *t, trace_step_t *out, diag_t *d)
{
    return t->ops->next(t, out, d);
}

/* Completes the front of the last TRACE_LAUNCH: until then it has its kernel, grid and block only.
 * 0, or a negative errno with a message in d. */
static inline int trace_load(trace_t *t, diag_t *d)
{
    return t->ops->load ? t->ops->load(t, d) : 0;
}

/* A hash of the trace's bytes. Reads the files again. 0, or a negative errno with a message in d.
 */
static inline int trace_hash(trace_t *t, uint64_t *out, diag_t *d)
{
    return t->ops->hash(t, out, d);
}

/* After gpu_run() returned GPU_FAULT: fills d with the reason; returns -EINVAL. */
static inline int trace_fault(trace_t *t, diag_t *d)
{
    return t->ops->fault(t, d);
}

static inline void trace_close(trace_t *t)
{
    if (t)
        t->ops->close(t);
}

#endif
