/*
 * State of the L1 data cache: lines and who waits for them, bypassed reads, lines seen.
 */
#include <stdlib.h>

#include "common/bits.h"
#include "gpu/l1d_int.h"
#include "gpu/state.h"

/* clang-format off */
#define L1D_MEMBERS(F) \
    F(PART, out, ring_state(&o->out, cfg, io)) F(MADE, n_miss,) F(MADE, n_inject,) F(MADE, mshr_free,) \
    F(MADE, filled_head,) F(MADE, filled_tail,) F(BOOL, changed,) F(BOOL, last_hit,) F(KEEP, prefetching,) \
    F(KEEP, all_sectors,) F(KEEP, line_chunks,) F(KEEP, queue_first,) F(KEEP, beside,) F(KEEP, fermi_index,) \
    F(KEEP, sector_acks,) F(KEEP, bypass_merge,) F(KEEP, store_keeps,) F(KEEP, flush,) F(KEEP, sector_bytes,) \
    F(KEEP, sm,) F(KEEP, sets,) F(KEEP, ways,) F(KEEP, merge,) F(KEEP, miss_cap,) F(KEEP, read_cap,) \
    F(KEEP, inject_cap,) F(KEEP, miss_delay,) F(KEEP, hit_delay,) F(KEEP, fill_delay,) F(KEEP, hooks,) F(KEEP, net,) \
    F(KEEP, addr_map,) F(MADE, load,) \
    F(WALK, tag, tags_state(o->tag, lines, state_lines(cfg), io)) F(WALK, state, ways_state(o, lines, io)) \
    F(WALK, line, lines_state(o, lines, rows, io)) F(WALK, dirty, dirty_state(o, lines, io)) \
    F(PART, repl,) F(PART, local, range_state(&o->local, io)) \
    F(KEEP, wide,) F(PART, map,) F(PART, recency, order_state(o, io)) F(WALK, mshr, mshrs_state(o, cfg, io)) \
    F(KEEP, target,) F(KEEP, bypassed,) F(WALK, n_bypassed, bypassed_state(o, cfg, waiting, io)) F(MADE, bypassed_free,) \
    F(PART, seen, lineset_state(&o->seen, io)) F(PART, book, book_state(&o->book, io)) F(COUNTS, stats,) \
    F(COUNTS, latency,) F(ANY, bytes_asked,) F(ANYS, fails,)

#define LINE_MEMBERS(F) \
    F(ANY, cta,) F(MOST, row, rows) F(ANY, hits,) F(MADE, mshr,) F(MOST, warp, SM_WARPS - 1) F(BOOL, unread,)

#define DIRTY_MEMBERS(F) F(MOST, sectors, d->all_sectors) F(MOST, full, d->all_sectors)

#define MSHR_MEMBERS(F) \
    F(MOST, index, d->sets * d->ways - 1) F(MOST, n, d->merge) F(MOST, served, o->n) F(MADE, next,) \
    F(MOST, sectors, d->all_sectors) F(ANY, from,)

#define WAIT_MEMBERS(F) F(ANY, since,) F(ANY, op,)

#define BYPASSED_MEMBERS(F) \
    F(ANY, line,) F(ANY, since,) F(ANY, op,) F(MADE, next,) F(MADE, wait,) F(MADE, last,) F(ANY, left,) \
    F(ANY, from,) F(ANY, pieces,)

#define BOOK_MEMBERS(F) F(PART, gone, lineset_state(&o->gone, io)) F(ANY, n_gone,) F(ANY, unused,)
#define RANGE_MEMBERS(F) F(MOST, base, UINT64_MAX >> 1) F(MOST, n, UINT64_MAX >> 1)
#define LINESET_MEMBERS(F) \
    F(PART, main, range_state(&o->main, io)) F(PART, more, range_state(&o->more, io)) F(MADE, more_at,) \
    F(WALK, bits, bits_state(o, io)) F(MADE, room,) F(MADE, touched,) F(WALK, key, keys_state(o, io)) F(MADE, cap,) \
    F(MADE, used,)
#define RECENCY_MEMBERS(F) \
    F(KEEP, ways,) F(KEEP, words,) F(KEEP, sums,) F(MADE, link,) F(MADE, oldest,) F(MADE, newest,) F(MADE, empty,) \
    F(MADE, empty_words,)
