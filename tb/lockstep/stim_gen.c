#include "lockstep/stim_gen.h"

#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "common/rng.h"
#include "lockstep/stim_unit.h"

enum { POOL = 4, DIRECTED_WHOLE = 4096, DIRECTED_RESET_CYCLES = 2 };

typedef enum mode {
    MODE_BIT,  /* 1 with probability threshold/256 */
    MODE_POOL, /* one of pool[0..n) */
    MODE_HOLD, /* the same, now and then a new one */
    MODE_WALK, /* plus step a cycle */
    MODE_RING, /* round and round over pool[0] and the `ring` - 1 values after it */
    MODE_COPY, /* mostly that of an earlier index of the same width */
    MODE_UNIFORM,
    MODE_CORNER,
    MODE_SPARSE, /* few ones */
} mode_t_;

/* One input element and how the phase drives it. */
typedef struct lane {
    const unit_field_t *field;
    unsigned index;
    size_t offset;
    uint8_t bytes, width, stim, mode;
    uint16_t threshold; /* MODE_BIT */
    uint8_t n, copy;    /* pool entries; lane copied from */
    uint64_t mask, value, step, pool[POOL];
    uint32_t ring, turn;
} lane_t;

struct stim_gen {
    const unit_desc_t *desc;
    const stim_unit_t *unit;
    stim_kind_t kind;
    void *cfg, *in;
    rng_t rng;
    unsigned n_lanes;
    lane_t *lane;
    uint64_t cycles, directed_cycles;
    unsigned resets;             /* cycles of reset still to come */
    unsigned left;               /* cycles of this phase still to come */
    const stim_directed_t *step; /* the phase plays this; NULL: random */
    unsigned k;                  /* its next cycle */
    unsigned next_step;          /* STIM_DIRECTED */
    uint64_t bits;               /* random bits not used yet */
    unsigned n_bits;
};

static bool add_lanes(stim_gen_t *s)
{
    const unit_desc_t *d = s->desc;
    for (int pass = 0; pass < 2; pass++) {
        unsigned n = 0;
        for (unsigned k = 0; k < d->n_fields; k++) {
            const unit_field_t *f = &d->fields[k];
            if (f->dir != UNIT_IN)
                continue;
            unsigned count = f->capacity > 1 ? f->count(s->cfg) : 1;
            for (unsigned i = 0; i < count; i++, n++) {
                if (!pass)
                    continue;
                unsigned w = f->width(s->cfg);
                s->lane[n] = (lane_t){.field = f,
                                      .index = i,
                                      .offset = f->offset + (size_t)i * f->elem_bytes,
                                      .bytes = f->elem_bytes,
                                      .width = (uint8_t)w,
                                      .stim = (uint8_t)f->kind,
                                      .mask = bits_mask(w)};
            }
        }
        s->n_lanes = n;
        if (!pass && !(s->lane = calloc(n + 1, sizeof *s->lane)))
            return false;
    }
    return true;
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
    s->resets = kind == STIM_DIRECTED ? DIRECTED_RESET_CYCLES : 1 + rng_below(&s->rng, 3);
    return s;
}

void stim_gen_free(stim_gen_t *s)
{
    if (!s)
        return;
    free(s->lane);
    free(s->cfg);
    free(s->in);
    free(s);
}

static uint64_t corner(rng_t *r, const lane_t *l)
{
    switch (rng_below(r, 6)) {
    case 0:
        return 0;
    case 1:
        return l->mask;
    case 2:
        return UINT64_C(1) << rng_below(r, l->width);
    case 3:
        return l->mask ^ UINT64_C(1) << rng_below(r, l->width);
    case 4:
        return UINT64_C(1) << (l->width - 1);
    default:
        return 1;
    }
}

static uint64_t fresh(rng_t *r, const lane_t *l)
{
    return rng_below(r, 4) ? rng_u64(r) & l->mask : corner(r, l);
}

