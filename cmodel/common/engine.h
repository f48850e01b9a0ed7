/*
 * A unit under an engine: what the policies of the GPU model hold. Three engines stand behind one
 * interface:
 *
 *   c         the C model, called through the descriptor; nothing else happens
 *   rtl       the Verilated module alone
 *   lockstep  both; C drives, and every output after each eval and all state after each tick
 *             is compared
 *
 * The first is here (unit_engine_c); the others are tb/lockstep's (lockstep/engines.h) and are
 * handed in by the program, so that nobody who holds a unit depends on a test bench.
 *
 * In a cycle: unit_inst_at says which it is; then unit_inst_eval any number of times, then at most
 * one unit_inst_tick with the inputs of that cycle, or unit_inst_clock, which is both. Outputs that
 * depend on the state alone (UNIT_MOORE) can be read at any time with unit_inst_moore, without
 * evaluating.
 *
 * Sleep. After a tick, unit_inst_sleep says for how many of the coming cycles nothing happens if
 * the inputs stay as given: no output changes, no fact is told. Cycles may be left out as long as
 * the inputs stay so; the next unit_inst_at makes up for them. What is held may contain an enable
 * that the unit refuses (a request that waits at a full queue): a refused enable changes nothing,
 * and the engine lockstep compares just that, clocking the RTL with the held inputs while the model
 * skips idle cycles.
 *
 * eval, moore, tick and at return 0, or -1 once the two sides have differed (or an assertion of
 * the RTL failed): the run must stop with exit status 1 after unit_inst_report. Every later call
 * returns -1 too. What a tick has done to the state is looked at with the next call, at the latest
 * with unit_inst_failed, and reported with the cycle of that tick.
 */
#ifndef LW_COMMON_ENGINE_H
#define LW_COMMON_ENGINE_H

#include <stdio.h>
#include <string.h>

#include "common/diag.h"
#include "common/state_io.h"
#include "common/unit.h"

typedef struct unit_inst unit_inst_t;

/* What an instance has done, for the summary of a run; all 0 under c. */
typedef struct unit_inst_work {
    uint64_t evals, ticks; /* that reached the RTL */
    uint64_t bits;         /* compared (lockstep) */
} unit_inst_work_t;

typedef struct unit_engine {
    const char *name; /* "c" */
    bool waves;       /* can write a waveform */
    /* Makes u->model or u->side, after reset. 0, or a negative errno with a message. */
    int (*open)(unit_inst_t *u, const void *cfg, diag_t *diag);
    void (*close)(unit_inst_t *u);
    int (*reset)(unit_inst_t *u);
    int (*eval)(unit_inst_t *u, const void *in, void *out);
    int (*moore)(unit_inst_t *u, void *out);
    int (*tick)(unit_inst_t *u, const void *in);
    uint64_t (*sleep)(unit_inst_t *u, const void *held);
    int (*skip)(unit_inst_t *u, uint64_t n);
    /* The unit's state as a PREFIX_t, which is zeroed before but for its parameters, and back; 0,
     * or -1 once the two sides have differed. */
    int (*get_state)(unit_inst_t *u, void *state);
    int (*set_state)(unit_inst_t *u, const void *state);
    /* Of the engines with an RTL side; NULL for c. */
    void (*dump)(const unit_inst_t *u, FILE *out);
    bool (*failed)(const unit_inst_t *u);
    unit_inst_work_t (*work)(const unit_inst_t *u);
    int (*report)(const unit_inst_t *u, FILE *out, const char *dir, const char *when);
    int (*record)(const unit_inst_t *u, const char *path, diag_t *diag);
    int (*wave)(unit_inst_t *u, const char *path, diag_t *diag);
    int (*wave_end)(unit_inst_t *u, diag_t *diag);
} unit_engine_t;

struct unit_inst {
    const unit_desc_t *desc;
    const unit_engine_t *engine;
    char *label;    /* names the instance in reports */
    void *cfg;      /* its parameters, a PREFIX_cfg_t */
    void *model;    /* the C model; NULL under rtl */
    void *side;     /* the engine's own; NULL under c */
    uint64_t clock; /* the cycle of the next edge */
};

extern const unit_engine_t unit_engine_c;

/* A unit after reset. label names the instance in reports ("sm3"). The cfg is checked by the
 * unit's init. NULL with a message. */
