/* Directed stimulus of apcm (docs/units/apcm.md); its events are in apcm_stim_events.c. */
#include "apcm/apcm.h"
#include "apcm/apcm_stim_events.h"
#include "lockstep/stim_unit.h"

typedef enum act {
    WAIT,   /* nothing */
    START,  /* a kernel starts */
    LOAD,   /* load `id` is issued by `warp` */
    BEGIN,  /* `warp` starts */
    FINISH, /* `warp` finishes */
    LEAVE,  /* `warp` leaves the loop of the load that it protects for */
    OTHER,  /* `warp` leaves another loop */
    ACCESS, /* a request of load `id` by `warp` for `line`; flags below */
    GONE,   /* the L1's `line` is invalidated */
    FLUSH,  /* all its lines are */
} act_t;

enum {
    HIT = 1,
    IN_LOOP = 2,
    FINAL = 4,
    LATE = 8,
    NOT_TRACKED = 16,
    NOT_TAKEN = 32,
    NOT_PLAIN = 64,
    AS_BYPASS = 128,  /* stood here before, as of type bypass */
    AS_PROTECT = 256, /* ... protect, the last load being itself */
    UNTIL_NEXT = 512, /* ... the one after it */
    ELSEWHERE = 2048, /* another system lets it bypass */
    REPLACED = 4096,  /* its line has taken another's place in this cycle */
    SPREAD = 1024, /* repetition i is of load i, for line i of the MTA, each in a set of its own */
};

typedef enum times { ONCE, EACH_WAY, THRESHOLD, EACH_ENTRY, MTA_WAYS } times_t;

/* `line`: line n of set 0 of MTA and L1, in way n of the latter; with EACH_WAY and MTA_WAYS
 * repetition i is line n + i. */
typedef struct beat {
    act_t act;
    uint8_t warp, id, line;
    uint16_t flags;
    times_t times;
} beat_t;

typedef struct script {
    const beat_t *beat;
    unsigned n;
} script_t;

static unsigned repeats(const apcm_cfg_t *c, times_t t)
{
    switch (t) {
    case EACH_WAY:
        return c->ways;
    case THRESHOLD:
        return (unsigned)bits_mask(c->cnt_w);
    case EACH_ENTRY:
        return c->mta_sets * c->mta_ways;
    case MTA_WAYS:
        return c->mta_ways;
    default:
        return 1;
    }
}

static unsigned script_cycles(const apcm_cfg_t *c, const script_t *s)
{
    unsigned n = 0;
    for (unsigned i = 0; i < s->n; i++)
        n += repeats(c, s->beat[i].times);
    return n;
}

static uint8_t id_of(const apcm_cfg_t *c, unsigned id)
{
    return (uint8_t)(id % c->loads);
}

/* Repetition i of an access. */
static void drive_access(const apcm_cfg_t *c, const beat_t *b, unsigned i, apcm_in_t *in)
{
    const unsigned n = b->line + (b->times == EACH_WAY || b->times == MTA_WAYS ? i : 0);
    const unsigned f = b->flags;
    in->acc_en = 1;
    in->acc_accept = !(f & NOT_TAKEN);
    in->acc_plain = !(f & NOT_PLAIN);
    in->acc_tracked = !(f & NOT_TRACKED);
    in->acc_early = !(f & LATE);
    in->acc_final = !!(f & FINAL);
    in->acc_in_loop = !!(f & IN_LOOP);
    in->acc_hit = !!(f & HIT);
    in->acc_past = !!(f & ELSEWHERE);
    in->acc_warp = (uint8_t)(b->warp % c->warps);
    in->acc_id = id_of(c, b->id + (f & SPREAD ? i : 0));
    in->acc_line = (f & SPREAD ? i : (uint64_t)n * c->mta_sets) & bits_mask(c->line_w);
    in->acc_way = (uint8_t)(n % c->ways);
    in->gone_en = !!(f & REPLACED);
    in->gone_way = in->acc_way;
    in->acc_again = (f & (AS_BYPASS | AS_PROTECT | UNTIL_NEXT)) != 0;
    if (!in->acc_again)
        return;
    in->acc_method = f & AS_BYPASS ? APCM_BYPASS : APCM_PROTECT;
    in->acc_last =
        (uint8_t)((in->acc_id + (f & UNTIL_NEXT ? 1u : 0)) & bits_mask(bits_index_w(c->loads)));
}

