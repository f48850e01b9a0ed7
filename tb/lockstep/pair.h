/*
 * A unit's C model and its Verilated RTL side by side. Each cycle: drive, settle, compare
 * inputs and all outputs, clock, compare all state. The first cycle with a difference stops the
 * pair: every later call returns -1 and changes nothing.
 *
 * Nothing is skipped and nothing masked except what the field list gates. Whenever the model
 * says idle and all enables are 0, the edge must change neither side. When all enables are 0, the
 * model says for how long it stays quiet; while the inputs are held that long, the outputs of
 * neither side may change. A copy of the model, skipped by that many cycles in one call, must then
 * be the model that was ticked. Of a model that is quiet for ever but not idle two more copies are
 * skipped, by a long time at once and by its halves. Another copy goes on by the model's clock
 * where the model goes on by eval and tick, and must stay equal; and moore must give the outputs
 * that eval gives.
 */
#ifndef LW_LOCKSTEP_PAIR_H
#define LW_LOCKSTEP_PAIR_H

#include "lockstep/mismatch.h"
#include "lockstep/ports.h"

/* For tests of the comparison itself: one bit of one side is inverted before it is compared. */
typedef struct pair_flip {
    bool model;     /* the model's value; else the RTL's port (inputs: always the port) */
    unsigned field; /* number in the field list */
    unsigned index, bit;
} pair_flip_t;

/* A stretch of cycles with idle inputs that are held, from the model's word on how long it stays
 * quiet to the end of that time. */
typedef struct pair_sleep {
    void *in;            /* the inputs held */
    void *out, *out_rtl; /* the outputs of the first cycle */
    void *state;         /* the model before it; elements in use of state fields */
    void *rtl_state;     /* the RTL before it, if the model is idle */
    void *once, *twice;  /* the model skipped by a long time */
    uint64_t long_skips;
    uint64_t quiet;        /* cycles that are quiet from the first on; 0: no stretch under way */
    uint64_t n;            /* edges since */
    bool idle;             /* the model said idle */
    bool fresh, rtl_fresh; /* `state`, `rtl_state` are known to be what the sides hold now */
    uint64_t quiet_cycles, skips; /* in all: cycles checked to be quiet, skips checked */
} pair_sleep_t;

typedef struct pair {
    const unit_desc_t *desc;
    void *cfg;
    void *state;            /* the model */
    void *in;               /* inputs of the cycle under way */
    void *out;              /* the model's outputs */
    void *in_rtl, *out_rtl; /* the ports as settled, before the edge */
    void *idle_rtl;         /* of pair_rtl_snapshot */
    pair_sleep_t sleep;
    void *clocked;      /* the model again, which goes on by clock */
    bool clocked_fresh; /* it is known to be what the model is */
    void *given;        /* outputs by moore or by clock */
    rtl_t *rtl;
    ports_t ports;
    bool known;          /* a reset has been seen: state is comparable */
    uint64_t cycle;      /* edges so far; the number of the cycle under way */
    uint64_t idle_edges; /* of them with an idle model and idle inputs */
    bool ticked;         /* an edge without reset has been seen */
    /* A run of the simulator is under way. What the model says of its sleep is not looked at, for
     * both sides are clocked instead; nor are moore and clock; inputs are not read back. And
     * elements that are not compared because no write has reached them since reset (a memory is not
     * reset) take the RTL's values in the model at every reset, for whole arrays that are equal
     * compare fast; without this flag not at the first reset: a model and RTL that both read such
     * an element would go unnoticed. */
    bool lean;
    bool due; /* an edge that the RTL has yet to go through */
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

/* The same, but outputs are not compared: nobody asks for them. */
int pair_settle_unasked(pair_t *p, const void *in);

/* Compares the outputs that depend on the state alone, whatever is settled: 0, or -1 with p->bad.
 */
int pair_moore(pair_t *p);

/* The rising edge of the cycle last settled; compares. */
int pair_edge(pair_t *p);

/* The same, put off: the model has gone through the edge, or cannot change at it (`still`), and the
 * RTL goes through it with the next settle, in one evaluation, and is compared then. Whoever looks
 * at the RTL before asks for pair_catch_up. For a lean pair. */
int pair_edge_later(pair_t *p, bool still);
int pair_catch_up(pair_t *p);

/* Gives the RTL, and the model too (`model`), another state: a PREFIX_t that the unit can be in. 0,
 * or -1 with p->bad where the RTL does not hold it afterwards, or an assertion of it failed. */
int pair_set_state(pair_t *p, const void *state, bool model);
/* Compares the state of both sides: 0, or -1 with p->bad. */
int pair_compare_state(pair_t *p);

/* A whole cycle under reset with these inputs. */
int pair_reset(pair_t *p, const void *in);

/* The RTL alone: settles these inputs, unless they are, and the edge of what was settled last, now
 * or with the next settle. 0, or -1 where an assertion of the RTL failed. */
int pair_rtl_settle(pair_t *p, const void *in);
int pair_rtl_edge(pair_t *p);
void pair_rtl_edge_later(pair_t *p);
int pair_rtl_catch_up(pair_t *p);

/* The RTL's state kept, and compared with what it is now. */
void pair_rtl_snapshot(pair_t *p);
bool pair_rtl_unchanged(const pair_t *p);

/* Whoever changes the model's or the RTL's state without pair_edge and pair_reset says so: the
 * quiet time under way is not looked at any further. */
void pair_sleep_forget(pair_t *p);

/* The model into a copy of it, which init has made: the elements in use, for an array of the C
 * struct may be a thousand times as long. */
void pair_copy_model(const pair_t *p, void *copy);

/* Adds every element that differs between two states of the model, gated ones included. */
void pair_compare_models(pair_t *p, mismatch_kind_t kind, const void *one, const void *two);

/* For pair.c: does moore give what eval gave? And clock, before the edge; is the state that it made
 * the ticked one? 0, or -1 with p->bad. */
int pair_check_moore(pair_t *p);
int pair_clock_before_edge(pair_t *p);
int pair_clock_after_edge(pair_t *p);

/* For pair.c: before and after the edge, with the inputs last settled; after settling; before a
 * reset. 0, or -1 with p->bad. */
int pair_sleep_before_edge(pair_t *p);
int pair_sleep_after_edge(pair_t *p);
int pair_sleep_settled(pair_t *p);
int pair_sleep_end(pair_t *p);

#endif
