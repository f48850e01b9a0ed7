/* Directed stimulus of apres.sap (docs/units/apres.md); its events are in apres_sap_stim_events.c.
 */
#include "apres/apres_sap.h"
#include "apres/apres_sap_stim_events.h"
#include "lockstep/stim_unit.h"

typedef enum act { WAIT, START, MISS } act_t;

enum {
    TAKE = 1, /* the L1 takes what is offered */
    GOOD = 2,
    MOVES = 4,    /* LAWS moves the target */
    DEAD = 8,     /* no warp is live */
    ODD = 16,     /* the warps with odd numbers are not */
    ALL = 32,     /* a miss with all warps in its group */
    BEYOND = 64,  /* a miss by the largest ID */
    FOLLOW = 128, /* a miss of the beat's PC plus the number of the repetition */
    WITH = 256,   /* a kernel starts together with the miss */
    LONG = 512,   /* a miss whose group still fills the WQ when its division ends */
};

typedef enum times {
    ONCE,
    TWICE,
    DIVISION,
    DIVIDED,
    PHASES,
    STAGE,
    WARPS,
    LONG_SERVED,
    DRQ,
    ENTRIES
} times_t;

/* A miss of warp `id` (modulo the warps) is at the script's address for this warp, `away` strides
 * beside it; `group` are its warps 0 to 7. */
typedef struct beat {
    act_t act;
    uint8_t pc, id, group;
    uint16_t flags;
    int8_t away;
    times_t times;
} beat_t;

typedef struct script {
    const beat_t *beat;
    unsigned n;
} script_t;

/* Where and how far apart the warps' addresses are: warp w's is (base + w) * stride + offset. */
typedef struct line {
    int64_t base, stride, offset;
} line_t;

/* The warps of a group with LONG: two more than the cycles until the end of the division, if there
 * are as many. */
static unsigned long_group(const apres_sap_cfg_t *c)
{
    const unsigned staged = c->stages != 0, n = c->addr_w / c->div_bits + 4 + 4 * staged;
    return n < c->warps ? n : c->warps;
}

static unsigned repeats(const apres_sap_cfg_t *c, times_t t)
{
    const unsigned steps = c->addr_w / c->div_bits, staged = c->stages != 0;
    switch (t) {
    case TWICE:
        return 2;
    case DIVISION: /* after the cycle of a miss that finds SAP idle: until the result, with it */
        return steps + 2 + 4 * staged;
    case DIVIDED: /* ... until its quotient is there, without that cycle */
        return steps + 1 + 3 * staged;
    case PHASES: /* from a look at the WQ until the address is there */
        return staged + c->stages;
    case STAGE:
        return staged;
    case WARPS:
        return c->warps;
    case LONG_SERVED: /* a prefetch for each warp of a group with LONG, each taken at once */
        return long_group(c) * (1 + staged + c->stages);
    case DRQ:
        return c->drq;
    case ENTRIES:
        return c->entries;
    default:
        return 1;
    }
}

static unsigned script_cycles(const apres_sap_cfg_t *c, const script_t *s)
{
    unsigned n = 0;
    for (unsigned i = 0; i < s->n; i++)
        n += repeats(c, s->beat[i].times);
    return n;
}

/* Repetition i of a miss. */
static void drive_miss(const apres_sap_cfg_t *c, const line_t *l, const beat_t *b, unsigned i,
                       apres_sap_in_t *in)
{
    const uint8_t id = (uint8_t)(b->id % c->warps);
    const int64_t place = l->base + id + b->away;
    const uint64_t addr = (uint64_t)place * (uint64_t)l->stride + (uint64_t)l->offset;
    in->miss_en = 1;
    in->miss_pc = (b->pc + (b->flags & FOLLOW ? i : 0)) & bits_mask(c->pc_w);
    in->miss_id = b->flags & BEYOND ? (uint8_t)bits_mask(c->id_w) : id;
    in->miss_addr = addr & bits_mask(c->addr_w);
    in->miss_group = (b->flags & ALL ? UINT64_MAX : b->group) & bits_mask(c->warps);
    if (b->flags & LONG)
        in->miss_group = bits_mask(long_group(c));
}