unit_inst_t *unit_inst_new(const unit_desc_t *d, const void *cfg, const unit_engine_t *e,
                           const char *label, diag_t *diag);
void unit_inst_free(unit_inst_t *u);

/* This cycle's outputs. */
static inline int unit_inst_eval(unit_inst_t *u, const void *in, void *out)
{
    if (__builtin_expect(!u->side, 1)) {
        u->desc->eval(u->model, in, out);
        return 0;
    }
    return u->engine->eval(u, in, out);
}

/* The outputs that depend on the state alone; the others mean nothing. */
static inline int unit_inst_moore(unit_inst_t *u, void *out)
{
    return u->engine->moore(u, out);
}

/* One rising edge. */
static inline int unit_inst_tick(unit_inst_t *u, const void *in)
{
    if (__builtin_expect(!u->side, 1)) {
        u->desc->tick(u->model, in);
        u->clock++;
        return 0;
    }
    int rc = u->engine->tick(u, in);
    u->clock += rc == 0;
    return rc;
}

/* An evaluation and the edge at once: the outputs before it. */
static inline int unit_inst_clock(unit_inst_t *u, const void *in, void *out)
{
    if (__builtin_expect(!u->side, 1)) {
        u->desc->clock(u->model, in, out);
        u->clock++;
        return 0;
    }
    return unit_inst_eval(u, in, out) || unit_inst_tick(u, in) ? -1 : 0;
}

/* For how many cycles from now on nothing happens while the inputs are `held`; UNIT_QUIET_EVER:
 * never by itself. */
static inline uint64_t unit_inst_sleep(unit_inst_t *u, const void *held)
{
    if (__builtin_expect(!u->side, 1))
        return u->desc->quiet(u->model);
    return u->engine->sleep(u, held);
}

/* It is `cycle` (the simulated machine's, never going back): makes up for the cycles left out
 * since the last tick. */
/* In parentheses: cmocka has a macro of that name. */
static inline int unit_inst_at(unit_inst_t *u, uint64_t cycle)
{
    if (cycle <= u->clock)
        return 0;
    uint64_t n = cycle - u->clock;
    u->clock = cycle;
    if (__builtin_expect(!u->side, 1)) {
        (u->desc->skip)(u->model, n);
        return 0;
    }
    return (u->engine->skip)(u, n);
}

/* A reset; also starts the log of stimulus anew. */
int unit_inst_reset(unit_inst_t *u);

/* Walks the unit's state, as its field list has it: the same under every engine, so that a run can
 * go on under another one. check (or NULL) is shown the state that has been loaded, as a PREFIX_t,
 * before the unit takes it, and fails io if it is none that the unit can be in. */
void unit_inst_state(unit_inst_t *u, void (*check)(void *ctx, const void *state, state_io_t *io),
                     void *ctx, state_io_t *io);

/* Its label, engine, ports and state (common/unit_dump.h), read from the Verilated module where
 * there is one. */
void unit_inst_dump(const unit_inst_t *u, FILE *out);

/* Has it diverged? */
bool unit_inst_failed(const unit_inst_t *u);

/* Prints the divergence and writes the stimulus since reset to DIR/UNIT-LABEL.stim.zst, with
 * the command that replays it. when: the caller's own words for the time ("cycle 1234 of
 * kernel k"), or NULL. 0, or -EIO with the reason printed as well. */
int unit_inst_report(const unit_inst_t *u, FILE *out, const char *dir, const char *when);

unit_inst_work_t unit_inst_work(const unit_inst_t *u);

/* Writes the stimulus since reset, but for cycles in which the unit slept. Needs an engine with an
 * RTL side, and fails where the run began with a checkpoint or the log has become too long. 0 or a
 * negative errno with a message. */
int unit_inst_record(const unit_inst_t *u, const char *path, diag_t *diag);

/* Writes a waveform of this instance (wave/wave.h) from now on, its time the caller's clock;
 * clocked cycles only: between them nothing changes. Needs an engine with waves, which alone has
 * both sides. 0 or a negative errno with a message. */
int unit_inst_wave(unit_inst_t *u, const char *path, diag_t *diag);
/* Ends it and writes the GTKWave save file beside it (X.fst: X.gtkw), opening at the difference
 * where there is one. 0 or -EIO with a message; 0 too if there was no wave. */
int unit_inst_wave_end(unit_inst_t *u, diag_t *diag);

#endif
