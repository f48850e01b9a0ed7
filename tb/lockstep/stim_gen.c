#include "lockstep/stim_gen.h"

#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "lockstep/stim_lane.h"
#include "lockstep/stim_unit.h"

enum {
    DIRECTED_WHOLE = 4096,
    DIRECTED_RESET_CYCLES = 2,
    DIRECTED_ONE_IN = 5,  /* of all cycles at most */
    DIRECTED_EARLY = 500, /* cycles of a step more than that share */
    RESET_WITHIN = 4000,  /* cycles, where a reset may be */
    RESET_ONE_IN = 16,    /* phases of a mixed era */
    SLEEP_ONE_IN = 2,     /* phases */
    PERIOD = 1000000,     /* cycles; then twice, then four times as many */
    LAST_PERIOD = 4000000,
    MAX_PATTERNS = 64,
    MOST_TO_FILL = 24000, /* cycles */
};

typedef enum era_kind { ERA_MIXED, ERA_PRESSURE, ERA_BURST, ERAS } era_kind_t;

/* Of 100 cycles. */
static const unsigned share[ERAS] = {[ERA_MIXED] = 50, [ERA_PRESSURE] = 32, [ERA_BURST] = 18};

/* How an era drives an enable or a qualifier: as each phase says, or always so. */
typedef enum bias { BIAS_FREE, BIAS_ON, BIAS_OFF } bias_t;

/* How often a pressure era does the opposite of what it does otherwise, for a cycle or a few. */
typedef enum relief { RELIEF_NEVER, RELIEF_RARELY, RELIEF_SELDOM, RELIEF_OFTEN, RELIEFS } relief_t;

typedef struct era {
    era_kind_t kind;
    uint64_t left;     /* cycles still to come */
    uint64_t prelude;  /* pressure: of those, until this many are left, qualifiers vary */
    uint32_t relief;   /* cycles between opposites, on average; 0: none */
    uint32_t until;    /* the next opposite begins in as many cycles */
    uint32_t opposite; /* cycles of it still to come */
} era_t;

struct stim_gen {
    const unit_desc_t *desc;
    const stim_unit_t *unit;
    stim_kind_t kind;
    void *cfg, *in;
    rng_t rng;
    lanes_t lanes;
    bias_t *bias; /* a lane: of the era under way */
    uint64_t cycles, directed_cycles, era_cycles[ERAS];
    uint64_t reset_at;             /* the cycle of the last reset */
    uint64_t period, period_begin; /* see may_reset */
    era_t era;
    uint32_t pattern[MAX_PATTERNS]; /* which enables are on in a pressure era; in drawn order */
    unsigned n_patterns, next_pattern, n_enables;
    uint32_t qualifiers[RELIEFS]; /* how they are in the next such era, a bit each */
    uint32_t steps_to_fill;
    unsigned resets;        /* cycles of reset still to come */
    unsigned left;          /* cycles of this phase still to come */
    bool asleep;            /* the phase: enables are 0 and all else is held */
    unsigned gap, gap_left; /* the phase: cycles of such sleep after each cycle that is drawn */
    const stim_directed_t *step; /* the phase plays this; NULL: random */
    unsigned k;                  /* its next cycle */
    unsigned next_step;          /* STIM_DIRECTED */
    unsigned follows;            /* random: the directed step after the last phase's; 0: none */
};

/* The enables that pressure eras leave on: with few enables every choice but none; with many each
 * alone, all but each, and all. */
static void make_patterns(stim_gen_t *s)
{
    const unsigned e = s->n_enables < 31 ? s->n_enables : 31;
    const uint32_t all = (uint32_t)bits_mask(e);
    if (e <= 4) {
        for (uint32_t v = 1; v <= all; v++)
            s->pattern[s->n_patterns++] = v;
    } else {
        s->pattern[s->n_patterns++] = all;
        for (unsigned i = 0; i < e; i++) {
            s->pattern[s->n_patterns++] = UINT32_C(1) << i;
            s->pattern[s->n_patterns++] = all & ~(UINT32_C(1) << i);
        }
    }
    for (unsigned i = s->n_patterns; i-- > 1;) {
        const unsigned j = rng_below(&s->rng, i + 1);
        const uint32_t v = s->pattern[i];
        s->pattern[i] = s->pattern[j];
        s->pattern[j] = v;
    }
}