static void drive_beat(const apres_sap_cfg_t *c, const line_t *l, const beat_t *b, unsigned i,
                       apres_sap_in_t *in)
{
    const uint64_t all = bits_mask(c->warps);
    if (b->act == MISS)
        drive_miss(c, l, b, i, in);
    in->start_en = b->act == START || b->flags & WITH;
    in->live = b->flags & DEAD ? 0 : b->flags & ODD ? all & UINT64_C(0x5555555555555555) : all;
    in->pf_take = !!(b->flags & TAKE);
    in->pf_good = !!(b->flags & GOOD);
    in->target_moves = !!(b->flags & MOVES);
}

static void script_drive(const apres_sap_cfg_t *c, const script_t *s, const line_t *l, unsigned k,
                         apres_sap_in_t *in)
{
    unsigned i = 0;
    while (k >= repeats(c, s->beat[i].times))
        k -= repeats(c, s->beat[i++].times);
    drive_beat(c, l, &s->beat[i], k, in);
}

#define SCRIPT(beats)                                                                              \
    {                                                                                              \
        beats, sizeof beats / sizeof *beats                                                        \
    }

/* The stride is learned from the misses of warps 0 and 1, and the prefetches for 0 and 1 that the
 * miss of 2 brings meet everything that the L1 and LAWS can do. Then a miss of warp 0, which is
 * passed over first; one that is alone in its group, while a target waits. */
static const beat_t serve_beats[] = {
    {.act = START, .flags = MOVES},
    {MISS, .pc = 1, .id = 0, .group = 1},
    {.act = WAIT},
    {MISS, .pc = 1, .id = 1, .group = 3},
    {.act = WAIT, .times = DIVISION},
    {MISS, .pc = 1, .id = 2, .group = 7, .flags = TAKE | GOOD},
    {.act = WAIT, .times = DIVISION},
    {.act = WAIT, .times = PHASES},
    {.act = WAIT},
    {.act = WAIT, .flags = GOOD},
    {.act = WAIT, .flags = TAKE},
    {.act = WAIT, .times = PHASES},
    {.act = WAIT, .flags = TAKE | GOOD},
    {.act = WAIT, .flags = TAKE | GOOD}, /* warp 2 itself */
    {.act = WAIT, .flags = MOVES},
    {MISS, .pc = 1, .id = 0, .group = 7},
    {.act = WAIT, .times = DIVISION},
    {.act = WAIT, .flags = TAKE | GOOD}, /* warp 0 itself */
    {.act = WAIT, .times = PHASES},
    {.act = WAIT, .flags = TAKE | GOOD | MOVES},
    {.act = WAIT, .times = PHASES},
    {.act = WAIT},
    {.act = WAIT, .flags = MOVES},
    {.act = WAIT, .flags = TAKE | GOOD},
    {MISS, .pc = 1, .id = 1, .group = 2},
    {.act = WAIT, .times = DIVISION},
    {.act = WAIT, .times = TWICE},
    {.act = WAIT, .flags = MOVES, .times = TWICE},
    {MISS, .pc = 1, .id = 2, .group = 1},
    {.act = WAIT, .times = DIVISION},
    {.act = WAIT, .times = PHASES},
    {.act = WAIT, .flags = TAKE | GOOD},
    {MISS, .pc = 1, .id = 0, .group = 2},
    {.act = WAIT, .times = DIVISION},
    {.act = WAIT, .times = PHASES},
    {.act = WAIT, .flags = MOVES},
    {.act = WAIT, .flags = TAKE},
};

/* The warps of the group: none, none that lives, some that live; then the warp of the PT again. */
static const beat_t groups_beats[] = {
    {.act = START},
    {MISS, .pc = 2, .id = 1, .group = 2},
    {MISS, .pc = 2, .id = 0, .group = 7, .flags = DEAD},
    {.act = WAIT, .times = DIVISION, .flags = DEAD},
    {MISS, .pc = 2, .id = 1, .group = 0},
    {.act = WAIT, .times = DIVISION},
    {MISS, .pc = 2, .id = 0, .group = 7},
    {.act = WAIT, .times = DIVISION, .flags = DEAD},
    {MISS, .pc = 2, .id = 1, .group = 7},
    {.act = WAIT, .times = DIVISION, .flags = ODD},
    {.act = WAIT, .times = TWICE, .flags = TAKE},
    {MISS, .pc = 2, .id = 1, .group = 7},
    {.act = WAIT, .times = TWICE},
};