static void drive_beat(const apcm_cfg_t *c, const beat_t *b, unsigned i, apcm_in_t *in)
{
    const uint8_t warp = (uint8_t)(b->warp % c->warps);
    switch (b->act) {
    case WAIT:
        break;
    case START:
        in->start_en = 1;
        break;
    case LOAD:
        in->load_en = 1;
        in->load_warp = warp;
        in->load_pc = b->id & bits_mask(c->pc_w);
        break;
    case BEGIN:
    case FINISH:
        in->warp_en = 1;
        in->warp = warp;
        in->finish = b->act == FINISH;
        break;
    case LEAVE:
    case OTHER:
        in->exit_en = 1;
        in->exit_warp = warp;
        in->exit_match = b->act == LEAVE;
        break;
    case ACCESS:
        drive_access(c, b, i, in);
        break;
    case GONE:
        in->gone_en = 1;
        in->gone_way = (uint8_t)(b->line % c->ways);
        break;
    case FLUSH:
        in->flush_en = 1;
        break;
    }
}

static void script_drive(const apcm_cfg_t *c, const script_t *s, unsigned k, apcm_in_t *in)
{
    unsigned i = 0;
    while (k >= repeats(c, s->beat[i].times))
        k -= repeats(c, s->beat[i++].times);
    drive_beat(c, &s->beat[i], k, in);
}

/* A kernel whose warp 0 is monitored: line 0 is used once by load 0, line 1 twice by load 1 (in a
 * loop), line 2 by warp 1, too. Then it finishes and the MTA is read out. */
static const beat_t learn_beats[] = {
    {FLUSH, .line = 0},
    {START, .line = 0},
    {LOAD, .warp = 0, .id = 0},
    {LOAD, .warp = 1, .id = 1},
    {LOAD, .warp = 1, .id = 2},
    {ACCESS, .warp = 0, .id = 0, .line = 0},
    {ACCESS, .warp = 0, .id = 1, .line = 1, .flags = NOT_TAKEN},
    {ACCESS, .warp = 0, .id = 1, .line = 1},
    {ACCESS, .warp = 0, .id = 1, .line = 1, .flags = HIT},
    {ACCESS, .warp = 0, .id = 1, .line = 1, .flags = LATE},
    {ACCESS, .warp = 0, .id = 2, .line = 2},
    {ACCESS, .warp = 1, .id = 2, .line = 2, .flags = HIT},
    {ACCESS, .warp = 1, .id = 2, .line = 2, .flags = HIT | NOT_TRACKED},
    {FINISH, .warp = 1},
    {FINISH, .warp = 0},
    {ACCESS, .warp = 0, .id = 0, .line = 0, .times = EACH_ENTRY},
    {ACCESS, .warp = 1, .id = 0, .line = 0, .flags = HIT},
    {ACCESS, .warp = 1, .id = 0, .line = 0},
    {ACCESS, .warp = 1, .id = 1, .line = 1, .flags = IN_LOOP},
    {ACCESS, .warp = 1, .id = 2, .line = 2},
    {ACCESS, .warp = 1, .id = 1, .line = 1, .flags = AS_BYPASS},
    {ACCESS, .warp = 1, .id = 0, .line = 1, .flags = NOT_PLAIN},
};
static const script_t learn = {learn_beats, sizeof learn_beats / sizeof *learn_beats};

/* The first warp's loop: its lines fill a set, two other warps find all ways held, the loop ends,
 * and the first of these takes the lines. */
static const beat_t protect_beats[] = {
    {FLUSH, .line = 0},
    {START, .line = 0},
    {LOAD, .warp = 0, .id = 1},
    {ACCESS, .warp = 0, .id = 0, .line = 0, .flags = AS_PROTECT | IN_LOOP, .times = EACH_WAY},
    {ACCESS, .warp = 1, .id = 0, .line = 9, .flags = AS_PROTECT | IN_LOOP},
    {ACCESS, .warp = 2, .id = 1, .line = 10},
    {ACCESS, .warp = 0, .id = 0, .line = 0, .flags = AS_PROTECT | IN_LOOP | HIT | FINAL},
    {OTHER, .warp = 0},
    {LEAVE, .warp = 0},
    {ACCESS, .warp = 1, .id = 0, .line = 0, .flags = AS_PROTECT | IN_LOOP | NOT_TAKEN},
    {ACCESS, .warp = 1, .id = 0, .line = 0, .flags = AS_PROTECT | IN_LOOP},
    {LEAVE, .warp = 1},
    {LEAVE, .warp = 0},
};
static const script_t protect = {protect_beats, sizeof protect_beats / sizeof *protect_beats};

