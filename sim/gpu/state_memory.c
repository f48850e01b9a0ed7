/*
 * State of what all parts are made of: requests, rings, replacement, lists of entries by number.
 */
#include <stdlib.h>

#include "gpu/state.h"

/* clang-format off */
#define REQ_MEMBERS(F) \
    F(MOST, line, state_lines(cfg)) F(ANY, pc,) F(ANY, owner,) F(ANY, hash,) F(MOST, sm, ICNT_PORTS - 1) \
    F(MOST, warp, SM_WARPS - 1) F(ANY, idx,) F(MOST, kind, GPU_REQ_THROUGH) F(ANY, flags,) F(ANY, sectors,) \
    F(ANY, full,) F(MOST, chunks, 8)
#define SLOT_MEMBERS(F) F(PART, r, request_state(&o->r, cfg, io)) F(ANY, ready,)
#define RING_MEMBERS(F) \
    F(MADE, ready,) F(KEEP, q,) F(KEEP, mask,) F(MADE, head,) F(WALK, count, entries_state(o, cfg, io)) F(KEEP, cap,)
#define REPL_MEMBERS(F) \
    F(WALK, stamp, stamps_state(o, sets, io)) F(WALK, tree, trees_state(o, sets, io)) \
    F(MADE, now,) F(KEEP, ways,)
/* clang-format on */

STATE_LIST(gpu_req_t, REQ_MEMBERS);
STATE_LIST(ring_slot_t, SLOT_MEMBERS);
STATE_LIST(ring_t, RING_MEMBERS);
STATE_LIST(repl_t, REPL_MEMBERS);

void request_state(gpu_req_t *r, const gpu_cfg_t *cfg, state_io_t *io)
{
    STATE_WALK(r, io, REQ_MEMBERS);
}

static void entries_state(ring_t *r, const gpu_cfg_t *cfg, state_io_t *io)
{
    uint64_t n = r->count;
    state_count(io, &n, r->cap, "entries of a queue");
    if (state_loading(io))
        r->head = 0;
    r->count = (uint32_t)n;
    for (uint32_t i = 0; i < r->count && !state_error(io); i++)
        STATE_WALK(ring_at(r, i), io, SLOT_MEMBERS);
    r->ready = r->count ? ring_head(r)->ready : UINT64_MAX;
}

void ring_state(ring_t *r, const gpu_cfg_t *cfg, state_io_t *io)
{
    STATE_WALK(r, io, RING_MEMBERS);
}

/* A way's stamp is a time that has been; the largest number of all would be none. */
static void stamps_state(repl_t *r, uint32_t sets, state_io_t *io)
{
    if (!r->stamp)
        return;
    state_number(io, &r->now, sizeof r->now, UINT64_MAX >> 1, "uses");
    state_numbers(io, r->stamp, sizeof *r->stamp, (size_t)sets * r->ways, r->now, "uses");
}

static void trees_state(repl_t *r, uint32_t sets, state_io_t *io)
{
    if (r->tree)
        state_bytes(io, r->tree, sets * sizeof *r->tree);
}

void repl_state(repl_t *r, uint32_t sets, state_io_t *io)
{
    STATE_WALK(r, io, REPL_MEMBERS);
}

void tags_state(uint64_t *tag, size_t lines, uint64_t most, state_io_t *io)
{
    state_bytes(io, tag, lines * sizeof *tag);
    for (size_t i = 0; state_loading(io) && i < lines && !state_error(io); i++)
        state_holds(io, tag[i] <= most || tag[i] == UINT64_MAX, "a tag of no line");
}

/* ---- Lists ---- */

bool state_links(state_links_t *l, void *next, size_t stride, uint32_t n, state_io_t *io)
{
    *l = (state_links_t){.next = next, .stride = stride, .n = n};
    l->list = state_alloc(io, n, 1);
    return l->list != NULL;
}

void state_links_free(state_links_t *l)
{
    free(l->list);
    l->list = NULL;
}

static uint16_t *next_of(const state_links_t *l, uint32_t i)
{
    return (uint16_t *)(void *)((char *)(void *)l->next + i * l->stride);
}

void state_list(state_links_t *l, uint8_t list, uint16_t *head, uint16_t *tail, state_io_t *io)
{
    uint16_t at = state_loading(io) ? 0 : *head, *link = head;
    if (tail && state_loading(io))
        *tail = STATE_END;
    for (uint32_t k = 0; !state_error(io); k++) {
        STATE(io, at);
        if (at == STATE_END || state_error(io))
            break;
        if (at >= l->n || l->list[at]) {
            state_fail(io,
                       "has a list with entry %u of %u in '%s', which does not exist or is in a "
                       "list already",
                       at, l->n, state_section_name(io));
            break;
        }
        l->list[at] = list;
        if (state_loading(io)) {
            *link = at;
            link = next_of(l, at);
            if (tail)
                *tail = at;
        } else {
            at = *next_of(l, at);
        }
    }
    if (state_loading(io))
        *link = STATE_END;
}