/* About how many cycles it takes to fill the unit: a step for each value of each counter, pointer
 * and flag; of what is written whole (gated state, fields of more than 8 bits) nothing is counted.
 */
static uint32_t steps_to_fill(const unit_desc_t *d, const void *cfg)
{
    uint64_t steps = 0;
    for (unsigned k = 0; k < d->n_fields; k++) {
        const unit_field_t *f = &d->fields[k];
        if (f->dir == UNIT_STATE && !f->gated && f->width(cfg) <= 8)
            steps += (uint64_t)f->count(cfg) * bits_mask(f->width(cfg));
    }
    return steps < MOST_TO_FILL ? (uint32_t)steps : MOST_TO_FILL;
}

static bool add_lanes(stim_gen_t *s)
{
    if (!lanes_init(&s->lanes, s->desc, s->cfg, &s->rng))
        return false;
    for (unsigned n = 0; n < s->lanes.n; n++)
        s->n_enables += s->lanes.lane[n].kind == UNIT_ENABLE;
    s->bias = calloc(s->lanes.n + 1, sizeof *s->bias);
    return s->bias != NULL;
}

stim_gen_t *stim_gen_new(const unit_desc_t *d, const void *cfg, uint64_t seed, stim_kind_t kind)
{
    stim_gen_t *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->desc = d;
    s->unit = stim_unit_of(d);
    s->kind = kind;
    s->cfg = malloc(d->cfg_bytes);
    s->in = calloc(1, d->in_bytes);
    if (s->cfg)
        memcpy(s->cfg, cfg, d->cfg_bytes);
    if (!s->cfg || !s->in || !add_lanes(s)) {
        stim_gen_free(s);
        return NULL;
    }
    rng_seed(&s->rng, seed);
    make_patterns(s);
    s->steps_to_fill = steps_to_fill(d, s->cfg);
    for (unsigned k = 0; k < RELIEFS; k++) { /* 32 bits, the highest of the draw lowest */
        const uint64_t x = rng_u64(&s->rng);
        s->qualifiers[k] = (uint32_t)(x << 8 | x >> 56);
    }
    s->period = PERIOD;
    s->resets = kind == STIM_DIRECTED ? DIRECTED_RESET_CYCLES : 1 + rng_below(&s->rng, 3);
    return s;
}

void stim_gen_free(stim_gen_t *s)
{
    if (!s)
        return;
    lanes_free(&s->lanes);
    free(s->bias);
    free(s->cfg);
    free(s->in);
    free(s);
}

/* Between 35 and 65 percent of a period nothing is reset. A period is a million cycles, the next
 * twice as many, all further ones four times. */
static bool may_reset(stim_gen_t *s)
{
    while (s->cycles >= s->period_begin + s->period) {
        s->period_begin += s->period;
        if (s->period < LAST_PERIOD)
            s->period *= 2;
    }
    const uint64_t percent = (s->cycles - s->period_begin) * 100 / s->period;
    return percent < 35 || percent >= 65;
}

/* Which enables are on in this pressure era, how single-bit qualifiers are, and how often the
 * opposite happens. Every choice of enables meets every frequency. */
