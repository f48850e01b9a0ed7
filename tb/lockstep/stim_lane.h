/*
 * One input element of a unit as random stimulus drives it: how it is planned for a phase, and the
 * value of each cycle. Of lockstep/stim_gen.h.
 */
#ifndef LW_LOCKSTEP_STIM_LANE_H
#define LW_LOCKSTEP_STIM_LANE_H

#include "common/rng.h"
#include "common/unit.h"

enum { LANE_POOL = 4, LANE_SIZES = 24 };

typedef enum lane_mode {
    LANE_BIT,    /* 1 with probability threshold/256 */
    LANE_POOLED, /* one of pool[0..n) */
    LANE_HOLD,   /* the same, now and then a new one */
    LANE_WALK,   /* plus step a cycle */
    LANE_RING,   /* round and round over `base` and the `ring` - 1 values after it */
    LANE_COPY,   /* mostly that of an earlier index of the same width */
    LANE_UNIFORM,
    LANE_CORNER,
    LANE_SPARSE,   /* few ones */
    LANE_EDGE,     /* an index: the first, the last, and those beyond the last */
    LANE_ODOMETER, /* an index: each in order, with those beside it as the digits of a number */
    LANE_BURST,    /* `pool[0]`, hardly ever another */
    LANE_DISTINCT, /* many different ones, in each phase the same; now and then early ones */
} lane_mode_t;

typedef struct lane {
    const unit_field_t *field;
    unsigned index;
    size_t offset; /* in the input struct */
    uint8_t bytes, width, mode;
    unit_kind_t kind;
    bool bit;           /* an enable or qualifier of one bit */
    uint16_t threshold; /* LANE_BIT */
    uint8_t n, copy;    /* pool entries; lane copied from */
    uint64_t mask, value, step, pool[LANE_POOL];
    uint64_t base;        /* LANE_RING, LANE_DISTINCT */
    uint32_t ring, turn;  /* LANE_RING, LANE_DISTINCT */
    uint32_t limit;       /* LANE_DISTINCT: then from the first one again */
    uint64_t range;       /* an index: how many there may be */
    uint64_t unit_digits; /* LANE_ODOMETER: what a step of this digit is worth */
} lane_t;

/* All lanes of a unit, and the numbers that its configuration brings: they bound what an index, a
 * count or a compared value can be, and how many different values fit. */
typedef struct lanes {
    rng_t *rng;
    unsigned n;
    lane_t *lane;
    uint32_t size[LANE_SIZES];
    unsigned n_sizes;
    uint64_t turn; /* LANE_ODOMETER: cycles drawn */
    uint64_t bits; /* random bits not used yet */
    unsigned n_bits;
} lanes_t;

/* False: no memory. */
bool lanes_init(lanes_t *s, const unit_desc_t *d, const void *cfg, rng_t *rng);
void lanes_free(lanes_t *s);

/* A value for any lane: mostly uniform, else a corner. */
uint64_t lanes_fresh(lanes_t *s, const lane_t *l);

/* Plans lane n to be driven in this mode: new hot values, ranges, steps. */
void lanes_plan(lanes_t *s, unsigned n, lane_mode_t mode);

/* The lane's value in the next cycle. */
uint64_t lanes_draw(lanes_t *s, lane_t *l);

/* A value that the lane is likely to have had among the first of this phase. */
uint64_t lanes_early(lanes_t *s, const lane_t *l);

/* Random bits, at most 16. */
unsigned lanes_bits(lanes_t *s, unsigned n);

#endif