/* What comes of a stride that is learned: another one, a remainder, 0; then 0 again. */
static const beat_t strides_beats[] = {
    {.act = START},
    {MISS, .pc = 3, .id = 0, .group = 7},
    {.act = WAIT},
    {MISS, .pc = 3, .id = 1, .group = 7},
    {.act = WAIT, .times = DIVISION},
    {MISS, .pc = 3, .id = 0, .group = 7, .away = -1},
    {.act = WAIT, .times = DIVISION},
    {MISS, .pc = 3, .id = 2, .group = 7},
    {.act = WAIT, .times = DIVISION},
    {MISS, .pc = 3, .id = 0, .group = 7, .away = 2},
    {.act = WAIT, .times = DIVISION},
    {MISS, .pc = 3, .id = 2, .group = 7},
    {.act = WAIT, .times = DIVISION},
};

/* As many misses as the DRQ holds and more, while a prefetch waits for the L1; when SAP is idle
 * again, one that finds no room although one is taken. The rest is by one warp. */
static const beat_t full_beats[] = {
    {.act = START},
    {MISS, .pc = 1, .id = 0, .group = 1},
    {.act = WAIT},
    {MISS, .pc = 1, .id = 1, .group = 3},
    {.act = WAIT, .times = DIVISION},
    {MISS, .pc = 1, .id = 0, .group = 6},
    {.act = WAIT, .times = DIVISION},
    {MISS, .pc = 1, .id = 0, .group = 7, .times = DRQ},
    {MISS, .pc = 1, .id = 1, .group = 7, .times = TWICE},
    {MISS, .pc = 1, .id = 1, .flags = BEYOND, .times = TWICE},
    {MISS, .pc = 1, .id = 1, .group = 7, .flags = TAKE, .times = DRQ},
    {MISS, .pc = 1, .id = 1, .group = 7, .times = TWICE},
    {.act = WAIT, .times = DRQ},
};

/* Groups of all warps: given up at each mismatch, then offered while they still fill the WQ. */
static const beat_t whole_beats[] = {
    {.act = START},
    {MISS, .pc = 1, .id = 0, .group = 1},
    {.act = WAIT},
    {MISS, .pc = 1, .id = 1, .flags = ALL, .away = 3},
    {.act = WAIT, .times = DIVISION},
    {MISS, .pc = 1, .id = 2, .flags = ALL},
    {.act = WAIT, .times = DIVISION},
    {MISS, .pc = 1, .id = 1, .flags = ALL},
    {.act = WAIT, .times = DIVISION},
    {MISS, .pc = 1, .id = 2, .flags = ALL},
    {.act = WAIT, .times = DIVISION},
    {.act = WAIT, .flags = TAKE | GOOD},
    {.act = WAIT, .flags = MOVES},
    {.act = WAIT, .flags = TAKE, .times = WARPS},
    {MISS, .pc = 1, .id = 1, .flags = ALL},
    {.act = WAIT, .times = DIVISION},
    {.act = WAIT, .flags = TAKE, .times = TWICE},
};

/* A stride that is learned holds for misses whose groups still fill the WQ, and for those whose
 * warps are not live any more. */
static const beat_t holds_beats[] = {
    {.act = START},
    {MISS, .pc = 1, .id = 0, .group = 1},
    {.act = WAIT},
    {MISS, .pc = 1, .id = 1, .group = 3},
    {.act = WAIT, .times = DIVISION},
    {MISS, .pc = 1, .id = 2, .flags = LONG},
    {.act = WAIT, .times = DIVISION},
    {.act = WAIT, .times = PHASES},
    {.act = WAIT, .flags = TAKE | GOOD | MOVES},
    {.act = WAIT, .flags = MOVES},
    {.act = WAIT, .flags = TAKE, .times = LONG_SERVED},
    {MISS, .pc = 1, .id = 1, .group = 7, .flags = DEAD},
    {.act = WAIT, .flags = DEAD, .times = DIVISION},
    {MISS, .pc = 1, .id = 0, .flags = LONG},
    {.act = WAIT, .times = DIVISION},
    {.act = WAIT, .flags = TAKE, .times = LONG_SERVED},
    {MISS, .pc = 1, .id = 1, .group = 7, .flags = DEAD},
    {.act = WAIT, .flags = DEAD, .times = DIVISION},
};

/* A group with a single other warp leaves a target that waits: through a miss of the same warp, and
 * through a division, to move in the cycle of its result; the same for a group of the dead; then
 * through a prediction. The last miss is at the address of another warp. */