static void plan_pressure(stim_gen_t *s)
{
    static const uint32_t reliefs[RELIEFS] = {
        [RELIEF_NEVER] = 0, [RELIEF_RARELY] = 1000, [RELIEF_SELDOM] = 100, [RELIEF_OFTEN] = 30};
    rng_t *r = &s->rng;
    era_t *e = &s->era;
    const unsigned round = s->n_patterns ? s->next_pattern / s->n_patterns : 0;
    const unsigned place = s->n_patterns ? s->next_pattern % s->n_patterns : 0;
    const uint32_t on = s->n_patterns ? s->pattern[place] : 0;
    const relief_t relief = (relief_t)((place + round) % RELIEFS);
    s->next_pattern++;
    e->relief = reliefs[relief];
    e->until = 2 * e->relief;
    /* Every choice of enables with every frequency is short at first, so that short runs see it. */
    const bool fills = round >= RELIEFS && relief == RELIEF_NEVER;
    e->left = round < RELIEFS ? 700 + rng_below(r, 1000)
              : fills         ? s->steps_to_fill + 12000 + rng_below(r, 4000)
                              : 3000 + rng_below(r, 8000);
    e->prelude = e->left - e->left / 4 - (fills ? s->steps_to_fill : 0);
    unsigned enable = 0, qualifier = 0;
    const uint32_t qualifiers = s->qualifiers[relief]++;
    for (unsigned n = 0; n < s->lanes.n; n++) {
        lane_t *l = &s->lanes.lane[n];
        s->bias[n] = BIAS_FREE;
        if (l->kind == UNIT_ENABLE)
            s->bias[n] = on >> (enable++ & 31) & 1 ? BIAS_ON : BIAS_OFF;
        else if (l->bit && (fills || rng_below(r, 4)))
            s->bias[n] = qualifiers >> (qualifier & 31) & 1 ? BIAS_ON : BIAS_OFF;
        qualifier += l->bit && l->kind != UNIT_ENABLE;
        l->base = lanes_fresh(&s->lanes, l); /* the same values come again in the whole era */
    }
}

static void plan_era(stim_gen_t *s)
{
    rng_t *r = &s->rng;
    era_t *e = &s->era;
    *e = (era_t){.kind = ERA_MIXED};
    for (unsigned k = 1; k < ERAS; k++) /* that which lags most behind its share */
        if (s->era_cycles[k] * share[e->kind] < s->era_cycles[e->kind] * share[k])
            e->kind = (era_kind_t)k;
    switch (e->kind) {
    case ERA_PRESSURE:
        plan_pressure(s);
        break;
    case ERA_BURST:
        e->left = 1000 + rng_below(r, 6000);
        break;
    default:
        e->left = 2000 + rng_below(r, 12000);
    }
}

/* What a phase of a mixed era is about; any higher number: nothing in particular. */
typedef enum mood {
    MOOD_IDLE,
    MOOD_ALL,
    MOOD_HOT,
    MOOD_ONE,
    MOOD_ONE_TOO,
    MOOD_PULSES, /* a cycle, then some asleep */
    MOOD_PULSES_TOO,
    MOODS = 16
} mood_t;

/* How often a bit is 1, of 256. */
static const uint16_t often[] = {0, 4, 32, 128, 224, 252, 256, 128};

static void plan_bit(stim_gen_t *s, unsigned n, unsigned mood, unsigned one)
{
    static const uint16_t varying[] = {64, 128, 224, 240};
    lane_t *l = &s->lanes.lane[n];
    l->mode = LANE_BIT;
    l->threshold = often[rng_below(&s->rng, 8)];
    if (s->era.kind == ERA_PRESSURE) {
        if (l->kind != UNIT_ENABLE && s->era.left > s->era.prelude)
            l->threshold = varying[rng_below(&s->rng, 4)];
        else if (s->bias[n] != BIAS_FREE)
            l->threshold = s->bias[n] == BIAS_ON ? 256 : 0;
        return;
    }
    if (l->kind != UNIT_ENABLE)
        return;
    if (s->era.kind == ERA_BURST) {
        if (n == one)
            l->threshold = 252;
        return;
    }
    if (mood == MOOD_IDLE)
        l->threshold = 0;
    if (mood == MOOD_ALL)
        l->threshold = 256;
    if (mood == MOOD_ONE || mood == MOOD_ONE_TOO) /* one enable alone, often */
        l->threshold = n == one ? 240 : 0;
}

