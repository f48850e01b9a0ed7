/*
 * State of the read-only caches of an SM: instructions, constants, textures.
 */
#include "common/bits.h"
#include "gpu/state.h"

/* clang-format off */
#define ROCACHE_MEMBERS(F) \
    F(KEEP, sm,) F(KEEP, sets,) F(KEEP, ways,) F(KEEP, n_mshrs,) F(KEEP, merge,) F(KEEP, shift,) F(KEEP, l2_shift,) \
    F(KEEP, sector_shift,) F(KEEP, line_sectors,) F(KEEP, chunks,) F(KEEP, id,) F(MADE, filled_head,) \
    F(MADE, filled_tail,) F(WALK, tag, tags_state(o->tag, lines, UINT64_MAX >> o->shift, io)) \
    F(WALK, state, state_numbers(io, o->state, 1, lines, WAY_VALID, "state")) \
    F(PART, repl, repl_state(&o->repl, o->sets, io)) F(WALK, mshr, ro_mshrs_state(o, io)) F(KEEP, target,) \
    F(PART, out, ring_state(&o->out, cfg, io))

#define RO_MSHR_MEMBERS(F) \
    F(MOST, line, UINT64_MAX >> c->shift) F(MOST, n, c->merge) F(MOST, served, o->n) F(MADE, next,) F(ANY, sectors,)

#define TEXCACHE_MEMBERS(F) \
    F(KEEP, sm,) F(KEEP, sets,) F(KEEP, ways,) F(KEEP, shift,) F(KEEP, l2_shift,) F(KEEP, sector_shift,) \
    F(KEEP, n_fragments,) F(KEEP, n_results,) F(MOST, head, o->n_fragments - 1) F(MOST, count, o->n_fragments) \
    F(MOST, rob_head, o->n_fragments - 1) F(MOST, rob_count, o->n_fragments) F(MOST, result_head, o->n_results - 1) \
    F(MOST, result_count, o->n_results) F(KEEP, line_sectors,) F(KEEP, chunks,) \
    F(WALK, tag, tags_state(o->tag, lines, UINT64_MAX >> o->shift, io)) \
    F(WALK, state, state_numbers(io, o->state, 1, lines, WAY_VALID, "state")) \
    F(PART, repl, repl_state(&o->repl, o->sets, io)) F(WALK, fragment, fragments_state(o, io)) \
    F(WALK, rob, state_bytes(io, o->rob, o->n_fragments)) \
    F(WALK, result, state_bytes(io, o->result, o->n_results * sizeof *o->result)) \
    F(PART, out, ring_state(&o->out, cfg, io))

#define FRAGMENT_MEMBERS(F) F(ANY, who,) F(BOOL, miss,)
/* clang-format on */

STATE_LIST(rocache_t, ROCACHE_MEMBERS);
STATE_LIST(rocache_mshr_t, RO_MSHR_MEMBERS);
STATE_LIST(texcache_t, TEXCACHE_MEMBERS);
STATE_LIST(texcache_fragment_t, FRAGMENT_MEMBERS);

static void ro_mshr_state(rocache_t *c, uint16_t m, bool filled, state_io_t *io)
{
    rocache_mshr_t *e = &c->mshr[m];
    STATE_WALK(e, io, RO_MSHR_MEMBERS);
    for (uint32_t i = e->served; i < e->n && !state_error(io); i++)
        STATE(io, c->target[m * c->merge + i]);
    if (filled)
        state_holds(io, !e->sectors && e->served < e->n, "a filled MSHR that nobody waits for");
    else
        state_holds(io, e->n ? e->sectors && !e->served : !e->sectors,
                    "a pending MSHR that nothing is on its way for");
}

static void ro_mshrs_state(rocache_t *c, state_io_t *io)
{
    state_links_t l;
    if (!state_links(&l, &c->mshr->next, sizeof *c->mshr, c->n_mshrs, io))
        return;
    state_list(&l, STATE_LIST_FILLED, &c->filled_head, &c->filled_tail, io);
    for (uint32_t m = 0; m < c->n_mshrs && !state_error(io); m++) {
        if (!state_loading(io) && !c->mshr[m].n)
            c->mshr[m] = (rocache_mshr_t){.next = c->mshr[m].next};
        ro_mshr_state(c, (uint16_t)m, l.list[m] == STATE_LIST_FILLED, io);
    }
    state_links_free(&l);
}

void rocache_state(rocache_t *c, const gpu_cfg_t *cfg, const char *name, state_io_t *io)
{
    const size_t lines = (size_t)c->sets * c->ways;
    state_section(io, name);
    if (c->sets)
        STATE_WALK(c, io, ROCACHE_MEMBERS);
}

static void fragments_state(texcache_t *t, state_io_t *io)
{
    for (uint32_t i = 0; i < t->n_fragments && !state_error(io); i++)
        STATE_WALK(&t->fragment[i], io, FRAGMENT_MEMBERS);
}

/* The fragments that missed are those that the lines asked for are of, in order. */
static void check_order(const texcache_t *t, state_io_t *io)
{
    uint32_t misses = 0;
    for (uint32_t k = 0; k < t->count; k++)
        misses += t->fragment[(t->head + k) % t->n_fragments].miss;
    state_holds(io, misses == t->rob_count, "fragments of lines that were not asked for");
}

void texcache_state(texcache_t *t, const gpu_cfg_t *cfg, state_io_t *io)
{
    const size_t lines = (size_t)t->sets * t->ways;
    state_section(io, "texture cache");
    if (!t->sets)
        return;
    STATE_WALK(t, io, TEXCACHE_MEMBERS);
    if (state_loading(io) && !state_error(io))
        check_order(t, io);
}
