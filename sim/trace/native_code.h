/*
 * The stream of one warp: how its steps become bytes and steps again.
 *
 * Two byte streams. `ctrl` says where the warp goes: both sides predict the next step's mask and
 * the instruction after it, and only departures are written, each behind the number of steps
 * that went as predicted. `addr` holds a token for each memory access, also relative to a
 * prediction. docs/traces.md describes both byte by byte.
 *
 * The predictor (nat_pred_t) is the same code on both sides, so that what one writes the other
 * understands. Its rules:
 *
 * mask    that of the path the warp is on. A branch with 0 < active < path splits the path: lanes
 *         that fall through go first, then those that jumped. An instruction seen to be guarded
 *         (its mask departed and the next one's returned) is expected as it was last time.
 * next    what followed last time, for branches apart by whether they were taken; the first time
 *         the next instruction, and nothing after an exit of the whole path.
 * address per instruction and lane: last time's, plus what all lanes moved by last time.
 *
 * Local memory. Its addresses depend on how many CTAs are resident; those in the CTA's own region
 * (front.h) are kept relative to its start and land in whatever region the CTA gets on replay.
 */
#ifndef LW_TRACE_NATIVE_CODE_H
#define LW_TRACE_NATIVE_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "front/front.h"
#include "trace/native_buf.h"
#include "trace/native_prog.h"

enum { NAT_MASKS = 6 }; /* masks a warp remembers */

typedef struct nat_inst_pred {
    uint32_t next;  /* after a taken branch, or any other instruction */
    uint32_t next0; /* after a branch or exit that some lanes did not take */
    uint64_t guard; /* of a guarded instruction: its last mask */
    uint8_t taken;  /* of a branch: 0 and 1 expect it not taken, 2 and 3 taken */
    bool guarded;
} nat_inst_pred_t;

typedef struct nat_row_pred {
    uint64_t shift; /* all lanes moved by this last time */
    uint8_t meta;   /* space | local << 4: NAT_LOCAL_ */
    bool known;
} nat_row_pred_t;

enum { NAT_LOCAL_NONE, NAT_LOCAL_ALL, NAT_LOCAL_SOME };

/* Constant while a launch runs. */
typedef struct nat_shape {
    const nat_prog_t *prog;
    uint32_t lanes;
    uint64_t arena_base;
    uint64_t local_base, local_cta_bytes;
} nat_shape_t;

/* What a warp's next step will be. */
typedef struct nat_pred {
    const nat_shape_t *s;
    uint32_t cur; /* index of the instruction to step; n_inst: the warp has finished */
    uint64_t path;
    uint64_t masks[NAT_MASKS]; /* latest first */
    uint32_t left_at;          /* instruction at which the mask last left the path, and */
    uint64_t left_path;        /* the path before; left_at is NAT_NO_ROW after any other step */
    uint8_t barrier;
    uint16_t barrier_warps;
    nat_inst_pred_t *inst; /* [n_inst] */
    nat_row_pred_t *row;   /* [n_mem] */
    uint64_t *vec;         /* [n_mem][lanes] */
} nat_pred_t;

void nat_pred_init(nat_pred_t *p, const nat_shape_t *s); /* allocates */
void nat_pred_reset(nat_pred_t *p);                      /* to a warp's start */
void nat_pred_free(nat_pred_t *p);

/* ---- Writing ---- */

typedef struct nat_enc {
    nat_pred_t p;
    uint64_t run; /* steps as predicted, not yet written */
    nat_buf_t ctrl, addr;
    nat_buf_t meta; /* of one access, until its token is known */
} nat_enc_t;

void nat_enc_free(nat_enc_t *e); /* with its predictor */

/* The warp begins at instruction first (n_inst: it has nothing to do). */
void nat_enc_begin(nat_enc_t *e, uint32_t first);
/* One step of the instruction e->p.cur; next: index of the following one, n_inst at the end.
 * region: number of the CTA's local memory. */
void nat_enc_step(nat_enc_t *e, const warp_step_t *st, uint32_t next, uint32_t region);
/* Writes what is pending, so that ctrl and addr hold everything so far. */
void nat_enc_flush(nat_enc_t *e);

/* ---- Reading ---- */

typedef struct nat_dec {
    nat_pred_t p;
    uint64_t run; /* steps as predicted before the next departure */
    bool departs; /* a departure follows them: */
    uint8_t flags;
    nat_cur_t ctrl, addr;
} nat_dec_t;

/* After ctrl and addr have been set to the warp's first bytes. False: they are damaged. */
bool nat_dec_begin(nat_dec_t *d);
/* More bytes are needed before the next step: set ctrl and addr to them. */
static inline bool nat_dec_hungry(const nat_dec_t *d)
{
    return !d->run && !d->departs && d->ctrl.at == d->ctrl.end;
}
/* One step; fills out as front_ops_t.step does, but for out->next: d->p.cur is its index. False:
 * the bytes are damaged. */
bool nat_dec_step(nat_dec_t *d, warp_step_t *out, uint32_t region);

#endif
