/*
 * A unit's C model and its Verilated RTL side by side. Each cycle: drive, settle, compare
 * inputs and all outputs, clock, compare all state. The first difference stops the pair: every
 * later call returns -1 and changes nothing.
 *
 * Nothing is skipped and nothing masked except what the field list gates. Whenever the model
 * says idle and all enables are 0, the edge must change neither side.
 */
#ifndef LW_LOCKSTEP_PAIR_H
#define LW_LOCKSTEP_PAIR_H

#include <stdio.h>

#include "lockstep/ports.h"

typedef enum mismatch_kind {
    MISMATCH_NONE,
    MISMATCH_IN,         /* a port does not hold what was driven */
    MISMATCH_OUT,        /* an output after settling */
    MISMATCH_STATE,      /* architectural state after the edge */
    MISMATCH_IDLE_MODEL, /* the model said idle and changed (model: after, rtl: before) */
    MISMATCH_IDLE_RTL,   /* the model said idle and the RTL changed */
    MISMATCH_ASSERT,     /* an assertion of the RTL, or it does not settle */
} mismatch_kind_t;

typedef struct mismatch {
    mismatch_kind_t kind;
    const unit_field_t *field; /* NULL for MISMATCH_ASSERT */
    unsigned index;            /* element */
    uint64_t model, rtl;       /* values; of MISMATCH_IDLE_*: after and before the edge */
    char text[256];            /* the RTL's own words, MISMATCH_ASSERT */
} mismatch_t;

/* For tests of the comparison itself: one bit of one side is inverted before it is compared. */
typedef struct pair_flip {
    bool model;     /* the model's value; else the RTL's port (inputs: always the port) */
    unsigned field; /* number in the field list */
    unsigned index, bit;
} pair_flip_t;

typedef struct pair {
    const unit_desc_t *desc;
    void *cfg;
    void *state;                 /* the model */
    void *in;                    /* inputs of the cycle under way */
    void *out;                   /* the model's outputs */
    void *in_rtl, *out_rtl;      /* the ports as settled, before the edge */
    void *idle_model, *idle_rtl; /* state before an idle edge */
    rtl_t *rtl;
    ports_t ports;
    bool known;          /* a reset has been seen: state is comparable */
    uint64_t cycle;      /* edges so far; the number of the cycle under way */
    uint64_t idle_edges; /* of them with an idle model and idle inputs */
    mismatch_t bad;
    const pair_flip_t *flip;
    /* What is settled first after an edge is often the same again and again (no inputs at all). The
     * RTL then settles it with the edge, in one evaluation. Other inputs after all are settled by
     * themselves. */
    void *expected;     /* inputs expected first after an edge */
    uint8_t trust;      /* 0 to 3: how often they came lately; 0: others are expected from now on */
    bool first;         /* nothing has been settled since the edge */
    bool settled_ahead; /* the RTL has settled `expected` with the edge */
} pair_t;

/* Opens a pair of unit d at cfg. The RTL's flops hold random values drawn from flop_seed until
 * the first reset. -EINVAL with a message, or -ENOMEM. */
int pair_open(pair_t *p, const unit_desc_t *d, const void *cfg, const rtl_model_t *m,
              uint64_t flop_seed, diag_t *diag);
void pair_close(pair_t *p);

/* Drives and settles both sides and compares: 0, or -1 with p->bad. May be repeated. */
int pair_settle(pair_t *p, const void *in);

/* The rising edge of the cycle last settled; compares. */
int pair_edge(pair_t *p);

/* A whole cycle under reset with these inputs. */
int pair_reset(pair_t *p, const void *in);

/* The RTL's state kept, and compared with what it is now. */
void pair_rtl_snapshot(pair_t *p);
bool pair_rtl_unchanged(const pair_t *p);

/* "output", "state"... for reports. */
const char *mismatch_kind_name(mismatch_kind_t k);

/* The lines of a report that say what differs: field, index and cycle; then both values. */
void mismatch_print_where(const mismatch_t *m, uint64_t cycle, FILE *out);
void mismatch_print_values(const mismatch_t *m, FILE *out);

#endif
