/*
 * Stimulus: what a unit is driven with, cycle by cycle, from before its first reset. In memory
 * (stim_t), as a file (text, inside zstd when the name ends in .zst) and as a bounded,
 * compressed log that a long run keeps (stim_log_t). The file format is described in
 * docs/guide/cosim.md.
 *
 * A replay is exact: parameters, the seed of the flops before reset, and the inputs of every
 * cycle are all there.
 */
#ifndef LW_LOCKSTEP_STIM_H
#define LW_LOCKSTEP_STIM_H

#include <stdio.h>
#include <string.h>

#include "common/diag.h"
#include "common/unit.h"

typedef enum stim_op {
    STIM_RESET, /* a cycle under reset */
    STIM_TICK,  /* a cycle */
    STIM_EVAL,  /* settle and compare, no edge (the caller asked for outputs only) */
} stim_op_t;

/* What a stimulus belongs to. */
typedef struct stim_head {
    const unit_desc_t *desc;
    uint32_t cfg[UNIT_MAX_PARAMS]; /* its parameters */
    uint64_t seed;  /* that the inputs were drawn from, for the reader; 0: not random */
    uint64_t flops; /* seed of the flops before the first reset */
} stim_head_t;

static inline void stim_head_cfg(stim_head_t *h, const void *cfg)
{
    memcpy(h->cfg, cfg, h->desc->cfg_bytes);
}

typedef struct stim {
    stim_head_t head;
    uint8_t *op;     /* n, stim_op_t */
    uint64_t *times; /* n, how often in a row, at least 1 */
    uint8_t *in;     /* n input structs, desc->in_bytes each */
    size_t n, cap;
    uint64_t records; /* the sum of times */
} stim_t;

/* What a file may hold; more is refused when it is read. */
#define STIM_MAX_LINES   ((size_t)1 << 26)
#define STIM_MAX_RECORDS (UINT64_C(1) << 40)

void stim_init(stim_t *s, const stim_head_t *head);
void stim_free(stim_t *s);
/* 0 or -ENOMEM. */
int stim_push(stim_t *s, stim_op_t op, const void *in, uint64_t times);
static inline void *stim_in(const stim_t *s, size_t i)
{
    return s->in + i * s->head.desc->in_bytes;
}

/* A file being written. Errors are kept and reported by stim_writer_close. */
typedef struct stim_writer stim_writer_t;
stim_writer_t *stim_writer_open(const char *path, const stim_head_t *head, diag_t *diag);
void stim_writer_put(stim_writer_t *w, stim_op_t op, const void *in);
int stim_writer_close(stim_writer_t *w, diag_t *diag); /* 0 or -EIO; frees w */

int stim_write(const stim_t *s, const char *path, diag_t *diag);

/* Reads a whole file. Anything malformed or missing: -EINVAL with file, line and column. */
int stim_read(stim_t *s, const char *path, diag_t *diag);

/* The log of a long run: chunks compressed as they fill. Never more than `bound` bytes of
 * compressed stimulus: beyond, it is emptied and says so (stim_log_complete). */
typedef struct stim_log stim_log_t;
stim_log_t *stim_log_new(const stim_head_t *head, size_t bound);
void stim_log_free(stim_log_t *l);
void stim_log_put(stim_log_t *l, stim_op_t op, const void *in);
bool stim_log_complete(const stim_log_t *l);
size_t stim_log_bytes(const stim_log_t *l);
/* Writes all of it as a stimulus file. */
int stim_log_write(const stim_log_t *l, const char *path, diag_t *diag);

#endif
