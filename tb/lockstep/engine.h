/*
 * A unit under one of the three engines: what the policies of the GPU model (and cosim) use.
 *
 *   c         the C model, called through the descriptor; nothing else happens
 *   rtl       the Verilated module alone
 *   lockstep  both; C drives, and every output after each eval and all state after each tick
 *             is compared
 *
 * In a cycle: unit_inst_eval any number of times, then at most one unit_inst_tick with the
 * inputs of that cycle. A cycle in which the unit is idle and all enables are 0 may be left out
 * (unit_inst_idle); in the rtl and lockstep engines a tick with idle inputs while idle is left
 * out by itself, so leaving it out or not is the same.
 *
 * eval and tick return 0, or -1 once the two sides have differed (or an assertion of the RTL
 * failed): the run must stop with exit status 1 after unit_inst_report. Every later call
 * returns -1 too.
 */
#ifndef LW_LOCKSTEP_ENGINE_H
#define LW_LOCKSTEP_ENGINE_H

#include <stdio.h>

#include "common/diag.h"
#include "common/state_io.h"
#include "common/unit.h"

typedef enum unit_engine { UNIT_ENGINE_C, UNIT_ENGINE_RTL, UNIT_ENGINE_LOCKSTEP } unit_engine_t;

/* "c", "rtl", "lockstep"; and back: -1 for anything else. */
const char *unit_engine_name(unit_engine_t e);
int unit_engine_find(const char *name);

/* Compressed stimulus an instance may keep for the report of a divergence. */
#define UNIT_INST_LOG_BOUND ((size_t)32 << 20)

struct unit_inst_rtl; /* engine.c: the Verilated side */

typedef struct unit_inst {
    const unit_desc_t *desc;
    unit_engine_t engine;
    void *state;               /* the C model's; NULL under rtl */
    struct unit_inst_rtl *rtl; /* NULL under c */
    uint64_t time;             /* the caller's clock, for waves: see unit_inst_at */
} unit_inst_t;

/* What an instance has done, for the summary of a run; all 0 under c. */
typedef struct unit_inst_work {
    uint64_t evals, ticks; /* that reached the RTL */
    uint64_t bits;         /* compared (lockstep) */
} unit_inst_work_t;

/* A unit after reset. label names the instance in reports ("sm3"). The cfg is checked by the
 * unit's init; rtl and lockstep use a Verilated model with exactly these parameters (rtl_model). NULL
 * with a message. */
unit_inst_t *unit_inst_new(const unit_desc_t *d, const void *cfg, unit_engine_t e,
                           const char *label, diag_t *diag);
void unit_inst_free(unit_inst_t *u);

int unit_inst_eval_rtl(unit_inst_t *u, const void *in, void *out);
int unit_inst_tick_rtl(unit_inst_t *u, const void *in);
bool unit_inst_idle_rtl(const unit_inst_t *u);

/* This cycle's outputs. */
static inline int unit_inst_eval(unit_inst_t *u, const void *in, void *out)
{
    if (__builtin_expect(u->engine == UNIT_ENGINE_C, 1)) {
        u->desc->eval(u->state, in, out);
        return 0;
    }
    return unit_inst_eval_rtl(u, in, out);
}

/* One rising edge. */
static inline int unit_inst_tick(unit_inst_t *u, const void *in)
{
    if (__builtin_expect(u->engine == UNIT_ENGINE_C, 1)) {
        u->desc->tick(u->state, in);
        return 0;
    }
    return unit_inst_tick_rtl(u, in);
}

/* True: a tick with all enables 0 would change nothing. Under rtl this is what the module has
 * shown: its last tick had idle inputs and changed no state. */
static inline bool unit_inst_idle(const unit_inst_t *u)
{
    if (__builtin_expect(u->engine == UNIT_ENGINE_C, 1))
        return u->desc->idle(u->state);
    return unit_inst_idle_rtl(u);
}

/* Says what time it is (the simulated machine's cycle, never going back). */
static inline void unit_inst_at(unit_inst_t *u, uint64_t cycle)
{
    u->time = cycle;
}

/* Writes a waveform of this instance (wave/wave.h) from now on, its time the caller's clock;
 * clocked cycles only: between them nothing changes. Needs the lockstep engine, which alone has
 * both sides. 0 or a negative errno with a message. */
int unit_inst_wave(unit_inst_t *u, const char *path, diag_t *diag);
/* Ends it and writes the GTKWave save file beside it (X.fst: X.gtkw), opening at the difference
 * where there is one. 0 or -EIO with a message; 0 too if there was no wave. */
int unit_inst_wave_end(unit_inst_t *u, diag_t *diag);

/* A reset; also starts the log anew. */
int unit_inst_reset(unit_inst_t *u);

/* Walks the unit's state. Of the engine c only: what a Verilated model holds cannot be read out,
 * and so it is an error under the others. */
void unit_inst_state(unit_inst_t *u, state_io_t *io);

/* Its label, or NULL under c. */
const char *unit_inst_label(const unit_inst_t *u);

/* Has it diverged? */
bool unit_inst_failed(const unit_inst_t *u);

/* Prints the divergence and writes the stimulus since reset to DIR/UNIT-LABEL.stim.zst, with
 * the command that replays it. when: the caller's own words for the time ("cycle 1234 of
 * kernel k"), or NULL. 0, or -EIO with the reason printed as well. */
int unit_inst_report(const unit_inst_t *u, FILE *out, const char *dir, const char *when);

unit_inst_work_t unit_inst_work(const unit_inst_t *u);

#endif
