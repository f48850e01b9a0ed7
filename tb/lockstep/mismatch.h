/*
 * A difference that a pair has found: what it is of, every field that differs in that cycle, and
 * how a report prints it.
 */
#ifndef LW_LOCKSTEP_MISMATCH_H
#define LW_LOCKSTEP_MISMATCH_H

#include <stdio.h>

#include "common/unit.h"

typedef enum mismatch_kind {
    MISMATCH_NONE,
    MISMATCH_IN,          /* a port does not hold what was driven */
    MISMATCH_OUT,         /* an output after settling */
    MISMATCH_STATE,       /* architectural state after the edge */
    MISMATCH_IDLE_MODEL,  /* the model said idle and changed */
    MISMATCH_IDLE_RTL,    /* the model said idle and the RTL changed */
    MISMATCH_IDLE_QUIET,  /* the model said idle, but not that it is quiet for ever */
    MISMATCH_QUIET_MODEL, /* an output of the model changed, or a fact was told, within the quiet
                             time that the model had named */
    MISMATCH_QUIET_RTL,   /* the same of the RTL */
    MISMATCH_SKIP,        /* the model skipped by n cycles is not the model after n ticks */
    MISMATCH_HALVES,      /* the model skipped by n cycles is not the model skipped by two halves */
    MISMATCH_MOORE,       /* the model's moore gives another output than its eval */
    MISMATCH_CLOCK,       /* the model's clock gives another output than its eval, or another state
                             than its tick */
    MISMATCH_ASSERT,      /* an assertion of the RTL, or it does not settle */
} mismatch_kind_t;

enum { MISMATCH_FIELDS = 64, MISMATCH_ELEMENTS = 8 };

/* One element. The two values are the model's and the RTL's; of MISMATCH_IDLE_MODEL and
 * MISMATCH_QUIET_MODEL after and before, of MISMATCH_IDLE_RTL and MISMATCH_QUIET_RTL before and
 * after, of MISMATCH_SKIP skipped and ticked, of MISMATCH_HALVES skipped once and twice, of
 * MISMATCH_MOORE by moore and by eval, of MISMATCH_CLOCK by clock and by eval or tick. */
typedef struct difference_at {
    unsigned index;
    uint64_t model, rtl;
} difference_at_t;

/* One field: how many of its elements differ, and the first of them. */
typedef struct difference {
    const unit_field_t *field;
    unsigned count;
    difference_at_t at[MISMATCH_ELEMENTS];
} difference_t;

typedef struct mismatch {
    mismatch_kind_t kind;
    /* The first element that differs: that of difference[0]. */
    const unit_field_t *field; /* NULL: MISMATCH_ASSERT, MISMATCH_IDLE_QUIET */
    unsigned index;
    uint64_t model, rtl;
    char text[256];  /* MISMATCH_ASSERT: the RTL's own words; MISMATCH_IDLE_QUIET: the quiet time */
    uint64_t cycles; /* MISMATCH_QUIET_*, MISMATCH_SKIP: since the inputs are idle and held */
    unsigned fields; /* that differ, each once */
    difference_t difference[MISMATCH_FIELDS];
} mismatch_t;

/* Adds an element that differs; those of a field come one after the other. */
void mismatch_add(mismatch_t *m, mismatch_kind_t kind, const unit_field_t *f, unsigned index,
                  uint64_t model, uint64_t rtl);

/* "output", "state"... for reports. */
const char *mismatch_kind_name(mismatch_kind_t k);

/* The lines of a report that say what differs: field, index and cycle; then both values, and all
 * other elements that differ. */
void mismatch_print_where(const mismatch_t *m, uint64_t cycle, FILE *out);
void mismatch_print_values(const mismatch_t *m, FILE *out);

#endif