/* clang-format on */

STATE_LIST(l1d_t, L1D_MEMBERS);
STATE_LIST(l1d_line_t, LINE_MEMBERS);
STATE_LIST(l1d_dirty_t, DIRTY_MEMBERS);
STATE_LIST(l1d_mshr_t, MSHR_MEMBERS);
STATE_LIST(l1d_wait_t, WAIT_MEMBERS);
STATE_LIST(l1d_bypassed_t, BYPASSED_MEMBERS);
STATE_LIST(prefetch_book_t, BOOK_MEMBERS);
STATE_LIST(lineset_range_t, RANGE_MEMBERS);
STATE_LIST(lineset_t, LINESET_MEMBERS);
STATE_LIST(recency_t, RECENCY_MEMBERS);

/* ---- Sets of lines ---- */

static void range_state(lineset_range_t *r, state_io_t *io)
{
    STATE_WALK(r, io, RANGE_MEMBERS);
}

/* The bits of the ranges, page by page; when loading, an empty set is laid out for them first. */
static void bits_state(lineset_t *s, state_io_t *io)
{
    if (state_loading(io)) {
        lineset_range_t main = s->main, more = s->more;
        if (!state_holds(io, main.n <= LINESET_DENSE_MAX && more.n <= LINESET_DENSE_MAX - main.n,
                         "ranges of lines that are too large for bits"))
            return;
        lineset_free(s);
        *s = (lineset_t){0};
        lineset_reset(s, main, more);
    }
    uint64_t words = (s->more_at + (s->more.n + 63) / 64 * 64) / 64; /* room may be for more */
    for (uint64_t page = 0; page * LINESET_PAGE < words && !state_error(io); page++) {
        uint64_t first = page * LINESET_PAGE;
        uint64_t len = words - first < LINESET_PAGE ? words - first : LINESET_PAGE;
        state_number(io, &s->touched[page], 1, 1, "touched");
        if (s->touched[page])
            state_bytes(io, s->bits + first, len * sizeof *s->bits);
    }
}

/* The lines outside the ranges; their places in the hash do not matter. */
static void keys_state(lineset_t *s, state_io_t *io)
{
    uint64_t n = s->used, line;
    state_count(io, &n, UINT32_MAX / 4, "lines outside the ranges");
    for (uint32_t i = 0; !state_loading(io) && i < s->cap; i++)
        if (s->key[i])
            state_bytes(io, &s->key[i], sizeof s->key[i]);
    for (uint64_t i = 0; state_loading(io) && i < n && !state_error(io); i++) {
        state_bytes(io, &line, sizeof line);
        if (state_holds(io, line != 0, "a line of no number"))
            state_holds(io, lineset_add_sparse(s, line - 1), "a line twice");
    }
}

static void lineset_state(lineset_t *s, state_io_t *io)
{
    state_section(io, "lines seen");
    STATE_WALK(s, io, LINESET_MEMBERS);
}

static void book_state(prefetch_book_t *b, state_io_t *io)
{
    STATE_WALK(b, io, BOOK_MEMBERS);
}

/* ---- Lines ---- */

/* A blocked way is a valid one whose MSHR is pending. */
static void ways_state(l1d_t *d, size_t lines, state_io_t *io)
{
    for (size_t i = 0; i < lines && !state_error(io); i++) {
        uint8_t way = d->state[i] == WAY_BLOCKED ? WAY_VALID : d->state[i];
        state_number(io, &way, sizeof way, WAY_VALID, "state");
        if (!state_loading(io))
            continue;
        d->state[i] = way;
        if (way == WAY_INVALID)
            state_holds(io, d->wide || d->tag[i] == UINT64_MAX, "a tag of an empty way");
        else if (state_holds(io, d->tag[i] != UINT64_MAX, "a way without a tag"))
            state_holds(io, l1d_set_of(d, d->tag[i]) == i / d->ways, "a line in another set");
    }
}

/* An empty way's may be of an earlier launch, and nobody reads it. */
static void lines_state(l1d_t *d, size_t lines, uint32_t rows, state_io_t *io)
{
    for (size_t i = 0; i < lines && !state_error(io); i++)
        if (d->state[i] != WAY_INVALID)
            STATE_WALK(&d->line[i], io, LINE_MEMBERS);
}