static lane_mode_t mode_of(stim_gen_t *s, const lane_t *l, unsigned mood, bool corners)
{
    static const uint8_t index_mixed[] = {LANE_POOLED, LANE_POOLED, LANE_POOLED,   LANE_HOLD,
                                          LANE_WALK,   LANE_COPY,   LANE_RING,     LANE_UNIFORM,
                                          LANE_POOLED, LANE_EDGE,   LANE_ODOMETER, LANE_UNIFORM};
    static const uint8_t data_mixed[] = {LANE_POOLED, LANE_RING,   LANE_HOLD,    LANE_WALK,
                                         LANE_CORNER, LANE_SPARSE, LANE_UNIFORM, LANE_POOLED};
    static const uint8_t index_full[] = {LANE_UNIFORM, LANE_ODOMETER, LANE_UNIFORM, LANE_ODOMETER,
                                         LANE_WALK,    LANE_EDGE,     LANE_POOLED,  LANE_COPY};
    static const uint8_t data_full[] = {LANE_DISTINCT, LANE_RING, LANE_RING,   LANE_DISTINCT,
                                        LANE_DISTINCT, LANE_WALK, LANE_POOLED, LANE_DISTINCT};
    static const uint8_t filling[] = {LANE_UNIFORM, LANE_ODOMETER};
    rng_t *r = &s->rng;
    const bool index = l->kind == UNIT_INDEX;
    if (s->era.kind == ERA_BURST && index)
        return LANE_BURST;
    if (corners)
        return index ? LANE_EDGE : LANE_CORNER;
    if (s->era.kind == ERA_PRESSURE && index)
        return s->era.left > s->era.prelude ? filling[rng_below(r, 2)]
                                            : index_full[rng_below(r, 8)];
    if (s->era.kind == ERA_PRESSURE)
        return data_full[rng_below(r, 8)];
    if (mood == MOOD_HOT && s->era.kind == ERA_MIXED)
        return LANE_POOLED;
    return index ? index_mixed[rng_below(r, 12)] : data_mixed[rng_below(r, 8)];
}

/* All indices the same, or each another. */
static void plan_burst(stim_gen_t *s)
{
    rng_t *r = &s->rng;
    const bool together = rng_below(r, 4) != 0, last = rng_below(r, 6) == 0;
    uint64_t value = rng_u64(r);
    for (unsigned n = 0; n < s->lanes.n; n++) {
        lane_t *l = &s->lanes.lane[n];
        if (l->kind != UNIT_INDEX)
            continue;
        if (!together)
            value = lanes_fresh(&s->lanes, l);
        l->pool[0] = value & l->mask;
        if (last)
            l->pool[0] = (l->range - 1) & l->mask;
    }
}

static void plan_lanes(stim_gen_t *s)
{
    rng_t *r = &s->rng;
    const unsigned mood = s->era.kind == ERA_MIXED ? rng_below(r, MOODS) : MOODS;
    const bool corners = rng_below(r, 10) == 0; /* of every index and all data at once */
    unsigned one = rng_below(r, s->lanes.n + 1);
    for (unsigned tries = 0; tries <= s->lanes.n; tries++, one++)
        if (s->lanes.lane[one %= s->lanes.n + 1].kind == UNIT_ENABLE)
            break;
    for (unsigned n = 0; n < s->lanes.n; n++) {
        lane_t *l = &s->lanes.lane[n];
        if (l->bit) {
            plan_bit(s, n, mood, one);
            continue;
        }
        lanes_plan(&s->lanes, n, mode_of(s, l, mood, corners));
        if (s->era.kind != ERA_PRESSURE)
            l->base = l->pool[0];
    }
    if (s->era.kind == ERA_BURST)
        plan_burst(s);
    s->gap = s->gap_left = 0;
    if (mood == MOOD_PULSES || mood == MOOD_PULSES_TOO)
        s->gap = 1 + rng_below(r, mood == MOOD_PULSES ? 6 : 40);
}

/* The whole of a directed step or a stretch of it, if the directed share of the cycles allows.
 * Often the next of the list follows: it may need what the one before has brought about. */
