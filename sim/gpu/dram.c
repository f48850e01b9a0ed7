#include "gpu/dram.h"

#include <inttypes.h>
#include <stdlib.h>

#include "gpu/dram_int.h"

bool dram_init(dram_t *d, uint32_t id, const gpu_cfg_t *cfg, const addr_map_t *map)
{
    d->id = id;
    d->cfg = cfg;
    d->map = map;
    d->col_at = d->row_at = CLOCK_NEVER;
    for (uint32_t i = 0; i <= 8; i++)
        d->cols[i] = (uint16_t)((i * cfg->l2_sector_bytes + cfg->dram_atom_bytes - 1) /
                                cfg->dram_atom_bytes);
    d->write_later = cfg->t_rcdwr ? (uint64_t)cfg->t_rcdwr - cfg->t_rcd : 0;
    d->refresh_due = cfg->t_refi ? cfg->t_refi : CLOCK_NEVER;
    uint32_t banks = cfg->dram_banks, above = cfg->l3_enabled ? 1 : cfg->l2_slices;
    bool pulls = cfg->dram_admit != GPU_DRAM_PUSH;
    d->n_req = cfg->dram_queue + (cfg->dram_hold == GPU_DRAM_TAKEN ? banks : 0);
    d->fill_queue = cfg->l2_fill_queue;
    d->shared_limit = cfg->dram_queue + cfg->dram_return_queue - (above - 1);
    d->last_borrower = above - 1;
    if (cfg->dram_group_bits == GPU_DRAM_HIGH)
        d->group_shift = map_log2(banks / cfg->dram_bank_groups);
    d->req = calloc(d->n_req, sizeof *d->req);
    /* Of those that it takes one a cycle, a place is free again before the next comes. */
    uint32_t delay = cfg->latency_clock == GPU_LATENCY_CORE
                         ? clock_delay_most(cfg->dram_latency, cfg->dram_mhz, cfg->core_mhz)
                         : cfg->dram_latency;
    if (!d->req || !ring_init(&d->entry, delay + (pulls ? 2 : 1)))
        return false;
    if (!ring_init(&d->ret, d->fill_queue ? cfg->dram_return_queue : 0))
        return false;
    for (uint32_t i = 0; i < d->n_req; i++)
        d->req[i].next = (uint16_t)(i + 1 < d->n_req ? i + 1 : DRAM_NIL);
    for (unsigned b = 0; b < 32; b++)
        d->bank[b] = (dram_bank_t){.head = DRAM_NIL, .tail = DRAM_NIL, .cur = DRAM_NIL};
    return true;
}

void dram_free(dram_t *d)
{
    free(d->req);
    ring_free(&d->entry);
    ring_free(&d->ret);
}

bool dram_empty(const dram_t *d)
{
    return d->entry.count == 0 && d->queued == 0;
}

/* One refresh of all banks. Requests taken up need an activate again. */
static void refresh(dram_t *d)
{
    const gpu_cfg_t *p = d->cfg;
    uint64_t due = d->refresh_due, precharge = 0, start = due;
    for (unsigned b = 0; b < p->dram_banks; b++) {
        dram_bank_t *k = &d->bank[b];
        if (k->open)
            precharge = dram_later(
                precharge,
                dram_later(due, dram_later(k->pre_ok, d->group_pre_ok[dram_group_of(d, b)])));
        start = dram_later(start, k->act_ok);
        k->open = false;
    }
    if (precharge)
        start = dram_later(start, precharge + p->t_rp);
    uint64_t end = start + p->t_rfc;
    for (unsigned b = 0; b < p->dram_banks; b++)
        d->bank[b].act_ok = end;
    d->busy[DRAM_ACTIVATE] |= d->busy[DRAM_COLUMN] | d->busy[DRAM_PRECHARGE];
    d->busy[DRAM_COLUMN] = d->busy[DRAM_PRECHARGE] = 0;
    d->col_at = CLOCK_NEVER;
    d->row_at = d->busy[DRAM_ACTIVATE] ? dram_later(end, d->rrd_ok) : CLOCK_NEVER;
    d->stats.refreshes++;
    d->stats.refresh_cycles += end - dram_later(due, d->refresh_end);
    d->refresh_end = end;
    d->refresh_due = due + p->t_refi;
}

void dram_settle(dram_t *d, uint64_t cycle)
{
    while (d->refresh_due < cycle)
        refresh(d);
}

uint64_t dram_tick(dram_t *d, uint64_t c)
{
    uint64_t next = CLOCK_NEVER;
    if (__builtin_expect(d->refresh_due <= c, 0))
        dram_settle(d, c + 1);
    if (__builtin_expect(ring_ready(&d->ret) <= c, 0))
        dram_return(d, c);
    if (ring_ready(&d->entry) <= c && dram_has_room(d))
        dram_enqueue(d);
    if (d->idle)
        dram_take_up(d);
    if (d->col_at <= c || d->row_at <= c)
        dram_command(d, c);
    bool more = d->cfg->dram_admit != GPU_DRAM_PUSH && dram_admit(d, c);
    if (more || d->idle)
        return c + 1;
    if (dram_has_room(d))
        next = ring_ready(&d->entry);
    if (d->queued && d->refresh_due < next)
        next = d->refresh_due;
    if (__builtin_expect(d->ret.count, 0) && dram_fill_room(d, ring_head(&d->ret)->r.sm))
        next = ring_ready(&d->ret) < next ? ring_ready(&d->ret) : next;
    next = d->col_at < next ? d->col_at : next;
    next = d->row_at < next ? d->row_at : next;
    return dram_later(next, c + 1);
}

void dram_dump(const dram_t *d, FILE *f)
{
    fprintf(f, "dram channel %u: %u entering, %u queued, %u returning\n", d->id, d->entry.count,
            d->queued, d->returning);
    for (unsigned b = 0; b < d->cfg->dram_banks; b++) {
        const dram_bank_t *k = &d->bank[b];
        if (k->cur == DRAM_NIL && k->head == DRAM_NIL)
            continue;
        fprintf(f, "  bank %u: row %u %s", b, k->row, k->open ? "open" : "closed");
        if (k->cur != DRAM_NIL)
            fprintf(f, ", serving line 0x%" PRIx64 " row %u", d->req[k->cur].r.line,
                    d->req[k->cur].row);
        unsigned n = 0;
        for (uint16_t i = k->head; i != DRAM_NIL; i = d->req[i].next)
            n++;
        fprintf(f, ", %u waiting\n", n);
    }
}