/* What a phase is about; any higher number: nothing in particular. */
typedef enum mood { MOOD_IDLE, MOOD_ALL, MOOD_HOT, MOOD_ONE, MOOD_ONE_TOO, MOODS = 16 } mood_t;

static void plan_bit(stim_gen_t *s, unsigned n, unsigned mood, unsigned one)
{
    static const uint16_t often[] = {0, 4, 32, 128, 224, 252, 256, 128};
    lane_t *l = &s->lane[n];
    l->mode = MODE_BIT;
    l->threshold = often[rng_below(&s->rng, 8)];
    if (l->stim != UNIT_ENABLE)
        return;
    if (mood == MOOD_IDLE)
        l->threshold = 0;
    if (mood == MOOD_ALL)
        l->threshold = 256;
    if (mood == MOOD_ONE || mood == MOOD_ONE_TOO) /* one enable alone, often */
        l->threshold = n == one ? 240 : 0;
}

/* An earlier index of the same width, for collisions; -1: none. */
static int copy_source(stim_gen_t *s, unsigned n)
{
    for (unsigned tries = 0; tries < 4 && n; tries++) {
        unsigned from = rng_below(&s->rng, n);
        if (s->lane[from].stim == UNIT_INDEX && s->lane[from].width == s->lane[n].width)
            return (int)from;
    }
    return -1;
}

static void plan_value(stim_gen_t *s, unsigned n, unsigned mood)
{
    static const uint8_t of_index[] = {MODE_POOL, MODE_POOL, MODE_POOL, MODE_HOLD,
                                       MODE_WALK, MODE_COPY, MODE_RING, MODE_UNIFORM};
    static const uint8_t of_data[] = {MODE_POOL,   MODE_RING,   MODE_HOLD,    MODE_WALK,
                                      MODE_CORNER, MODE_SPARSE, MODE_UNIFORM, MODE_POOL};
    rng_t *r = &s->rng;
    lane_t *l = &s->lane[n];
    l->mode = (l->stim == UNIT_INDEX ? of_index : of_data)[rng_below(r, 8)];
    if (mood == MOOD_HOT)
        l->mode = MODE_POOL;
    if (rng_below(r, 2)) { /* else the values of the phase before stay hot */
        l->n = (uint8_t)(1 + rng_below(r, POOL));
        for (unsigned i = 0; i < POOL; i++)
            l->pool[i] = fresh(r, l);
    }
    if (!l->n)
        l->n = 1;
    static const uint8_t rings[] = {2, 3, 6, 12, 16, 24, 33, 70};
    l->ring = rings[rng_below(r, 8)];
    l->turn = 0;
    l->step = rng_below(r, 4) ? 1 : l->mask; /* plus or minus one */
    l->value = l->pool[0];
    if (l->stim != UNIT_INDEX)
        return;
    int from = copy_source(s, n);
    if (l->mode == MODE_COPY && from < 0)
        l->mode = MODE_UNIFORM;
    l->copy = (uint8_t)(from < 0 ? 0 : from);
}

/* A stretch of a directed step, if the directed share of the cycles allows. */
static bool plan_directed(stim_gen_t *s)
{
    rng_t *r = &s->rng;
    if (!s->unit->n_directed || s->directed_cycles * 4 > s->cycles || rng_below(r, 8))
        return false;
    s->step = &s->unit->directed[rng_below(r, s->unit->n_directed)];
    unsigned cycles = s->step->cycles(s->cfg);
    s->k = 0;
    s->left = cycles;
    if (cycles > 1 && (rng_below(r, 2) || (cycles > DIRECTED_WHOLE && rng_below(r, 4)))) {
        s->k = rng_below(r, cycles);
        s->left = 1 + rng_below(r, cycles - s->k);
    }
    return s->left != 0;
}