static bool plan_directed(stim_gen_t *s)
{
    rng_t *r = &s->rng;
    const unsigned follows = s->follows;
    s->follows = 0;
    if (!s->unit->n_directed || s->directed_cycles * DIRECTED_ONE_IN > s->cycles)
        return false;
    const bool next = follows && follows < s->unit->n_directed && rng_below(r, 2);
    if (!next && rng_below(r, 8))
        return false;
    const unsigned which = next ? follows : rng_below(r, s->unit->n_directed);
    const unsigned cycles = s->unit->directed[which].cycles(s->cfg);
    const uint64_t most = s->cycles / DIRECTED_ONE_IN + DIRECTED_EARLY;
    s->k = 0;
    s->left = cycles;
    if (!next && cycles > 1 && (rng_below(r, 2) || (cycles > DIRECTED_WHOLE && rng_below(r, 4)))) {
        s->k = rng_below(r, cycles);
        s->left = 1 + rng_below(r, cycles - s->k);
    }
    if (s->left > most)
        s->left = (unsigned)most;
    s->step = s->left ? &s->unit->directed[which] : NULL;
    s->follows = which + 1;
    return s->step != NULL;
}

/* Enables are 0 from now on, all else stays. */
static void fall_asleep(stim_gen_t *s)
{
    for (unsigned n = 0; n < s->lanes.n; n++)
        if (s->lanes.lane[n].kind == UNIT_ENABLE)
            unit_field_set(s->lanes.lane[n].field, s->in, s->lanes.lane[n].index, 0);
}

static bool plan_sleep(stim_gen_t *s)
{
    static const uint16_t longest[] = {4, 8, 8, 8, 24, 24, 64, 200};
    if (s->asleep || rng_below(&s->rng, SLEEP_ONE_IN))
        return false;
    s->asleep = true;
    s->step = NULL;
    s->left = 1 + rng_below(&s->rng, longest[rng_below(&s->rng, 8)]);
    fall_asleep(s);
    return true;
}

static void plan_phase(stim_gen_t *s)
{
    static const uint16_t longest[ERAS][8] = {
        [ERA_MIXED] = {8, 16, 32, 32, 128, 128, 256, 1024},
        [ERA_PRESSURE] = {32, 64, 256, 256, 1024, 1024, 2048, 4096},
        [ERA_BURST] = {32, 128, 256, 512, 512, 1024, 2048, 2048},
    };
    rng_t *r = &s->rng;
    if (plan_sleep(s))
        return;
    s->asleep = false;
    s->step = NULL;
    if (s->era.left == 0)
        plan_era(s);
    if (s->era.kind == ERA_MIXED) {
        const bool due = rng_below(r, RESET_ONE_IN) == 0 || s->cycles - s->reset_at > RESET_WITHIN;
        if (due && s->cycles > 64 && may_reset(s))
            s->resets = 1 + rng_below(r, 3);
        if (plan_directed(s))
            return;
    }
    s->left = 4 + rng_below(r, longest[s->era.kind][rng_below(r, 8)]);
    plan_lanes(s);
}

static void store(void *in, const lane_t *l, uint64_t v)
{
    void *at = (char *)in + l->offset;
    switch (l->bytes) {
    case 1:
        *(uint8_t *)at = (uint8_t)v;
        break;
    case 2:
        *(uint16_t *)at = (uint16_t)v;
        break;
    case 4:
        *(uint32_t *)at = (uint32_t)v;
        break;
    default:
        *(uint64_t *)at = v;
        break;
    }
}

/* A lane that the era drives always the same way; mostly an enable that is off. */
static unsigned any_biased(stim_gen_t *s)
{
    rng_t *r = &s->rng;
    const bool enable = rng_below(r, 4) != 0;
    unsigned n = rng_below(r, s->lanes.n), found = s->lanes.n;
    for (unsigned tries = 0; tries < s->lanes.n; tries++) {
        const bool off = s->lanes.lane[n].kind == UNIT_ENABLE && s->bias[n] == BIAS_OFF;
        if (off && enable)
            return n;
        if (s->bias[n] != BIAS_FREE)
            found = n;
        n = n + 1 < s->lanes.n ? n + 1 : 0;
    }
    return found;
}

