#include "gpu/dram.h"

#include <inttypes.h>
#include <stdlib.h>

#include "common/bits.h"
#include "gpu/slice.h"

bool dram_init(dram_t *d, uint32_t id, const gpu_cfg_t *cfg, const addr_map_t *map)
{
    d->id = id;
    d->cfg = cfg;
    d->map = map;
    d->req = calloc(cfg->dram_queue, sizeof *d->req);
    if (!d->req || !ring_init(&d->entry, cfg->dram_latency + 1))
        return false;
    for (uint32_t i = 0; i < cfg->dram_queue; i++)
        d->req[i].next = (uint16_t)(i + 1 < cfg->dram_queue ? i + 1 : DRAM_NIL);
    for (unsigned b = 0; b < 32; b++)
        d->bank[b] = (dram_bank_t){.head = DRAM_NIL, .tail = DRAM_NIL, .cur = DRAM_NIL};
    return true;
}

void dram_free(dram_t *d)
{
    free(d->req);
    ring_free(&d->entry);
}

bool dram_empty(const dram_t *d)
{
    return d->entry.count == 0 && d->queued == 0;
}

void dram_push(dram_t *d, const gpu_req_t *r)
{
    uint64_t now = d->clk->next; /* the first DRAM edge that sees it */
    if (dram_empty(d))
        d->active_since = now;
    ring_push(&d->entry, r, now + d->cfg->dram_latency);
    if (r->kind == GPU_REQ_READ)
        d->reads_in++;
    else
        d->writes_in++;
    if (now + d->cfg->dram_latency < *d->wake)
        *d->wake = now + d->cfg->dram_latency;
}

/* The head of the pipeline enters the queue. */
static void enqueue(dram_t *d)
{
    const ring_slot_t *s = ring_head(&d->entry);
    uint16_t i = d->free;
    dram_req_t *q = &d->req[i];
    d->free = q->next;
    addr_dram_t at = map_dram(d->map, s->r.line);
    uint32_t bytes = bits_popcount(s->r.sectors) * d->cfg->l2_sector_bytes;
    uint32_t atom = d->cfg->dram_atom_bytes;
    *q = (dram_req_t){.r = s->r,
                      .arrive = s->ready - d->cfg->dram_latency,
                      .row = at.row,
                      .cols = (uint16_t)((bytes + atom - 1) / atom),
                      .next = DRAM_NIL};
    dram_bank_t *b = &d->bank[at.bank];
    if (b->head == DRAM_NIL)
        b->head = i;
    else
        d->req[b->tail].next = i;
    b->tail = i;
    d->busy |= UINT64_C(1) << at.bank;
    d->queued++;
    ring_pop(&d->entry);
    if (d->up_blocked) {
        d->up_blocked = false;
        for (uint32_t k = 0; k < d->up_count; k++)
            d->up_wake[d->up_first + k] = 0;
    }
}

/* FR-FCFS within a bank: the oldest row hit, else the oldest. */
static void take_up(dram_t *d, dram_bank_t *b)
{
    uint16_t prev = DRAM_NIL, i = b->head;
    if (b->open)
        while (i != DRAM_NIL && d->req[i].row != b->row) {
            prev = i;
            i = d->req[i].next;
        }
    if (i == DRAM_NIL || !b->open) {
        prev = DRAM_NIL;
        i = b->head;
    }
    if (prev == DRAM_NIL)
        b->head = d->req[i].next;
    else
        d->req[prev].next = d->req[i].next;
    if (b->tail == i)
        b->tail = prev;
    b->cur = i;
    if (b->open && b->row == d->req[i].row)
        d->stats.row_hits++;
    else
        d->stats.row_misses++;
}

typedef enum dram_cmd { CMD_COLUMN, CMD_ACTIVATE, CMD_PRECHARGE } dram_cmd_t;

/* The next command of a bank's current request and the earliest cycle it is legal in. */
static dram_cmd_t next_command(const dram_t *d, unsigned b, uint64_t *when)
{
    const dram_bank_t *k = &d->bank[b];
    const dram_req_t *q = &d->req[k->cur];
    if (!k->open) {
        *when = k->act_ok > d->rrd_ok ? k->act_ok : d->rrd_ok;
        return CMD_ACTIVATE;
    }
    if (k->row != q->row) {
        *when = k->pre_ok;
        return CMD_PRECHARGE;
    }
    bool write = q->r.kind == GPU_REQ_WRITE;
    uint64_t t = k->col_ok, g = d->group_ok[b & (d->cfg->dram_bank_groups - 1)];
    if (d->col_ok[write] > t)
        t = d->col_ok[write];
    if (d->cfg->dram_bank_groups > 1 && g > t)
        t = g;
    if (!write && q->cols == 1 && d->returning >= d->cfg->dram_return_queue)
        t = CLOCK_NEVER;
    *when = t;
    return CMD_COLUMN;
}