/* Protection until another load: lines of other last loads are not pinned; the last load's final
 * request ends it; also in the cycle in which it begins. A warp's start and finish end it. */
static const beat_t until_last_beats[] = {
    {FLUSH, .line = 0},
    {START, .line = 0},
    {ACCESS, .warp = 0, .id = 0, .line = 0, .flags = UNTIL_NEXT},
    {GONE, .line = 0},
    {ACCESS, .warp = 0, .id = 0, .line = 0, .flags = UNTIL_NEXT},
    {GONE, .line = 0},
    {ACCESS, .warp = 0, .id = 0, .line = 0, .flags = AS_PROTECT},
    {ACCESS, .warp = 0, .id = 1, .line = 0, .flags = HIT},
    {ACCESS, .warp = 0, .id = 1, .line = 0, .flags = HIT | FINAL},
    {GONE, .line = 0},
    {ACCESS, .warp = 0, .id = 0, .line = 0, .flags = AS_PROTECT},
    {ACCESS, .warp = 0, .id = 0, .line = 0, .flags = AS_PROTECT | HIT | FINAL},
    {ACCESS, .warp = 0, .id = 0, .line = 0, .flags = AS_PROTECT | FINAL},
    {ACCESS, .warp = 0, .id = 0, .line = 0, .flags = AS_PROTECT | FINAL},
    {ACCESS, .warp = 0, .id = 0, .line = 0, .flags = AS_PROTECT},
    {GONE, .line = 0},
    {ACCESS, .warp = 0, .id = 0, .line = 0, .flags = AS_PROTECT | IN_LOOP},
    {FINISH, .warp = 0},
    {ACCESS, .warp = 0, .id = 0, .line = 0, .flags = AS_PROTECT | IN_LOOP},
    {BEGIN, .warp = 0},
    {ACCESS, .warp = 0, .id = 0, .line = 0, .flags = AS_PROTECT | IN_LOOP},
    {START, .line = 0},
    {ACCESS, .warp = 0, .id = 0, .line = 0, .flags = AS_PROTECT | IN_LOOP},
};
static const script_t until_last = {until_last_beats,
                                    sizeof until_last_beats / sizeof *until_last_beats};

/* The monitored warp alone uses a line until its count is full, and once more: the line is
 * protected, with as many uses as a count can hold. */
static const beat_t alone_beats[] = {
    {FLUSH, .line = 0},
    {START, .line = 0},
    {LOAD, .warp = 0, .id = 1},
    {ACCESS, .warp = 0, .id = 1, .line = 1},
    {ACCESS, .warp = 0, .id = 1, .line = 1, .flags = HIT, .times = THRESHOLD},
    {ACCESS, .warp = 0, .id = 1, .line = 1, .flags = HIT},
    {FINISH, .warp = 0},
};
static const script_t alone = {alone_beats, sizeof alone_beats / sizeof *alone_beats};

/* Lines that the L1 has and the MTA has not: the count goes on; at the threshold at once, in a set
 * that is full; a bypassing one begins at 1. Then the scan is cut, and a line that has taken
 * another's place begins at 1. */
static const beat_t initial_beats[] = {
    {FLUSH, .line = 0},
    {ACCESS, .warp = 1, .id = 0, .line = 0},
    {ACCESS, .warp = 1, .id = 0, .line = 0, .flags = HIT, .times = THRESHOLD},
    {START, .line = 0},
    {LOAD, .warp = 0, .id = 3},
    {ACCESS, .warp = 0, .id = 0, .line = 0, .flags = AS_BYPASS | HIT},
    {ACCESS, .warp = 0, .id = 1, .line = 1, .flags = HIT | ELSEWHERE},
    {START, .line = 0},
    {LOAD, .warp = 0, .id = 3},
    {ACCESS, .warp = 0, .id = 0, .line = 1, .flags = AS_BYPASS, .times = MTA_WAYS},
    {ACCESS, .warp = 0, .id = 1, .line = 0, .flags = HIT},
    {ACCESS, .warp = 0, .id = 1, .line = 0, .flags = HIT},
    {ACCESS, .warp = 0, .id = 0, .line = 1, .flags = AS_BYPASS, .times = MTA_WAYS},
    {ACCESS, .warp = 0, .id = 1, .line = 0, .flags = HIT},
    {ACCESS, .warp = 1, .id = 2, .line = 0, .flags = HIT},
    {FINISH, .warp = 0},
    {START, .line = 0},
    {LOAD, .warp = 1, .id = 3},
    {ACCESS, .warp = 1, .id = 0, .line = 0, .flags = HIT | REPLACED},
    {START, .line = 0},
    {LOAD, .warp = 1, .id = 3},
    {ACCESS, .warp = 1, .id = 0, .line = 0, .flags = HIT | REPLACED},
};
static const script_t initial = {initial_beats, sizeof initial_beats / sizeof *initial_beats};

