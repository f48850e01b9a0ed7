/*
 * State of a slice of the L2 or L3.
 */
#include "common/bits.h"
#include "gpu/slice_int.h"
#include "gpu/state.h"

/* clang-format off */
#define SLICE_MEMBERS(F) \
    F(PART, fill, ring_state(&o->fill, cfg, io)) F(PART, pipe, ring_state(&o->pipe, cfg, io)) \
    F(PART, in, ring_state(&o->in, cfg, io)) F(PART, down, ring_state(&o->down, cfg, io)) F(KEEP, out,) \
    F(ANY, last,) F(MOST, fail, SLICE_FAILS - 1) F(MADE, mshr_free,) F(MADE, filled_head,) F(MADE, filled_tail,) \
    F(BOOL, started,) F(BOOL, up_blocked,) F(KEEP, l2,) F(KEEP, pulled,) F(KEEP, lazy,) F(KEEP, through,) \
    F(KEEP, fetch_first,) F(KEEP, sector_acks,) F(KEEP, extra,) F(KEEP, lookup_room,) F(KEEP, open,) \
    F(KEEP, whose,) F(KEEP, id,) F(KEEP, req_net,) F(KEEP, reply_net,) F(KEEP, l3,) F(KEEP, dram,) \
    F(MOST, head_set, o->sets - 1) F(MOST, head_way, o->ways - 1) \
    F(KEEP, sets,) F(KEEP, ways,) F(KEEP, nsec,) F(KEEP, merge,) F(KEEP, nsec_shift,) F(KEEP, latency,) \
    F(KEEP, lookup_delay,) F(KEEP, queue,) F(KEEP, miss_queue,) F(KEEP, read_spare,) F(KEEP, store_spare,) \
    F(KEEP, port,) F(KEEP, sector_bytes,) F(KEEP, line_bytes,) F(KEEP, clk,) F(KEEP, delay_clk,) \
    F(ANY, data_free,) F(ANY, fill_free,) F(PART, below, ring_state(&o->below, cfg, io)) F(KEEP, map,) \
    F(KEEP, hooks,) F(KEEP, wake,) \
    F(WALK, tag, tags_state(o->tag, lines, state_lines(cfg), io)) F(WALK, lines, lines_state(o, lines, io)) \
    F(MADE, mshr_of,) F(PART, repl, repl_state(&o->repl, o->sets, io)) F(WALK, mshr, mshrs_state(o, cfg, io)) \
    F(KEEP, target,) F(MADE, outstanding,) F(MADE, reading,) F(ANYS, fails,) \
    F(KEEP, up,) F(KEEP, up_wake,) F(KEEP, up_first,) F(KEEP, up_count,) F(COUNTS, stats,)

#define LINE_MEMBERS(F) \
    F(MOST, state, WAY_VALID) F(MOST, valid, bits_mask(nsec)) F(MADE, pend,) F(MOST, dirty, bits_mask(nsec))

#define MSHR_MEMBERS(F) \
    F(MOST, index, sectors - 1) F(MOST, n, s->merge) F(MOST, served, o->n) F(MADE, next,) F(ANY, from,)
/* clang-format on */

STATE_LIST(slice_t, SLICE_MEMBERS);
STATE_LIST(slice_line_t, LINE_MEMBERS);
STATE_LIST(slice_mshr_t, MSHR_MEMBERS);

/* A line with a pending sector is blocked, and says so once its MSHRs are here. */
static void lines_state(slice_t *s, size_t lines, state_io_t *io)
{
    const uint32_t nsec = s->nsec;
    for (size_t i = 0; i < lines && !state_error(io); i++) {
        slice_line_t l = s->lines[i];
        if (l.state == WAY_BLOCKED)
            l.state = WAY_VALID;
        STATE_WALK(&l, io, LINE_MEMBERS);
        if (!state_loading(io))
            continue;
        bool valid = l.state == WAY_VALID;
        state_holds(io, valid ? s->tag[i] != UINT64_MAX : s->tag[i] == UINT64_MAX && !l.dirty,
                    "a tag that does not agree with its line's state");
        if (valid && !state_error(io))
            state_holds(io, slice_set_of(s, s->tag[i]) == i / s->ways, "a line in another set");
        s->lines[i] = l;
        s->lines[i].pend = 0;
    }
}

static void pend(slice_t *s, uint16_t m, state_io_t *io)
{
    uint32_t index = s->mshr[m].index;
    slice_line_t *l = &s->lines[index >> s->nsec_shift];
    uint8_t bit = (uint8_t)(1u << (index & (s->nsec - 1)));
    state_holds(io, l->state != WAY_INVALID && !(l->pend & bit) && !(l->valid & bit),
                "a sector that is asked for and need not be");
    l->pend |= bit;
    l->state = WAY_BLOCKED;
    s->mshr_of[index] = m;
}

static void mshr_state(slice_t *s, uint16_t m, uint8_t list, const gpu_cfg_t *cfg, state_io_t *io)
{
    const uint32_t sectors = s->sets * s->ways * s->nsec;
    STATE_WALK(&s->mshr[m], io, MSHR_MEMBERS);
    slice_mshr_t *e = &s->mshr[m];
    for (uint32_t i = e->served; i < e->n && !state_error(io); i++)
        request_state(&s->target[m * s->merge + i], cfg, io);
    if (!state_loading(io) || state_error(io))
        return;
    if (list == STATE_LIST_FILLED)
        state_holds(io, e->served < e->n, "a filled MSHR that nobody waits for");
    else if (state_holds(io, e->served == 0, "a pending MSHR that has been served"))
        pend(s, m, io);
}

static void mshrs_state(slice_t *s, const gpu_cfg_t *cfg, state_io_t *io)
{
    uint32_t mshrs = s->l2 ? cfg->l2_mshrs : cfg->l3_mshrs;
    state_links_t l;
    if (!state_links(&l, &s->mshr->next, sizeof *s->mshr, mshrs, io))
        return;
    state_list(&l, STATE_LIST_FREE, &s->mshr_free, NULL, io);
    state_list(&l, STATE_LIST_FILLED, &s->filled_head, &s->filled_tail, io);
    for (uint32_t m = 0; m < mshrs && !state_error(io); m++)
        if (l.list[m] != STATE_LIST_FREE)
            mshr_state(s, (uint16_t)m, l.list[m], cfg, io);
    state_links_free(&l);
}

/* The line of the head's sectors that have been served stays where it is. */
static void check_head(const slice_t *s, state_io_t *io)
{
    uint64_t line = s->in.count ? ring_head(&s->in)->r.line : UINT64_MAX;
    if (s->started)
        state_holds(io, s->in.count && s->tag[(size_t)s->head_set * s->ways + s->head_way] == line,
                    "a request half served of a line that is not here");
}

void slice_state(slice_t *s, const gpu_cfg_t *cfg, state_io_t *io)
{
    const size_t lines = (size_t)s->sets * s->ways;
    state_section(io, s->l2 ? "L2 slice" : "L3 slice");
    STATE_WALK(s, io, SLICE_MEMBERS);
    if (state_loading(io) && !state_error(io))
        check_head(s, io);
}
