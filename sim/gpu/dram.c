#include "gpu/dram.h"

#include <inttypes.h>
#include <stdlib.h>

#include "common/bits.h"

bool dram_init(dram_t *d, uint32_t id, const gpu_cfg_t *cfg, const addr_map_t *map)
{
    d->id = id;
    d->cfg = cfg;
    d->map = map;
    d->col_at = d->row_at = CLOCK_NEVER;
    for (uint32_t i = 0; i <= 8; i++)
        d->cols[i] = (uint16_t)((i * cfg->l2_sector_bytes + cfg->dram_atom_bytes - 1) /
                                cfg->dram_atom_bytes);
    d->refresh_due = cfg->t_refi ? cfg->t_refi : CLOCK_NEVER;
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
    wake_lower(d->wake, d->id, now + d->cfg->dram_latency);
}

/* The head of the pipeline enters the queue. */
static void enqueue(dram_t *d)
{
    const ring_slot_t *s = ring_head(&d->entry);
    uint16_t i = d->free;
    dram_req_t *q = &d->req[i];
    d->free = q->next;
    addr_dram_t at = map_dram(d->map, s->r.line);
    *q = (dram_req_t){.r = s->r,
                      .arrive = s->ready - d->cfg->dram_latency,
                      .row = at.row,
                      .cols = d->cols[gpu_req_sectors(&s->r)],
                      .next = DRAM_NIL};
    dram_bank_t *b = &d->bank[at.bank];
    if (b->head == DRAM_NIL)
        b->head = i;
    else
        d->req[b->tail].next = i;
    b->tail = i;
    if (b->cur == DRAM_NIL)
        d->idle |= UINT64_C(1) << at.bank;
    d->queued++;
    ring_pop(&d->entry);
    if (d->up_blocked) {
        d->up_blocked = false;
        for (uint32_t k = 0; k < d->up_count; k++)
            wake_lower(d->up_wake, d->up_first + k, 0);
    }
}