static void dirty_state(l1d_t *d, size_t lines, state_io_t *io)
{
    for (size_t i = 0; d->dirty && i < lines && !state_error(io); i++) {
        STATE_WALK(&d->dirty[i], io, DIRTY_MEMBERS);
        if (state_loading(io))
            state_holds(io, d->state[i] != WAY_INVALID || !d->dirty[i].sectors,
                        "a dirty empty way");
    }
}

/* Of very many ways: the lines of a set by their last use, the oldest first. Map, lists and masks
 * of empty ways are made of that. */
static void set_state(l1d_t *d, uint32_t set, state_io_t *io)
{
    recency_t *r = &d->recency;
    const size_t first = (size_t)set * d->ways;
    uint32_t w = r->oldest[set], used = 0;
    for (uint32_t k = 0; k < d->ways; k++)
        used += d->state[first + k] != WAY_INVALID;
    for (uint32_t k = 0; k < used && !state_error(io); k++) {
        state_number(io, &w, sizeof w, d->ways - 1, "ways in use");
        if (!state_loading(io)) {
            w = r->link[first + w].newer;
            continue;
        }
        uint64_t empty = r->empty[(size_t)set * r->words + w / 64] >> w % 64 & 1;
        if (!state_error(io) && state_holds(io, d->state[first + w] != WAY_INVALID && empty,
                                            "a way used twice, or one that is empty"))
            recency_touch(r, set, w);
    }
}

static void wide_state(l1d_t *d, state_io_t *io)
{
    const uint32_t lines = d->sets * d->ways;
    if (state_loading(io)) {
        recency_free(&d->recency);
        linemap_clear(&d->map);
        if (!recency_init(&d->recency, d->sets, d->ways)) {
            state_fail(io, "needs more memory than there is");
            return;
        }
    }
    for (uint32_t set = 0; set < d->sets && !state_error(io); set++)
        set_state(d, set, io);
    for (uint32_t i = 0; state_loading(io) && i < lines && !state_error(io); i++) {
        if (d->state[i] == WAY_INVALID)
            continue;
        if (state_holds(io, linemap_find(&d->map, d->tag, d->tag[i]) == LINEMAP_NONE,
                        "a line in two ways"))
            linemap_add(&d->map, d->tag, i);
    }
}

static void order_state(l1d_t *d, state_io_t *io)
{
    if (d->wide)
        wide_state(d, io);
    else
        repl_state(&d->repl, d->sets, io);
}

/* ---- MSHRs ---- */

static void block(l1d_t *d, uint16_t m, state_io_t *io)
{
    uint32_t i = d->mshr[m].index;
    state_holds(io, d->state[i] == WAY_VALID, "a pending MSHR of a line that is not pending");
    d->state[i] = WAY_BLOCKED;
    d->line[i].mshr = m;
}

static void mshr_state(l1d_t *d, uint16_t m, uint8_t list, state_io_t *io)
{
    l1d_mshr_t *e = &d->mshr[m];
    STATE_WALK(e, io, MSHR_MEMBERS);
    for (uint32_t i = e->served; i < e->n && !state_error(io); i++)
        STATE_WALK(&d->target[m * d->merge + i], io, WAIT_MEMBERS);
    if (!state_loading(io) || state_error(io))
        return;
    if (list == STATE_LIST_FILLED)
        state_holds(io, !e->sectors && e->served < e->n, "a filled MSHR that nobody waits for");
    else if (state_holds(io, e->sectors && !e->served, "a pending MSHR that has been served"))
        block(d, m, io);
}

static void mshrs_state(l1d_t *d, const gpu_cfg_t *cfg, state_io_t *io)
{
    state_links_t l;
    if (!state_links(&l, &d->mshr->next, sizeof *d->mshr, cfg->l1_mshrs, io))
        return;
    state_list(&l, STATE_LIST_FREE, &d->mshr_free, NULL, io);
    state_list(&l, STATE_LIST_FILLED, &d->filled_head, &d->filled_tail, io);
    for (uint32_t m = 0; m < cfg->l1_mshrs && !state_error(io); m++)
        if (l.list[m] != STATE_LIST_FREE)
            mshr_state(d, (uint16_t)m, l.list[m], io);
    state_links_free(&l);
}

/* ---- Bypassed reads ---- */

