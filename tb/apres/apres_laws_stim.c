/* Directed stimulus of apres.laws (docs/units/apres.md); its events are in
 * apres_laws_stim_events.c. */
#include "apres/apres_laws.h"
#include "apres/apres_laws_stim_events.h"
#include "lockstep/stim_unit.h"

/* Load n of a kernel, as its PC. */
static uint64_t pc_of(const apres_laws_cfg_t *c, unsigned n)
{
    const uint64_t stride = bits_mask(c->pc_w) >= 0x30 ? 0x10 : 1;
    return n * stride & bits_mask(c->pc_w);
}

static void load(const apres_laws_cfg_t *c, unsigned warp, unsigned n, apres_laws_in_t *in)
{
    in->load_en = 1;
    in->load_warp = (uint8_t)(warp % c->warps);
    in->load_pc = pc_of(c, n);
}

static void result(const apres_laws_cfg_t *c, unsigned group, bool hit, apres_laws_in_t *in)
{
    in->result_en = 1;
    in->result_hit = hit;
    in->result_group = (uint8_t)(group % c->groups);
}

static void begin(const apres_laws_cfg_t *c, uint64_t warps, apres_laws_in_t *in)
{
    in->begin_en = 1;
    in->begin = warps & bits_mask(c->warps);
}

static void finish(const apres_laws_cfg_t *c, uint64_t warps, apres_laws_in_t *in)
{
    in->finish_en = 1;
    in->finish = warps & bits_mask(c->warps);
}

static void target(const apres_laws_cfg_t *c, unsigned warp, apres_laws_in_t *in)
{
    in->target_en = 1;
    in->target_warp = (uint8_t)(warp % c->warps);
}

/* All warps live, and the schedulers may issue every warp from number `from` on. */
static void others(const apres_laws_cfg_t *c, unsigned from, apres_laws_in_t *in)
{
    in->live = bits_mask(c->warps);
    for (unsigned s = 0; s < c->picks; s++)
        in->ready[s] = bits_mask(c->warps) << from % c->warps & bits_mask(c->warps);
}

/* The paper's figure 8, first with a hit, then with a miss: warps 0, 2 and 3 have issued 0x10, warp
 * 1 another load; warp 0 issues 0x20. The first cycles bring that about, their results being hits
 * of groups whose warps are no longer live, which moves none. */
enum { FIGURE_8 = 18 };

static unsigned figure_8_cycles(const void *cfg)
{
    (void)cfg;
    return 2 * FIGURE_8;
}

static void figure_8(const void *cfg, unsigned k, void *input)
{
    static const uint8_t warps[] = {0, 2, 3, 1}, loads[] = {1, 1, 1, 3};
    const apres_laws_cfg_t *c = cfg;
    apres_laws_in_t *in = input;
    const unsigned step = k % FIGURE_8;
    others(c, 0, in);
    in->start_en = step == 0;
    if (step >= 1 && step < 9) {
        in->live = 0;
        if (step & 1)
            load(c, warps[step / 2], loads[step / 2], in);
        else
            result(c, 0, true, in);
    }
    if (step == 10)
        load(c, 0, 2, in);
    if (step == 13)
        result(c, 0, k < FIGURE_8, in);
    for (unsigned s = 0; step > 14 && s < c->picks; s++)
        in->ready[s] = UINT64_C(1) << 3 % c->warps; /* after the miss the last in the order */
}

/* All warps issue one load, each with a result; then each issues the next: the group shrinks from
 * all warps to one. */
static unsigned shrink_cycles(const void *cfg)
{
    const apres_laws_cfg_t *c = cfg;
    return 2 + 4 * c->warps;
}

static void shrink(const void *cfg, unsigned k, void *input)
{
    const apres_laws_cfg_t *c = cfg;
    apres_laws_in_t *in = input;
    const unsigned warp = (k - 1) / 2;
    others(c, warp, in);
    in->start_en = k == 0;
    if (k & 1 && warp < 2 * c->warps)
        load(c, warp, warp < c->warps ? 1 : 2, in);
    if (k && !(k & 1))
        result(c, 0, warp & 1, in);
}