static const beat_t waits_beats[] = {
    {.act = START},
    {MISS, .pc = 1, .id = 0, .group = 1},
    {.act = WAIT},
    {MISS, .pc = 1, .id = 1, .group = 3},
    {.act = WAIT, .times = DIVISION},
    {MISS, .pc = 1, .id = 0, .group = 3},
    {.act = WAIT, .times = DIVISION},
    {.act = WAIT}, /* warp 0 itself */
    {.act = WAIT, .times = PHASES},
    {.act = WAIT, .flags = TAKE | GOOD},
    {MISS, .pc = 1, .id = 0, .group = 1},
    {.act = WAIT, .times = TWICE},
    {.act = WAIT, .times = STAGE},
    {MISS, .pc = 1, .id = 1, .flags = LONG},
    {.act = WAIT, .times = DIVIDED},
    {.act = WAIT, .flags = MOVES},
    {.act = WAIT, .times = STAGE},
    {.act = WAIT, .flags = TAKE, .times = LONG_SERVED},
    {MISS, .pc = 1, .id = 0, .group = 3},
    {.act = WAIT, .times = DIVISION},
    {.act = WAIT},
    {.act = WAIT, .times = PHASES},
    {.act = WAIT, .flags = TAKE | GOOD},
    {MISS, .pc = 1, .id = 0, .group = 1},
    {.act = WAIT, .times = TWICE},
    {.act = WAIT, .times = STAGE},
    {MISS, .pc = 1, .id = 1, .group = 7, .flags = DEAD},
    {.act = WAIT, .flags = DEAD, .times = DIVIDED},
    {.act = WAIT, .flags = DEAD | MOVES},
    {.act = WAIT, .flags = DEAD, .times = STAGE},
    {MISS, .pc = 1, .id = 0, .group = 3},
    {.act = WAIT, .times = DIVISION},
    {.act = WAIT},
    {.act = WAIT, .times = PHASES},
    {.act = WAIT, .flags = TAKE | GOOD},
    {MISS, .pc = 1, .id = 1, .flags = LONG},
    {.act = WAIT, .times = DIVISION},
    {.act = WAIT, .flags = MOVES},
    {.act = WAIT, .flags = TAKE, .times = LONG_SERVED},
    {MISS, .pc = 1, .id = 0, .group = 3},
    {.act = WAIT, .times = DIVISION},
    {.act = WAIT},
    {.act = WAIT, .times = PHASES},
    {.act = WAIT, .flags = TAKE | GOOD},
    {MISS, .pc = 1, .id = 1, .group = 7, .away = -1},
    {.act = WAIT, .times = DIVISION},
    {.act = WAIT, .flags = MOVES},
};

/* Every entry of the PT is taken; the last is hit by the same warp and by another; more PCs. */
static const beat_t entries_beats[] = {
    {.act = START},
    {MISS, .pc = 0, .id = 0, .flags = FOLLOW, .times = ENTRIES},
    {.act = WAIT, .times = TWICE},
    {.act = WAIT, .times = DRQ},
    {MISS, .pc = 0, .id = 0, .flags = FOLLOW, .times = ENTRIES},
    {.act = WAIT, .times = TWICE},
    {.act = WAIT, .times = DRQ},
    {MISS, .pc = 0, .id = 1, .flags = FOLLOW, .times = TWICE},
    {.act = WAIT, .times = DIVISION},
    {.act = WAIT, .times = DIVISION},
    {MISS, .pc = 43, .id = 0, .flags = FOLLOW, .times = ENTRIES},
    {.act = WAIT, .times = TWICE},
    {.act = WAIT, .times = DRQ},
    {MISS, .pc = 44, .id = 1, .flags = FOLLOW, .times = TWICE},
    {.act = WAIT, .times = DRQ},
};

/* A kernel starts in a division, together with its result, with a miss that could be taken, while a
 * prefetch is offered, is taken, and while a target waits. */
