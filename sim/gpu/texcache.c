#include "gpu/texcache.h"

#include <stdlib.h>

#include "common/bits.h"
#include "gpu/map.h"
#include "gpu/rocache.h"

bool texcache_init(texcache_t *t, uint32_t sm, const gpu_cfg_t *cfg)
{
    uint32_t bytes = cfg->l1t_line_bytes;
    bool part = bytes < cfg->l2_sector_bytes;
    t->sm = sm;
    t->sets = cfg->l1t_sets;
    t->ways = cfg->l1t_ways;
    t->n_fragments = cfg->l1t_fragments;
    t->n_results = cfg->l1t_results;
    t->shift = map_log2(bytes);
    t->l2_shift = map_log2(cfg->line_bytes);
    t->sector_shift = map_log2(cfg->l2_sector_bytes);
    t->line_sectors = (uint8_t)bits_mask(part ? 1 : bytes / cfg->l2_sector_bytes);
    t->chunks = (uint8_t)(part ? bytes / 32 : 0);
    if (!ring_init(&t->out, cfg->l1t_requests))
        return false;
    if (!t->sets)
        return true;
    size_t lines = (size_t)t->sets * t->ways;
    t->tag = calloc(lines, sizeof *t->tag);
    t->state = calloc(lines, 1);
    t->fragment = calloc(t->n_fragments, sizeof *t->fragment);
    t->rob = calloc(t->n_fragments, 1);
    t->result = calloc(t->n_results, sizeof *t->result);
    return t->tag && t->state && t->fragment && t->rob && t->result &&
           repl_init(&t->repl, t->sets, t->ways, false);
}

void texcache_free(texcache_t *t)
{
    free(t->tag);
    free(t->state);
    free(t->fragment);
    free(t->rob);
    free(t->result);
    repl_free(&t->repl);
    ring_free(&t->out);
}

/* The place behind the last of n in a ring of `room`. */
static uint32_t behind(uint32_t head, uint32_t n, uint32_t room)
{
    return head + n < room ? head + n : head + n - room;
}

/* Whether the line has a way; one that has none gets the least recently used. */
static bool present(texcache_t *t, uint64_t line)
{
    uint32_t set = (uint32_t)line & (t->sets - 1), first = set * t->ways, w = 0;
    while (w < t->ways && !(t->state[first + w] == WAY_VALID && t->tag[first + w] == line))
        w++;
    bool hit = w < t->ways;
    if (!hit)
        w = (uint32_t)repl_victim(&t->repl, set, t->state + first);
    t->tag[first + w] = line;
    t->state[first + w] = WAY_VALID;
    repl_touch(&t->repl, set, w);
    return hit;
}

static void ask(texcache_t *t, uint64_t line, uint32_t pc, uint32_t warp, uint64_t cycle)
{
    uint64_t addr = line << t->shift, in_line = addr & ((UINT64_C(1) << t->l2_shift) - 1);
    uint32_t at = behind(t->rob_head, t->rob_count++, t->n_fragments);
    t->rob[at] = (uint8_t)(t->line_sectors << (in_line >> t->sector_shift));
    gpu_req_t r = {.line = addr >> t->l2_shift,
                   .pc = pc,
                   .owner = (uint16_t)at,
                   .sm = (uint8_t)t->sm,
                   .warp = (uint8_t)warp,
                   .idx = ROCACHE_TEX,
                   .kind = GPU_REQ_READ,
                   .flags = GPU_REQ_READ_ONLY,
                   .sectors = t->rob[at],
                   .chunks = t->chunks};
    ring_push(&t->out, &r, cycle + 1);
}

texcache_answer_t texcache_access(texcache_t *t, uint64_t addr, uint16_t who, uint32_t pc,
                                  uint32_t warp, uint64_t cycle)
{
    uint64_t line = addr >> t->shift;
    if (t->count == t->n_fragments)
        return TEXCACHE_NO_FRAGMENT;
    if (ring_full(&t->out))
        return TEXCACHE_NO_REQUEST;
    bool hit = present(t, line);
    uint32_t at = behind(t->head, t->count++, t->n_fragments);
    t->fragment[at] = (texcache_fragment_t){.who = who, .miss = !hit};
    if (!hit)
        ask(t, line, pc, warp, cycle);
    return hit ? TEXCACHE_HIT : TEXCACHE_MISS;
}

void texcache_fill(texcache_t *t, const gpu_req_t *r)
{
    t->rob[r->owner] &= (uint8_t)~r->sectors;
}

void texcache_move(texcache_t *t)
{
    const texcache_fragment_t *f = &t->fragment[t->head];
    t->result[behind(t->result_head, t->result_count++, t->n_results)] = f->who;
    if (f->miss) {
        t->rob_head = behind(t->rob_head, 1, t->n_fragments);
        t->rob_count--;
    }
    t->head = behind(t->head, 1, t->n_fragments);
    t->count--;
}

uint16_t texcache_next(texcache_t *t)
{
    uint16_t who = t->result[t->result_head];
    t->result_head = behind(t->result_head, 1, t->n_results);
    t->result_count--;
    return who;
}
