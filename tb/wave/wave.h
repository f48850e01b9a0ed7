/*
 * A waveform of a lockstep run, from the field list: an FST with the scopes `model` and `rtl`
 * side by side, and clk, rst_n, cycle; and a GTKWave save file that opens it with the pairs
 * beside each other. Written with GTKWave's own FST writer, which comes with Verilator.
 *
 * Time: record n of the stimulus takes 10 units from 10n. Inputs and outputs change at 10n
 * (settled), clk rises and state changes at 10n + 5; an evaluation without an edge has no clk.
 */
#ifndef LW_WAVE_WAVE_H
#define LW_WAVE_WAVE_H

#include <limits.h>
#include <stdbool.h>

#include "lockstep/pair.h"
#include "lockstep/stim.h"

enum { WAVE_PERIOD = 10, WAVE_EDGE = 5 };

typedef struct wave wave_t;

/* NULL with a message: the file cannot be written, or built without Verilator. */
wave_t *wave_open(const char *path, const pair_t *p, diag_t *diag);

/* Writes record number `record`, after it was run. edge: its edge has happened. */
void wave_record(wave_t *w, const pair_t *p, stim_op_t op, uint64_t record, bool edge);

/* 0, or -EIO with a message. */
int wave_close(wave_t *w, diag_t *diag);

/* Time at which a mismatch found in a record shows. */
static inline uint64_t wave_time(uint64_t record, mismatch_kind_t kind)
{
    bool after = kind == MISMATCH_STATE || kind == MISMATCH_IDLE_MODEL || kind == MISMATCH_IDLE_RTL;
    return record * WAVE_PERIOD + (after ? WAVE_EDGE : 0);
}

/* The name of an element in the FST, without its scope: "st_ctr(3)[3:0]", "predict_o". */
void wave_signal(char *buf, size_t n, const unit_field_t *f, unsigned i, unsigned width);

/* What stands beside X.fst: X.gtkw and X.tcl; false where nothing does, because it is a device. */
bool wave_names(const char *wave_path, char save[PATH_MAX], char script[PATH_MAX]);

/* Writes the save file that opens wave_path: the differing element first, then clk, rst_n and
 * cycle, inputs, outputs and state in pairs, at most 32 elements a field (of larger ones those
 * that are not 0 at the end of the run); marker and view at
 * `time`. Also writes the script X.tcl beside X.gtkw, to open with gtkwave X.gtkw -S X.tcl.
 * bad->kind may be none. */
int wave_gtkw(const char *wave_path, const pair_t *p, const mismatch_t *bad, uint64_t time,
              diag_t *diag);

#endif
