#include "gpu/l1i.h"

#include <stdlib.h>

#include "common/bits.h"
#include "gpu/map.h"

bool l1i_init(l1i_t *i, uint32_t sm, const gpu_cfg_t *cfg)
{
    i->sm = sm;
    i->sets = cfg->l1i_sets;
    i->ways = cfg->l1i_ways;
    i->n_mshrs = cfg->l1i_mshrs;
    i->line_shift = map_log2(cfg->line_bytes);
    i->all_sectors = (uint8_t)bits_mask(cfg->line_bytes / cfg->l2_sector_bytes);
    if (!ring_init(&i->out, i->n_mshrs))
        return false;
    if (!i->sets)
        return true;
    size_t lines = (size_t)i->sets * i->ways;
    i->tag = calloc(lines, sizeof *i->tag);
    i->state = calloc(lines, 1);
    i->mshr = calloc(i->n_mshrs, sizeof *i->mshr);
    return i->tag && i->state && i->mshr && repl_init(&i->repl, i->sets, i->ways, false);
}

void l1i_free(l1i_t *i)
{
    free(i->tag);
    free(i->state);
    free(i->mshr);
    repl_free(&i->repl);
    ring_free(&i->out);
}

static bool present(l1i_t *i, uint32_t set, uint64_t line)
{
    for (uint32_t w = 0; w < i->ways; w++)
        if (i->state[set * i->ways + w] == WAY_VALID && i->tag[set * i->ways + w] == line) {
            repl_touch(&i->repl, set, w);
            return true;
        }
    return false;
}

l1i_answer_t l1i_fetch(l1i_t *i, uint32_t pc, uint32_t w, uint64_t cycle)
{
    uint64_t line = (L1I_CODE_BASE + pc) >> i->line_shift, bit = UINT64_C(1) << w;
    l1i_mshr_t *empty = NULL;
    if (present(i, (uint32_t)line & (i->sets - 1), line))
        return L1I_HIT;
    for (uint32_t m = 0; m < i->n_mshrs; m++) {
        l1i_mshr_t *e = &i->mshr[m];
        if (e->sectors && e->line == line) {
            e->waiting |= bit;
            return L1I_MERGED;
        }
        if (!e->sectors)
            empty = e;
    }
    if (!empty)
        return L1I_RETRY;
    *empty = (l1i_mshr_t){.line = line, .waiting = bit, .sectors = i->all_sectors};
    gpu_req_t r = {.line = line,
                   .pc = pc,
                   .owner = (uint16_t)(empty - i->mshr),
                   .sm = (uint8_t)i->sm,
                   .warp = (uint8_t)w,
                   .kind = GPU_REQ_READ,
                   .flags = GPU_REQ_INST,
                   .sectors = i->all_sectors};
    ring_push(&i->out, &r, cycle + 1);
    return L1I_MISS;
}

uint64_t l1i_fill(l1i_t *i, const gpu_req_t *r)
{
    l1i_mshr_t *e = &i->mshr[r->owner];
    e->sectors &= (uint8_t)~r->sectors;
    if (e->sectors)
        return 0;
    uint32_t set = (uint32_t)e->line & (i->sets - 1);
    uint32_t way = (uint32_t)repl_victim(&i->repl, set, i->state + (size_t)set * i->ways);
    i->tag[set * i->ways + way] = e->line;
    i->state[set * i->ways + way] = WAY_VALID;
    repl_touch(&i->repl, set, way);
    return e->waiting;
}

bool l1i_idle(const l1i_t *i)
{
    for (uint32_t m = 0; i->sets && m < i->n_mshrs; m++)
        if (i->mshr[m].sectors)
            return false;
    return true;
}
