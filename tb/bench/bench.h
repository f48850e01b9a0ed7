/*
 * A bench of one unit with one set of parameters in plain Verilog-2005, for any simulator: a folder
 * with the bench, its inputs and the outputs that the unit's C model has for them, the files of the
 * RTL, and a script that runs it with Icarus Verilog. docs/guide/cosim.md describes it.
 *
 * The C model alone makes the expected outputs; no RTL runs here. The bench compares what
 * lockstep/pair.h compares of outputs: all of them after the first cycle under reset, later resets
 * included, but for elements whose gate is false.
 */
#ifndef LW_BENCH_BENCH_H
#define LW_BENCH_BENCH_H

#include "common/diag.h"
#include "lockstep/stim_source.h"

/* An event-driven simulator is much slower than a lockstep run, so random stimulus is short by
 * default. */
enum { BENCH_CYCLES = 10000 };

/* What is in a bench. */
typedef struct bench_size {
    uint64_t records; /* lines of inputs */
    uint64_t
        first_cycle;   /* the cycle of the first line: those before the first reset are left out */
    uint64_t compared; /* lines whose outputs are compared */
    uint64_t bits;     /* compared in all */
    unsigned inputs, outputs; /* ports */
} bench_size_t;

/* May a bench be written there? It must be the name of a folder that is not there yet. For a check
 * before long work. 0 or a negative errno with a message. */
int bench_check_folder(const char *folder, diag_t *d);

/* Writes the bench of a stimulus as a whole or not at all: a folder beside it is filled and then
 * renamed. `said`: what the stimulus is, for the reader. 0, or a negative errno with a message;
 * also for a stimulus without a reset, under which no output is defined. */
int bench_write(const char *folder, const stim_choice_t *stimulus, const char *said,
                bench_size_t *size, diag_t *d);

#endif
