#include "gpu/rocache.h"

#include <stdlib.h>

#include "common/bits.h"
#include "gpu/map.h"

bool rocache_init(rocache_t *c, uint32_t sm, const gpu_cfg_t *cfg, const rocache_geometry_t *g)
{
    bool part = g->line_bytes < cfg->l2_sector_bytes;
    c->sm = sm;
    c->id = (uint8_t)g->id;
    c->sets = g->sets;
    c->ways = g->ways;
    c->n_mshrs = g->mshrs;
    c->merge = g->merge;
    c->shift = map_log2(g->line_bytes);
    c->l2_shift = map_log2(cfg->line_bytes);
    c->sector_shift = map_log2(cfg->l2_sector_bytes);
    c->line_sectors = (uint8_t)bits_mask(part ? 1 : g->line_bytes / cfg->l2_sector_bytes);
    c->chunks = (uint8_t)(part ? g->line_bytes / 32 : 0);
    c->filled_head = c->filled_tail = ROCACHE_NIL;
    if (!ring_init(&c->out, c->n_mshrs))
        return false;
    if (!c->sets)
        return true;
    size_t lines = (size_t)c->sets * c->ways;
    c->tag = calloc(lines, sizeof *c->tag);
    c->state = calloc(lines, 1);
    c->mshr = calloc(c->n_mshrs, sizeof *c->mshr);
    c->target = calloc((size_t)c->n_mshrs * c->merge, sizeof *c->target);
    return c->tag && c->state && c->mshr && c->target &&
           repl_init(&c->repl, c->sets, c->ways, false);
}

void rocache_free(rocache_t *c)
{
    free(c->tag);
    free(c->state);
    free(c->mshr);
    free(c->target);
    repl_free(&c->repl);
    ring_free(&c->out);
}

static bool present(rocache_t *c, uint32_t set, uint64_t line)
{
    for (uint32_t w = 0; w < c->ways; w++)
        if (c->state[set * c->ways + w] == WAY_VALID && c->tag[set * c->ways + w] == line) {
            repl_touch(&c->repl, set, w);
            return true;
        }
    return false;
}

static void send(rocache_t *c, uint64_t line, uint16_t m, uint32_t pc, uint32_t warp,
                 uint64_t cycle)
{
    uint64_t addr = line << c->shift, in_line = addr & ((UINT64_C(1) << c->l2_shift) - 1);
    uint8_t sectors = (uint8_t)(c->line_sectors << (in_line >> c->sector_shift));
    c->mshr[m].sectors = sectors;
    gpu_req_t r = {.line = addr >> c->l2_shift,
                   .pc = pc,
                   .owner = m,
                   .sm = (uint8_t)c->sm,
                   .warp = (uint8_t)warp,
                   .idx = c->id,
                   .kind = GPU_REQ_READ,
                   .flags = GPU_REQ_READ_ONLY,
                   .sectors = sectors,
                   .chunks = c->chunks};
    ring_push(&c->out, &r, cycle + 1);
}

rocache_answer_t rocache_access(rocache_t *c, uint64_t addr, uint16_t who, uint32_t pc,
                                uint32_t warp, uint64_t cycle)
{
    uint64_t line = addr >> c->shift;
    uint32_t empty = c->n_mshrs;
    if (present(c, (uint32_t)line & (c->sets - 1), line))
        return ROCACHE_HIT;
    for (uint32_t m = 0; m < c->n_mshrs; m++) {
        rocache_mshr_t *e = &c->mshr[m];
        if (e->n && e->line == line) {
            if (e->n == c->merge)
                return ROCACHE_NO_MERGE;
            c->target[m * c->merge + e->n++] = who;
            return ROCACHE_MERGED;
        }
        if (!e->n)
            empty = m;
    }
    if (empty == c->n_mshrs)
        return ROCACHE_NO_MSHR;
    c->mshr[empty] = (rocache_mshr_t){.line = line, .n = 1};
    c->target[empty * c->merge] = who;
    send(c, line, (uint16_t)empty, pc, warp, cycle);
    return ROCACHE_MISS;
}

void rocache_fill(rocache_t *c, const gpu_req_t *r)
{
    uint16_t m = r->owner;
    rocache_mshr_t *e = &c->mshr[m];
    e->sectors &= (uint8_t)~r->sectors;
    if (e->sectors)
        return;
    uint32_t set = (uint32_t)e->line & (c->sets - 1);
    uint32_t way = (uint32_t)repl_victim(&c->repl, set, c->state + (size_t)set * c->ways);
    c->tag[set * c->ways + way] = e->line;
    c->state[set * c->ways + way] = WAY_VALID;
    repl_touch(&c->repl, set, way);
    e->next = ROCACHE_NIL;
    if (c->filled_head == ROCACHE_NIL)
        c->filled_head = m;
    else
        c->mshr[c->filled_tail].next = m;
    c->filled_tail = m;
}

uint16_t rocache_next(rocache_t *c)
{
    uint16_t m = c->filled_head;
    rocache_mshr_t *e = &c->mshr[m];
    uint16_t who = c->target[m * c->merge + e->served];
    if (++e->served == e->n) {
        c->filled_head = e->next;
        e->n = 0;
    }
    return who;
}

bool rocache_idle(const rocache_t *c)
{
    for (uint32_t m = 0; c->sets && m < c->n_mshrs; m++)
        if (c->mshr[m].n)
            return false;
    return true;
}