/* What is on goes off, or what is off comes on; now and then the enables that are on go off
 * meanwhile, and what comes with it is often of the values that have filled, at the last index. */
static void oppose(stim_gen_t *s)
{
    rng_t *r = &s->rng;
    const bool alone = rng_below(r, 8) == 0, early = rng_below(r, 4) != 0, last = rng_below(r, 2);
    const unsigned chosen = any_biased(s);
    for (unsigned i = 0; i < s->lanes.n; i++) {
        lane_t *l = &s->lanes.lane[i];
        if (i == chosen)
            store(s->in, l, s->bias[i] == BIAS_OFF);
        else if (l->kind == UNIT_ENABLE && alone && s->bias[i] == BIAS_ON)
            store(s->in, l, 0);
        else if (l->kind == UNIT_DATA && early)
            store(s->in, l, lanes_early(&s->lanes, l));
        else if (l->kind == UNIT_INDEX && last)
            store(s->in, l, (l->range - 1) & l->mask);
        l->turn = 0; /* what it filled, it fills again in the same order */
    }
}

static void relieve(stim_gen_t *s)
{
    era_t *e = &s->era;
    if (e->opposite == 0) {
        if (e->until && --e->until)
            return;
        e->until = 1 + rng_below(&s->rng, 2 * e->relief);
        e->opposite = rng_below(&s->rng, 4) ? 1 : 1 + rng_below(&s->rng, 8);
    }
    e->opposite--;
    oppose(s);
}

static void draw_all(stim_gen_t *s)
{
    if (s->gap_left) {
        s->gap_left--;
        return;
    }
    for (unsigned n = 0; n < s->lanes.n; n++) {
        lane_t *l = &s->lanes.lane[n];
        l->value = lanes_draw(&s->lanes, l);
        store(s->in, l, l->value);
    }
    s->lanes.turn++;
    if (s->era.kind == ERA_PRESSURE && s->era.relief)
        relieve(s);
}

static void play_directed(stim_gen_t *s)
{
    memset(s->in, 0, s->desc->in_bytes);
    s->step->drive(s->cfg, s->k++, s->in);
    s->directed_cycles++;
}

static bool next_directed(stim_gen_t *s)
{
    while (s->left == 0) {
        if (s->next_step == s->unit->n_directed)
            return false;
        s->step = &s->unit->directed[s->next_step++];
        s->left = s->step->cycles(s->cfg);
        s->k = 0;
    }
    return true;
}

static void next_random(stim_gen_t *s)
{
    if (s->step) {
        play_directed(s);
    } else if (!s->asleep) {
        const bool was_drawn = s->gap_left == 0;
        if (s->gap_left && s->gap_left == s->gap)
            fall_asleep(s);
        draw_all(s);
        if (was_drawn)
            s->gap_left = s->gap;
    }
    s->era_cycles[s->era.kind]++;
    if (s->era.left)
        s->era.left--;
}

static void draw_reset(stim_gen_t *s)
{
    for (unsigned n = 0; n < s->lanes.n; n++)
        unit_field_set(s->lanes.lane[n].field, s->in, s->lanes.lane[n].index,
                       lanes_fresh(&s->lanes, &s->lanes.lane[n]));
}

bool stim_gen_next(stim_gen_t *s, stim_op_t *op, const void **in)
{
    *in = s->in;
    *op = STIM_TICK;
    if (s->kind == STIM_RANDOM && s->left == 0 && s->resets == 0)
        plan_phase(s);
    if (s->resets) {
        s->resets--;
        *op = STIM_RESET;
        s->reset_at = s->cycles;
        if (s->kind == STIM_RANDOM)
            draw_reset(s);
        s->cycles++;
        return true;
    }
    if (s->kind == STIM_DIRECTED && !next_directed(s))
        return false;
    if (s->kind == STIM_DIRECTED)
        play_directed(s);
    else
        next_random(s);
    s->left--;
    s->cycles++;
    return true;
}