/* The bank's current request has had its last column command. */
static void finish(dram_t *d, dram_bank_t *k, uint64_t data_end, uint64_t cycle)
{
    uint16_t i = k->cur;
    dram_req_t *q = &d->req[i];
    if (q->r.kind == GPU_REQ_READ) {
        d->returning++;
        d->stats.reads++;
        d->stats.read_latency_sum += data_end - q->arrive;
        slice_fill(&d->up[q->r.sm], &q->r, clock_convert(d->clk, d->up_clk, data_end));
    } else {
        d->stats.writes++;
    }
    q->next = d->free;
    d->free = i;
    d->queued--;
    k->cur = DRAM_NIL;
    if (k->head == DRAM_NIL)
        d->busy &= ~(UINT64_C(1) << (k - d->bank));
    if (dram_empty(d))
        d->stats.active_cycles += cycle + 1 - d->active_since;
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static void column(dram_t *d, unsigned b, uint64_t c)
{
    const gpu_cfg_t *p = d->cfg;
    dram_bank_t *k = &d->bank[b];
    dram_req_t *q = &d->req[k->cur];
    bool write = q->r.kind == GPU_REQ_WRITE;
    uint64_t gap = later(p->t_ccd, p->dram_burst);
    uint64_t end = c + (write ? p->t_wl : p->t_cl) + p->dram_burst; /* first cycle after data */
    d->col_ok[write] = c + gap;
    if (write) {
        d->col_ok[0] = later(d->col_ok[0], end + p->t_cdlr);
        k->pre_ok = later(k->pre_ok, end + p->t_wr);
    } else {
        /* The bus turns round: write data may start two cycles after the read's last. */
        uint64_t wr = end + 2 > p->t_wl ? end + 2 - p->t_wl : 0;
        d->col_ok[1] = later(d->col_ok[1], wr);
        k->pre_ok = later(k->pre_ok, c + p->t_rtp);
    }
    d->group_ok[b & (p->dram_bank_groups - 1)] = c + p->t_ccdl;
    d->stats.bus_busy_cycles += p->dram_burst;
    if (--q->cols == 0)
        finish(d, k, end, c);
}

static void issue(dram_t *d, unsigned b, dram_cmd_t cmd, uint64_t c)
{
    const gpu_cfg_t *p = d->cfg;
    dram_bank_t *k = &d->bank[b];
    if (cmd == CMD_COLUMN) {
        column(d, b, c);
    } else if (cmd == CMD_ACTIVATE) {
        k->open = true;
        k->row = d->req[k->cur].row;
        k->col_ok = c + p->t_rcd;
        k->pre_ok = later(k->pre_ok, c + p->t_ras);
        k->act_ok = c + p->t_rc;
        d->rrd_ok = c + p->t_rrd;
        d->stats.activates++;
    } else {
        k->open = false;
        k->act_ok = later(k->act_ok, c + p->t_rp);
        d->stats.precharges++;
    }
    d->next_bank = (b + 1) & (p->dram_banks - 1);
}

uint64_t dram_tick(dram_t *d, uint64_t c)
{
    if (d->entry.count && ring_head(&d->entry)->ready <= c && d->free != DRAM_NIL)
        enqueue(d);
    uint64_t next = CLOCK_NEVER;
    if (d->entry.count && d->free != DRAM_NIL)
        next = later(ring_head(&d->entry)->ready, c + 1);

    int best = -1;
    dram_cmd_t best_cmd = CMD_PRECHARGE;
    uint64_t low = d->busy & bits_mask(d->next_bank), order[2] = {d->busy ^ low, low};
    for (unsigned half = 0; half < 2; half++) {
        for (uint64_t m = order[half]; m; m &= m - 1) {
            unsigned b = bits_lowest(m);
            if (d->bank[b].cur == DRAM_NIL)
                take_up(d, &d->bank[b]);
            uint64_t when;
            dram_cmd_t cmd = next_command(d, b, &when);
            if (when > c) {
                next = when < next ? when : next;
            } else if (best < 0 || (cmd == CMD_COLUMN && best_cmd != CMD_COLUMN)) {
                best = (int)b;
                best_cmd = cmd;
            }
        }
    }
    if (best < 0)
        return next;
    issue(d, (unsigned)best, best_cmd, c);
    return c + 1;
}

void dram_dump(const dram_t *d, FILE *f)
{
    fprintf(f, "dram channel %u: %u entering, %u queued, %u returning\n", d->id, d->entry.count,
            d->queued, d->returning);
    for (unsigned b = 0; b < d->cfg->dram_banks; b++) {
        const dram_bank_t *k = &d->bank[b];
        if (!(d->busy >> b & 1))
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