/* Groups fill the WGT and one is refused; then results from the highest entry down, each in the
 * cycle of another load that is refused or takes what the cycle before has freed. */
static unsigned fill_cycles(const void *cfg)
{
    const apres_laws_cfg_t *c = cfg;
    return 6 * c->groups + 4;
}

static void fill(const void *cfg, unsigned k, void *input)
{
    const apres_laws_cfg_t *c = cfg;
    apres_laws_in_t *in = input;
    others(c, c->warps - 1, in);
    in->start_en = k == 0;
    if (k <= c->groups + 2) {
        load(c, k, 1, in);
        return;
    }
    const unsigned step = k - c->groups - 3;
    result(c, c->groups - 1 - step / 2 % c->groups, step & 2, in);
    in->result_en = step % 2 == 0 || step >= 4 * c->groups;
    if (step < 2 * c->groups || step & 1)
        load(c, step, 1 + (step & 1), in);
}

/* A load in each cycle, and from the third on the result of the load two before. */
static unsigned stream_cycles(const void *cfg)
{
    (void)cfg;
    return 16;
}

static void stream(const void *cfg, unsigned k, void *input)
{
    const apres_laws_cfg_t *c = cfg;
    apres_laws_in_t *in = input;
    others(c, k, in);
    in->ready[0] = 0;
    in->start_en = k == 0;
    if (k)
        load(c, k, 1, in);
    if (k > 2)
        result(c, k % 3, k & 1, in);
}

/* All warps issue one load; then results of groups of which no warp, one warp, all but one or all
 * live. */
static unsigned dead_cycles(const void *cfg)
{
    const apres_laws_cfg_t *c = cfg;
    return 2 + c->warps + 36;
}

static void dead(const void *cfg, unsigned k, void *input)
{
    const apres_laws_cfg_t *c = cfg;
    apres_laws_in_t *in = input;
    others(c, 0, in);
    in->start_en = k == 0;
    if (k == 0)
        return;
    if (k <= c->warps + 1) {
        load(c, k - 1, 1, in);
        return;
    }
    const unsigned step = k - c->warps - 2;
    if (step % 4 == 0)
        load(c, step, 1, in);
    if (step % 4 == 2) {
        const uint64_t all = bits_mask(c->warps), live[] = {0, 1, all & ~UINT64_C(1), all};
        in->live = live[step / 4 % 4];
        result(c, 0, step >= 16, in);
    }
}

/* Warps start, one by one and together, again before and while they move; results and targets come
 * between. */
static unsigned starts_cycles(const void *cfg)
{
    const apres_laws_cfg_t *c = cfg;
    return 16 + c->warps;
}

static void starts(const void *cfg, unsigned k, void *input)
{
    const apres_laws_cfg_t *c = cfg;
    apres_laws_in_t *in = input;
    others(c, k, in);
    if (k == 0)
        load(c, 0, 1, in);
    if (k == 0 || k == 2 || k == 3)
        begin(c, 1, in); /* warp 0 moves in cycles 1, 3 and 4 */
    if (k == 5)
        begin(c, ~UINT64_C(0), in);
    if (k == 6 || k == 7)
        begin(c, 6, in);
    if (k == 6 || k == 8)
        result(c, 0, k == 6, in);
    if (k == 6)
        load(c, 1, 1, in);
    if (k >= 5)
        target(c, k & 1 ? 0 : c->warps - 1, in);
}

/* Targets from head and tail, as they wait for a result's move and as they do not. */
static unsigned targets_cycles(const void *cfg)
{
    const apres_laws_cfg_t *c = cfg;
    return 8 + c->warps;
}

static void targets(const void *cfg, unsigned k, void *input)
{
    const apres_laws_cfg_t *c = cfg;
    apres_laws_in_t *in = input;
    others(c, k, in);
    target(c, k / 2 * 2 + 1, in);
    if (k & 1)
        target(c, c->warps - 1 - k % c->warps, in);
    if (k % 4 == 0)
        load(c, k, 1, in);
    if (k % 4 == 1)
        result(c, 0, k & 4, in);
    for (unsigned s = 0; k & 2 && s < c->picks; s++)
        in->ready[s] = UINT64_C(1) << k % c->warps;
}