static const beat_t starts_beats[] = {
    {.act = START},
    {MISS, .pc = 1, .id = 0, .group = 1},
    {MISS, .pc = 1, .id = 1, .group = 3, .flags = WITH | MOVES},
    {MISS, .pc = 1, .id = 0, .group = 1},
    {MISS, .pc = 1, .id = 1, .group = 7},
    {.act = WAIT, .times = TWICE},
    {.act = START},
    {MISS, .pc = 1, .id = 0, .group = 1},
    {MISS, .pc = 1, .id = 1, .group = 7},
    {.act = WAIT, .times = DIVIDED},
    {.act = WAIT, .times = STAGE},
    {.act = WAIT, .times = STAGE},
    {.act = START},
    {MISS, .pc = 1, .id = 0, .group = 1},
    {MISS, .pc = 1, .id = 1, .group = 7},
    {.act = WAIT, .times = DIVISION},
    {.act = WAIT, .times = STAGE},
    {.act = WAIT, .times = STAGE},
    {MISS, .pc = 1, .id = 0, .group = 7},
    {.act = WAIT, .times = DIVISION},
    {.act = WAIT, .times = PHASES},
    {.act = WAIT},
    {.act = WAIT},
    {.act = START, .flags = TAKE | GOOD},
    {MISS, .pc = 1, .id = 0, .group = 1},
    {MISS, .pc = 1, .id = 1, .group = 7},
    {.act = WAIT, .times = DIVISION},
    {.act = WAIT, .times = STAGE},
    {.act = WAIT, .times = STAGE},
    {MISS, .pc = 1, .id = 0, .group = 7},
    {.act = WAIT, .times = DIVISION},
    {.act = WAIT, .times = PHASES},
    {.act = WAIT},
    {.act = WAIT, .flags = TAKE | GOOD},
    {.act = WAIT, .times = TWICE}, /* with stages 2 half of the next product is known */
    {.act = START},
    {.act = WAIT, .times = TWICE},
    {MISS, .pc = 1, .id = 0, .group = 1},
    {MISS, .pc = 1, .id = 1, .group = 7},
    {.act = WAIT, .times = DIVISION},
    {.act = WAIT, .times = STAGE},
    {.act = WAIT, .times = STAGE},
    {MISS, .pc = 1, .id = 0, .group = 7},
    {.act = WAIT, .times = DIVISION},
    {.act = WAIT, .times = TWICE}, /* with stages the next prefetch is computed */
    {.act = START},
    {MISS, .pc = 1, .id = 0, .group = 1},
    {.act = WAIT},
    {.act = WAIT, .times = STAGE},
    {.act = START},
    {.act = WAIT, .times = TWICE},
};

static const script_t serve = SCRIPT(serve_beats), groups = SCRIPT(groups_beats),
                      strides = SCRIPT(strides_beats), full = SCRIPT(full_beats),
                      whole = SCRIPT(whole_beats), entries = SCRIPT(entries_beats),
                      starts = SCRIPT(starts_beats), holds = SCRIPT(holds_beats),
                      waits = SCRIPT(waits_beats);

/* Strides of 1, of -1, and that of the paper's figure 6. Warp 1 is at address 0 in the first two,
 * so that warps 0 and 2 are on both sides of where addresses wrap. */
enum { LINES = 3 };
static const line_t lines[LINES] = {
    {.base = -1, .stride = 1},
    {.base = -1, .stride = -1},
    {.base = 0, .stride = 1000, .offset = 11000},
};

/* A script under so many lines, from number `first` on. */
#define STEP(name, n_lines, first)                                                                 \
    static unsigned name##_cycles(const void *cfg)                                                 \
    {                                                                                              \
        return script_cycles(cfg, &name) * (n_lines);                                              \
    }                                                                                              \
    static void drive_##name(const void *cfg, unsigned k, void *input)                             \
    {                                                                                              \
        const unsigned n = script_cycles(cfg, &name);                                              \
        script_drive(cfg, &name, &lines[(first) + k / n], k % n, input);                           \
    }

STEP(serve, LINES, 0)
STEP(groups, 1, 1)
STEP(strides, 2, 0)
STEP(full, 1, 0)
STEP(whole, 1, 0)
STEP(holds, 1, 0)
STEP(waits, 1, 0)
STEP(entries, 1, 0)
STEP(starts, 2, 0)

static const stim_directed_t directed[] = {
    {"serve", serve_cycles, drive_serve},       {"groups", groups_cycles, drive_groups},
    {"strides", strides_cycles, drive_strides}, {"full", full_cycles, drive_full},
    {"whole", whole_cycles, drive_whole},       {"holds", holds_cycles, drive_holds},
    {"waits", waits_cycles, drive_waits},       {"entries", entries_cycles, drive_entries},
    {"starts", starts_cycles, drive_starts},
};

const stim_unit_t apres_sap_stim = {
    .unit = &apres_sap_unit,
    .events = apres_sap_events,
    .directed = directed,
    .n_events = APRES_SAP_EVENTS,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = apres_sap_watch,
};