/* Every load has an entry of the MTA, which the scan writes to the CAIT. */
static const beat_t scan_beats[] = {
    {START, .line = 0},
    {LOAD, .warp = 0, .id = 1},
    {ACCESS, .warp = 0, .id = 0, .line = 0, .flags = SPREAD, .times = EACH_ENTRY},
    {FINISH, .warp = 0},
    {WAIT, .times = EACH_ENTRY},
};
static const script_t scan = {scan_beats, sizeof scan_beats / sizeof *scan_beats};

/* Every warp begins to protect, every second one until its loop ends, and every line of the L1 is
 * pinned by one of them. */
static unsigned protect_all_cycles(const void *cfg)
{
    const apcm_cfg_t *c = cfg;
    const unsigned lines = c->sets * c->ways;
    return 2 + (lines > c->warps ? lines : c->warps);
}

static void protect_all(const void *cfg, unsigned k, void *input)
{
    const apcm_cfg_t *c = cfg;
    apcm_in_t *in = input;
    in->flush_en = k == 0;
    in->start_en = k == 1;
    if (k < 2)
        return;
    const unsigned line = k - 2, warp = line % c->warps;
    const beat_t b = {.act = ACCESS,
                      .warp = (uint8_t)warp,
                      .id = (uint8_t)(warp / 2),
                      .flags = warp & 1 ? AS_PROTECT | IN_LOOP : UNTIL_NEXT};
    drive_access(c, &b, 0, in);
    in->acc_set = (uint16_t)(line / c->ways % c->sets);
    in->acc_way = (uint8_t)(line % c->ways);
}

static unsigned learn_cycles(const void *cfg)
{
    return script_cycles(cfg, &learn);
}

static void drive_learn(const void *cfg, unsigned k, void *input)
{
    script_drive(cfg, &learn, k, input);
}

static unsigned protect_cycles(const void *cfg)
{
    return script_cycles(cfg, &protect);
}

static void drive_protect(const void *cfg, unsigned k, void *input)
{
    script_drive(cfg, &protect, k, input);
}

static unsigned until_last_cycles(const void *cfg)
{
    return script_cycles(cfg, &until_last);
}

static void drive_until_last(const void *cfg, unsigned k, void *input)
{
    script_drive(cfg, &until_last, k, input);
}

static unsigned initial_cycles(const void *cfg)
{
    return script_cycles(cfg, &initial);
}

static void drive_initial(const void *cfg, unsigned k, void *input)
{
    script_drive(cfg, &initial, k, input);
}

static unsigned scan_cycles(const void *cfg)
{
    return script_cycles(cfg, &scan);
}

static void drive_scan(const void *cfg, unsigned k, void *input)
{
    script_drive(cfg, &scan, k, input);
}

static unsigned alone_cycles(const void *cfg)
{
    return script_cycles(cfg, &alone);
}

static void drive_alone(const void *cfg, unsigned k, void *input)
{
    script_drive(cfg, &alone, k, input);
}

static const stim_directed_t directed[] = {
    {"learn", learn_cycles, drive_learn},
    {"protect", protect_cycles, drive_protect},
    {"until_last", until_last_cycles, drive_until_last},
    {"initial", initial_cycles, drive_initial},
    {"protect_all", protect_all_cycles, protect_all},
    {"scan", scan_cycles, drive_scan},
    {"alone", alone_cycles, drive_alone},
};

const stim_unit_t apcm_stim = {
    .unit = &apcm_unit,
    .events = apcm_events,
    .directed = directed,
    .n_events = APCM_EVENTS,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = apcm_watch,
};
