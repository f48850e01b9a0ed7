#include "sched.h"

#include <string.h>

enum {
    START_EN,
    LOAD_EN,
    LOAD_WARP,
    LOAD_PC,
    BEGIN_EN,
    BEGIN,
    FINISH_EN,
    FINISH,
    LIVE,
    RESULT_EN,
    RESULT_HIT,
    RESULT_GROUP,
    READY_WARPS,
    GROUPED,
    GROUP_IDX,
    UNGROUPED_LOAD,
    PICK,
    HIT_MOVES,
    MISS_MOVES,
    BEGIN_MOVES
};

static const char *const ports[] = {
    "start_en",  "load_en",   "load_warp", "load_pc",    "begin_en",     "begin",       "finish_en",
    "finish",    "live",      "result_en", "result_hit", "result_group", "ready",       "grouped",
    "group_idx", "ungrouped", "pick",      "moves_hit",  "moves_miss",   "moves_begin", NULL};

int sched_open(sched_t *s, const shape_t *shape, counts_t *counts, const char *engine,
               uint32_t groups)
{
    const lw_setting_t settings[] = {
        {"warps", shape->warps}, {"pc_w", 32}, {"groups", groups}, {"picks", shape->schedulers}};
    memset(s, 0, sizeof *s);
    s->shape = shape;
    s->counts = counts;
    block_open(&s->laws, "apres.laws", settings, sizeof settings / sizeof *settings, engine, ports);
    return s->laws.status ? -1 : 0;
}

void sched_close(sched_t *s)
{
    block_close(&s->laws);
}

/* ---- The unit's clock ---- */

/* The outputs of the cycle that ends, before the edge. */
static void count_edge(sched_t *s)
{
    uint64_t *n = s->counts->n;
    n[MOVES_HIT] += block_get(&s->laws, HIT_MOVES, 0);
    n[MOVES_MISS] += block_get(&s->laws, MISS_MOVES, 0);
    n[MOVES_BEGIN] += block_get(&s->laws, BEGIN_MOVES, 0);
    if (!s->loads)
        return;
    under_way_t *l = &s->load_of[s->load];
    l->grouped = (int)block_get(&s->laws, GROUPED, 0);
    l->group = (uint32_t)block_get(&s->laws, GROUP_IDX, 0);
    n[GROUPS] += l->grouped != 0;
    n[UNGROUPED] += block_get(&s->laws, UNGROUPED_LOAD, 0);
}

static void edge(sched_t *s)
{
    block_set(&s->laws, START_EN, 0, (uint64_t)s->starts);
    block_set(&s->laws, BEGIN_EN, 0, s->begun != 0);
    block_set(&s->laws, BEGIN, 0, s->begun);
    block_set(&s->laws, FINISH_EN, 0, s->ended != 0);
    block_set(&s->laws, FINISH, 0, s->ended);
    block_set(&s->laws, LIVE, 0, s->live);
    for (uint32_t i = 0; i < s->shape->schedulers; i++)
        block_set(&s->laws, READY_WARPS, i, 0);
    count_edge(s);
    block_tick(&s->laws);
    if (s->loads)
        block_set(&s->laws, LOAD_EN, 0, 0);
    if (s->results)
        block_set(&s->laws, RESULT_EN, 0, 0);
    s->starts = s->loads = s->results = 0;
    s->begun = s->ended = 0;
}

void sched_advance(sched_t *s, uint64_t cycle)
{
    for (; s->cycle < cycle && !s->laws.status; s->cycle++)
        edge(s);
}

/* ---- What happens at the SM ---- */

void sched_kernel(sched_t *s, const event_t *e)
{
    sched_advance(s, e->cycle);
    s->starts = 1;
}

void sched_cta_start(sched_t *s, const event_t *e)
{
    const uint64_t warps = (e->n < 64 ? (UINT64_C(1) << e->n) - 1 : UINT64_MAX) << e->first;
    sched_advance(s, e->cycle);
    s->begun |= warps;
    s->live |= warps;
}

void sched_warp_end(sched_t *s, const event_t *e)
{
    sched_advance(s, e->cycle);
    s->ended |= UINT64_C(1) << e->warp;
    s->live &= ~s->ended;
}

void sched_load(sched_t *s, const event_t *e)
{
    sched_advance(s, e->cycle);
    if (e->load >= LOADS_UNDER_WAY) {
        s->laws.status = LW_INVALID;
        return;
    }
    s->load_of[e->load].grouped = 0;
    if (!e->global)
        return;
    s->counts->n[LOADS]++;
    s->loads = 1;
    s->load = e->load;
    block_set(&s->laws, LOAD_EN, 0, 1);
    block_set(&s->laws, LOAD_WARP, 0, e->warp);
    block_set(&s->laws, LOAD_PC, 0, e->pc);
}

void sched_result(sched_t *s, const event_t *e, int hit)
{
    sched_advance(s, e->cycle);
    under_way_t *l = e->load < LOADS_UNDER_WAY ? &s->load_of[e->load] : NULL;
    if (e->index || !l || !l->grouped)
        return;
    l->grouped = 0;
    s->results = 1;
    s->counts->n[hit ? GROUP_HITS : GROUP_MISSES]++;
    block_set(&s->laws, RESULT_EN, 0, 1);
    block_set(&s->laws, RESULT_HIT, 0, hit != 0);
    block_set(&s->laws, RESULT_GROUP, 0, l->group);
}

uint32_t sched_pick(sched_t *s, const event_t *e)
{
    sched_advance(s, e->cycle);
    block_set(&s->laws, READY_WARPS, e->scheduler, e->warps);
    s->counts->n[PICKS]++;
    return (uint32_t)block_get(&s->laws, PICK, e->scheduler);
}