/* A warp starts or finishes in the cycle of its own load, or of another's; or both. */
static unsigned drops_cycles(const void *cfg)
{
    const apres_laws_cfg_t *c = cfg;
    return 8 * (c->warps < 4 ? c->warps : 4);
}

static void drops(const void *cfg, unsigned k, void *input)
{
    const apres_laws_cfg_t *c = cfg;
    apres_laws_in_t *in = input;
    const unsigned warp = k / 8;
    const uint64_t own = UINT64_C(1) << warp;
    others(c, warp, in);
    if (k & 1)
        result(c, 0, k & 2, in);
    else
        load(c, warp, 1, in);
    if (k % 8 == 2 || k % 8 == 6)
        finish(c, k % 8 == 2 ? own : ~own, in);
    if (k % 8 == 4 || k % 8 == 6)
        begin(c, own, in);
    if (k % 8 == 7) {
        begin(c, own << 1 | own, in);
        finish(c, own << 1 | own, in);
    }
}

/* A kernel starts as a load, a result, a move, warps' starts and a target come, alone and in
 * pairs. */
enum { MEET = 8 };

static unsigned meet_start_cycles(const void *cfg)
{
    (void)cfg;
    return 8 * MEET;
}

static void meet_start(const void *cfg, unsigned k, void *input)
{
    const apres_laws_cfg_t *c = cfg;
    apres_laws_in_t *in = input;
    const unsigned what = k / MEET, step = k % MEET;
    others(c, k, in);
    if (step < 2)
        load(c, step, 1, in);
    if (step == 2 && what & 1)
        begin(c, 3, in);
    if (step == 2 && what & 2)
        result(c, 0, what & 1, in); /* moves as the kernel starts */
    in->start_en = step == 3;
    if (step != 3)
        return;
    if (what & 4)
        load(c, 0, 1, in);
    if (what & 2)
        result(c, 1, true, in);
    if (!(what & 2))
        result(c, 0, false, in);
    if (what & 1)
        begin(c, 1, in);
    target(c, 1, in);
}

/* A result names the entry that a load takes in the same cycle, which is in use after it. */
static unsigned eight(const void *cfg)
{
    (void)cfg;
    return 8;
}

static void result_of_taken(const void *cfg, unsigned k, void *input)
{
    const apres_laws_cfg_t *c = cfg;
    apres_laws_in_t *in = input;
    others(c, 0, in);
    in->start_en = k == 0;
    if (k == 1 || k == 4)
        load(c, k, 1, in);
    if (k)
        result(c, 0, k & 1, in);
}

/* The largest numbers: they name none unless all do. */
static void largest(const void *cfg, unsigned k, void *input)
{
    const apres_laws_cfg_t *c = cfg;
    apres_laws_in_t *in = input;
    others(c, c->warps - 1, in);
    load(c, 0, k, in);
    result(c, 0, k & 1, in);
    target(c, 0, in);
    in->load_warp = in->target_warp = (uint8_t)bits_mask(bits_index_w(c->warps));
    in->result_group = (uint8_t)bits_mask(bits_index_w(c->groups));
    in->load_en = k & 1;
    in->result_en = k >> 1 & 1;
    in->target_en = k >> 2 & 1;
}

static const stim_directed_t directed[] = {
    {"figure_8", figure_8_cycles, figure_8},
    {"shrink", shrink_cycles, shrink},
    {"fill", fill_cycles, fill},
    {"stream", stream_cycles, stream},
    {"dead", dead_cycles, dead},
    {"starts", starts_cycles, starts},
    {"targets", targets_cycles, targets},
    {"drops", drops_cycles, drops},
    {"meet_start", meet_start_cycles, meet_start},
    {"result_of_taken", eight, result_of_taken},
    {"largest", eight, largest},
};

const stim_unit_t apres_laws_stim = {
    .unit = &apres_laws_unit,
    .events = apres_laws_events,
    .directed = directed,
    .n_events = APRES_LAWS_EVENTS,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = apres_laws_watch,
};