/* One that was sent, and those that wait for its reply. */
static void sent_state(l1d_t *d, state_links_t *l, uint16_t i, const gpu_cfg_t *cfg, state_io_t *io)
{
    l1d_bypassed_t *e = &d->bypassed[i];
    STATE_WALK(e, io, BYPASSED_MEMBERS);
    if (state_loading(io))
        state_holds(io, e->line == UINT64_MAX || (d->bypass_merge && e->line <= state_lines(cfg)),
                    "a bypassed read of no line");
    state_list(l, STATE_LIST_OTHER, &e->wait, &e->last, io);
    if (state_loading(io))
        e->next = L1D_NIL;
}

/* One that waits is served as one that was sent would be. */
static void waiting_state(l1d_t *d, uint16_t i, state_io_t *io)
{
    l1d_bypassed_t *e = &d->bypassed[i];
    uint16_t next = e->next;
    STATE_WALK(e, io, BYPASSED_MEMBERS);
    if (!state_loading(io))
        return;
    e->next = next;
    e->wait = L1D_NIL;
    state_holds(io, e->line == UINT64_MAX && !e->left, "a waiting read that was sent");
}

/* Entries are added by doubling from 64, up to as many as a request can name. */
static bool possible_entries(uint64_t n)
{
    return n == 0 || n == L1D_NIL || (n >= 64 && bits_is_pow2(n));
}

/* The entries, as many as there were; on loading all are free. */
static void entries_state(l1d_t *d, state_io_t *io)
{
    uint64_t n = d->n_bypassed;
    state_count(io, &n, L1D_NIL, "bypassed reads");
    if (!state_loading(io))
        return;
    state_holds(io, possible_entries(n), "another number of bypassed reads than it ever has");
    free(d->bypassed);
    d->bypassed = n ? state_alloc(io, n, sizeof *d->bypassed) : NULL;
    d->n_bypassed = d->bypassed ? (uint32_t)n : 0;
    for (uint32_t i = 0; i < d->n_bypassed; i++)
        d->bypassed[i] = (l1d_bypassed_t){.line = UINT64_MAX, .next = L1D_NIL, .wait = L1D_NIL};
}

/* An entry is free, sent, or waits for a reply: one under way, or one that has come (*waiting). */
static void bypassed_state(l1d_t *d, const gpu_cfg_t *cfg, uint16_t *waiting, state_io_t *io)
{
    state_links_t l;
    entries_state(d, io);
    if (!state_links(&l, d->n_bypassed ? &d->bypassed->next : NULL, sizeof *d->bypassed,
                     d->n_bypassed, io))
        return;
    state_list(&l, STATE_LIST_FREE, &d->bypassed_free, NULL, io);
    state_list(&l, STATE_LIST_OTHER, waiting, NULL, io);
    for (uint32_t i = 0; i < d->n_bypassed && !state_error(io); i++) {
        bool sent = !l.list[i] && d->bypassed[i].left;
        if (l.list[i])
            continue;
        state_bool(io, &sent, "sent");
        if (sent && !state_error(io))
            sent_state(d, &l, (uint16_t)i, cfg, io);
        l.list[i] = sent ? STATE_LIST_FILLED : 0;
    }
    for (uint32_t i = 0; i < d->n_bypassed && !state_error(io); i++)
        if (l.list[i] == STATE_LIST_OTHER)
            waiting_state(d, (uint16_t)i, io);
        else
            state_holds(io, l.list[i], "a bypassed read that is nowhere");
    state_links_free(&l);
}

/* What the queue to the interconnect holds, by the limits that it counts against. */
static void make_counts(l1d_t *d)
{
    d->n_miss = d->n_inject = 0;
    for (uint32_t i = 0; i < d->out.count; i++) {
        const gpu_req_t *r = &ring_at(&d->out, i)->r;
        bool miss = r->kind == GPU_REQ_READ && !(r->flags & GPU_REQ_BYPASSED);
        ++*(miss || d->inject_cap == 0 ? &d->n_miss : &d->n_inject);
    }
}

void l1d_state(l1d_t *d, const gpu_cfg_t *cfg, uint32_t rows, uint16_t *waiting, state_io_t *io)
{
    const size_t lines = (size_t)d->sets * d->ways;
    state_section(io, "L1D");
    STATE_WALK(d, io, L1D_MEMBERS);
    if (state_loading(io))
        make_counts(d);
}