/* The class of the next command of the bank's current request. */
static dram_cmd_t next_command(const dram_t *d, const dram_bank_t *k)
{
    if (!k->open)
        return DRAM_ACTIVATE;
    return k->row == d->req[k->cur].row ? DRAM_COLUMN : DRAM_PRECHARGE;
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The earliest cycle in which the bank's next command, of class cmd, is legal. */
static uint64_t legal_from(const dram_t *d, unsigned bank, dram_cmd_t cmd)
{
    const dram_bank_t *k = &d->bank[bank];
    if (cmd == DRAM_ACTIVATE)
        return later(k->act_ok, d->rrd_ok);
    if (cmd == DRAM_PRECHARGE)
        return k->pre_ok;
    const dram_req_t *q = &d->req[k->cur];
    bool write = q->r.kind == GPU_REQ_WRITE;
    if (!write && q->cols == 1 && d->returning >= d->cfg->dram_return_queue)
        return CLOCK_NEVER;
    uint64_t t = later(k->col_ok, d->col_ok[write]);
    if (d->cfg->dram_bank_groups > 1)
        t = later(t, d->group_ok[bank & (d->cfg->dram_bank_groups - 1)]);
    return t;
}

/* A bank has come to wait for a command of the class. */
static void classify(dram_t *d, unsigned bank, dram_cmd_t cmd)
{
    uint64_t t = legal_from(d, bank, cmd), *at = cmd == DRAM_COLUMN ? &d->col_at : &d->row_at;
    d->busy[cmd] |= UINT64_C(1) << bank;
    *at = t < *at ? t : *at;
}

/* FR-FCFS within a bank: the oldest row hit, else the oldest. */
static void take_up(dram_t *d, unsigned bank)
{
    dram_bank_t *b = &d->bank[bank];
    uint16_t prev = DRAM_NIL, i = b->head;
    if (b->open)
        while (i != DRAM_NIL && d->req[i].row != b->row) {
            prev = i;
            i = d->req[i].next;
        }
    if (i == DRAM_NIL) {
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
    dram_cmd_t cmd = next_command(d, b);
    if (cmd == DRAM_COLUMN)
        d->stats.row_hits++;
    else
        d->stats.row_misses++;
    classify(d, bank, cmd);
}

/* The level above sees the data from `cycle` of its own clock on. */
static void reply(dram_t *d, const gpu_req_t *r, uint64_t cycle)
{
    ring_push(d->up[r->sm], r, cycle);
    wake_lower(d->up_wake, r->sm, cycle);
}

/* The bank's current request has had its last column command. */
static void finish(dram_t *d, unsigned bank, uint64_t data_end, uint64_t cycle)
{
    dram_bank_t *k = &d->bank[bank];
    uint16_t i = k->cur;
    dram_req_t *q = &d->req[i];
    if (q->r.kind == GPU_REQ_READ) {
        d->returning++;
        q->r.flags |= GPU_REQ_FROM_DRAM;
        d->stats.reads++;
        d->stats.read_latency_sum += data_end - q->arrive;
        reply(d, &q->r, clock_convert(d->clk, d->up_clk, data_end));
    } else {
        d->stats.writes++;
    }
    q->next = d->free;
    d->free = i;
    d->queued--;
    k->cur = DRAM_NIL;
    d->busy[DRAM_COLUMN] &= ~(UINT64_C(1) << bank);
    if (k->head != DRAM_NIL)
        d->idle |= UINT64_C(1) << bank;
    if (dram_empty(d))
        d->stats.active_cycles += cycle + 1 - d->active_since;
}

static void column(dram_t *d, unsigned bank, uint64_t c)
{
    const gpu_cfg_t *p = d->cfg;
    dram_bank_t *k = &d->bank[bank];
    dram_req_t *q = &d->req[k->cur];
    bool write = q->r.kind == GPU_REQ_WRITE;
    uint64_t gap = later(p->t_ccd, p->dram_burst);
    uint64_t end = c + (write ? p->t_wl : p->t_cl) + p->dram_burst; /* first cycle after data */
    d->col_ok[write] = c + gap;
    if (write) {
        d->col_ok[0] = later(d->col_ok[0], end + p->t_cdlr);
        k->pre_ok = later(k->pre_ok, end + p->t_wr);
    } else {
        /* The bus turns around: write data may start two cycles after the read's last. */
        uint64_t wr = end + 2 > p->t_wl ? end + 2 - p->t_wl : 0;
        d->col_ok[1] = later(d->col_ok[1], wr);
        k->pre_ok = later(k->pre_ok, c + p->t_rtp);
    }
    d->group_ok[bank & (p->dram_bank_groups - 1)] = c + p->t_ccdl;
    d->next_bank = (bank + 1) & (p->dram_banks - 1);
    d->stats.bus_busy_cycles += p->dram_burst;
    *(write ? &d->stats.write_bytes : &d->stats.read_bytes) += p->dram_atom_bytes;
    if (--q->cols == 0)
        finish(d, bank, end, c);
}

static void row_command(dram_t *d, unsigned bank, bool activate, uint64_t c)
{
    const gpu_cfg_t *p = d->cfg;
    dram_bank_t *k = &d->bank[bank];
    d->next_bank = (bank + 1) & (p->dram_banks - 1);
    if (activate) {
        k->open = true;
        k->row = d->req[k->cur].row;
        k->col_ok = c + p->t_rcd;
        k->pre_ok = later(k->pre_ok, c + p->t_ras);
        k->act_ok = c + p->t_rc;
        d->rrd_ok = c + p->t_rrd;
        d->stats.activates++;
        d->busy[DRAM_ACTIVATE] &= ~(UINT64_C(1) << bank);
    } else {
        k->open = false;
        k->act_ok = later(k->act_ok, c + p->t_rp);
        d->stats.precharges++;
        d->busy[DRAM_PRECHARGE] &= ~(UINT64_C(1) << bank);
    }
    classify(d, bank, next_command(d, k));
}

/* The first bank of the mask, round-robin, whose command is legal now; else -1, and *next is
 * lowered to the earliest cycle in which one will be. Row commands are looked at together. */
static int find_legal(const dram_t *d, uint64_t mask, bool columns, uint64_t c, uint64_t *next)
{
    uint64_t low = mask & bits_mask(d->next_bank), half[2] = {mask ^ low, low};
    for (unsigned h = 0; h < 2; h++)
        for (uint64_t m = half[h]; m; m &= m - 1) {
            unsigned bank = bits_lowest(m);
            bool act = d->busy[DRAM_ACTIVATE] >> bank & 1;
            uint64_t t = legal_from(d, bank,
                                    columns ? DRAM_COLUMN
                                    : act   ? DRAM_ACTIVATE
                                            : DRAM_PRECHARGE);
            if (t <= c)
                return (int)bank;
            *next = t < *next ? t : *next;
        }
    return -1;
}

/* Issues a column command if one is legal; else col_at says when to look again. */
static bool try_column(dram_t *d, uint64_t c)
{
    uint64_t bus = d->col_ok[0] < d->col_ok[1] ? d->col_ok[0] : d->col_ok[1];
    d->col_at = CLOCK_NEVER;
    if (!d->busy[DRAM_COLUMN])
        return false;
    if (bus > c) {
        d->col_at = bus;
        return false;
    }
    int bank = find_legal(d, d->busy[DRAM_COLUMN], true, c, &d->col_at);
    if (bank < 0)
        return false;
    column(d, (unsigned)bank, c);
    bus = d->col_ok[0] < d->col_ok[1] ? d->col_ok[0] : d->col_ok[1];
    d->col_at = d->busy[DRAM_COLUMN] ? later(bus, c + 1) : CLOCK_NEVER;
    return true;
}

/* The same for activates and precharges. */
static bool try_row(dram_t *d, uint64_t c)
{
    uint64_t act = d->busy[DRAM_ACTIVATE], rows = d->busy[DRAM_PRECHARGE];
    d->row_at = CLOCK_NEVER;
    if (d->rrd_ok <= c)
        rows |= act;
    else if (act)
        d->row_at = d->rrd_ok;
    int bank = rows ? find_legal(d, rows, false, c, &d->row_at) : -1;
    if (bank < 0)
        return false;
    row_command(d, (unsigned)bank, act >> bank & 1, c);
    if (d->busy[DRAM_PRECHARGE])
        d->row_at = c + 1;
    else
        d->row_at = d->busy[DRAM_ACTIVATE] ? later(d->rrd_ok, c + 1) : CLOCK_NEVER;
    return true;
}

/* One refresh of all banks. Requests taken up need an activate again. */
static void refresh(dram_t *d)
{
    const gpu_cfg_t *p = d->cfg;
    uint64_t due = d->refresh_due, precharge = 0, start = due;
    for (unsigned b = 0; b < p->dram_banks; b++) {
        dram_bank_t *k = &d->bank[b];
        if (k->open)
            precharge = later(precharge, later(due, k->pre_ok));
        start = later(start, k->act_ok);
        k->open = false;
    }
    if (precharge)
        start = later(start, precharge + p->t_rp);
    uint64_t end = start + p->t_rfc;
    for (unsigned b = 0; b < p->dram_banks; b++)
        d->bank[b].act_ok = end;
    d->busy[DRAM_ACTIVATE] |= d->busy[DRAM_COLUMN] | d->busy[DRAM_PRECHARGE];
    d->busy[DRAM_COLUMN] = d->busy[DRAM_PRECHARGE] = 0;
    d->col_at = CLOCK_NEVER;
    d->row_at = d->busy[DRAM_ACTIVATE] ? later(end, d->rrd_ok) : CLOCK_NEVER;
    d->stats.refreshes++;
    d->stats.refresh_cycles += end - later(due, d->refresh_end);
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
    if (d->free != DRAM_NIL && ring_ready(&d->entry) <= c)
        enqueue(d);
    for (; d->idle; d->idle &= d->idle - 1)
        take_up(d, bits_lowest(d->idle));
    if (d->col_at > c || !try_column(d, c))
        if (d->row_at <= c)
            try_row(d, c);
    if (d->free != DRAM_NIL)
        next = ring_ready(&d->entry);
    if (d->idle)
        return c + 1;
    if (d->queued && d->refresh_due < next)
        next = d->refresh_due;
    next = d->col_at < next ? d->col_at : next;
    next = d->row_at < next ? d->row_at : next;
    return later(next, c + 1);
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