static void plan_phase(stim_gen_t *s)
{
    rng_t *r = &s->rng;
    if (rng_below(r, 32) == 0 && s->cycles > 64)
        s->resets = 1 + rng_below(r, 3);
    s->step = NULL;
    if (plan_directed(s))
        return;
    s->step = NULL;
    static const uint16_t longest[] = {8, 16, 32, 32, 128, 128, 256, 1024};
    s->left = 4 + rng_below(r, longest[rng_below(r, 8)]);
    unsigned mood = rng_below(r, MOODS);
    unsigned one = rng_below(r, s->n_lanes + 1);
    while (one < s->n_lanes && s->lane[one].stim != UNIT_ENABLE)
        one++;
    for (unsigned n = 0; n < s->n_lanes; n++) {
        lane_t *l = &s->lane[n];
        if (l->width == 1 && l->stim != UNIT_INDEX && l->stim != UNIT_DATA)
            plan_bit(s, n, mood, one);
        else
            plan_value(s, n, mood);
    }
}

static unsigned take_bits(stim_gen_t *s, unsigned n)
{
    if (s->n_bits < n) {
        s->bits = rng_u64(&s->rng);
        s->n_bits = 64;
    }
    unsigned v = (unsigned)(s->bits & bits_mask(n));
    s->bits >>= n;
    s->n_bits -= n;
    return v;
}

static uint64_t draw(stim_gen_t *s, lane_t *l)
{
    switch (l->mode) {
    case MODE_BIT:
        return take_bits(s, 8) < l->threshold;
    case MODE_POOL:
        return l->pool[l->n == 1 ? 0 : (l->n * take_bits(s, 8)) >> 8];
    case MODE_HOLD:
        if (take_bits(s, 4) == 0)
            l->value = fresh(&s->rng, l);
        return l->value;
    case MODE_WALK:
        return l->value = (l->value + l->step) & l->mask;
    case MODE_RING:
        l->turn = l->turn + 1 < l->ring ? l->turn + 1 : 0;
        return (l->pool[0] + l->turn) & l->mask;
    case MODE_COPY:
        if (take_bits(s, 2))
            return s->lane[l->copy].value;
        return rng_u64(&s->rng) & l->mask;
    case MODE_CORNER:
        return corner(&s->rng, l);
    case MODE_SPARSE:
        return rng_u64(&s->rng) & rng_u64(&s->rng) & rng_u64(&s->rng) & l->mask;
    default:
        return rng_u64(&s->rng) & l->mask;
    }
}

static void draw_all(stim_gen_t *s)
{
    for (unsigned n = 0; n < s->n_lanes; n++) {
        lane_t *l = &s->lane[n];
        l->value = draw(s, l);
        void *at = (char *)s->in + l->offset;
        switch (l->bytes) {
        case 1:
            *(uint8_t *)at = (uint8_t)l->value;
            break;
        case 2:
            *(uint16_t *)at = (uint16_t)l->value;
            break;
        case 4:
            *(uint32_t *)at = (uint32_t)l->value;
            break;
        default:
            *(uint64_t *)at = l->value;
            break;
        }
    }
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

bool stim_gen_next(stim_gen_t *s, stim_op_t *op, const void **in)
{
    *in = s->in;
    *op = STIM_TICK;
    if (s->kind == STIM_RANDOM && s->left == 0 && s->resets == 0)
        plan_phase(s);
    if (s->resets) {
        s->resets--;
        *op = STIM_RESET;
        if (s->kind == STIM_RANDOM)
            for (unsigned n = 0; n < s->n_lanes; n++)
                unit_field_set(s->lane[n].field, s->in, s->lane[n].index,
                               fresh(&s->rng, &s->lane[n]));
        s->cycles++;
        return true;
    }
    if (s->kind == STIM_DIRECTED && !next_directed(s))
        return false;
    if (s->step)
        play_directed(s);
    else
        draw_all(s);
    s->left--;
    s->cycles++;
    return true;
}
