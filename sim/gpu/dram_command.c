/*
 * Commands of a DRAM channel. A cycle's are chosen by dram_scan:
 *
 *   columns  one command: a column command if any is legal, else an activate or precharge; among
 *            banks in turn, from the one after the last served
 *   turn     one command: of the first bank in turn that has a legal one, whatever it is
 *   pair     the same, but a column command of a later bank goes along with a row command. Only row
 *            commands (and dram_take_up) move the start. GPGPU-Sim moves it in the middle of its
 *            scan and counts on, so that as many banks behind the one with the row command as came
 *            before it are passed over.
 *
 * col_at and row_at are never later than the first cycle in which a command of the class is legal.
 */
#include "gpu/dram_int.h"

/* The earliest cycle in which the bank's next command, of class cmd, is legal. */
static uint64_t legal_from(const dram_t *d, unsigned bank, dram_cmd_t cmd)
{
    const dram_bank_t *k = &d->bank[bank];
    if (cmd == DRAM_ACTIVATE)
        return dram_later(k->act_ok, d->rrd_ok);
    if (cmd == DRAM_PRECHARGE)
        return dram_later(k->pre_ok, d->group_pre_ok[dram_group_of(d, bank)]);
    const dram_req_t *q = &d->req[k->cur];
    bool write = q->r.kind != GPU_REQ_READ;
    if (gpu_req_returns(q->r.kind) && q->cols == 1 && d->returning >= d->cfg->dram_return_queue)
        return CLOCK_NEVER;
    uint64_t t = dram_later(write ? k->col_ok + d->write_later : k->col_ok, d->col_ok[write]);
    if (d->cfg->dram_bank_groups > 1)
        t = dram_later(t, d->group_ok[dram_group_of(d, bank)]);
    return t;
}

/* A bank has come to wait for a command of the class. */
void dram_classify(dram_t *d, unsigned bank, dram_cmd_t cmd)
{
    uint64_t t = legal_from(d, bank, cmd), *at = cmd == DRAM_COLUMN ? &d->col_at : &d->row_at;
    d->busy[cmd] |= UINT64_C(1) << bank;
    *at = t < *at ? t : *at;
}

/* The level above sees the data from `cycle` of its own clock on. */
static void reply(dram_t *d, const gpu_req_t *r, uint64_t cycle)
{
    ring_push(d->up[r->sm], r, cycle);
    wake_lower(d->up_wake, r->sm, cycle);
}

void dram_return(dram_t *d, uint64_t c)
{
    gpu_req_t r = ring_head(&d->ret)->r;
    if (!dram_fill_room(d, r.sm))
        return;
    ring_pop(&d->ret);
    reply(d, &r, clock_convert(d->clk, d->up_clk, c));
    if (d->returning-- == d->cfg->dram_return_queue)
        d->col_at = 0;
    if (d->cfg->dram_admit == GPU_DRAM_CREDITS)
        dram_repay(d, r.sm);
}

/* The bank's current request has had its last column command. */
static void finish(dram_t *d, unsigned bank, uint64_t data_end, uint64_t cycle)
{
    dram_bank_t *k = &d->bank[bank];
    uint16_t i = k->cur;
    dram_req_t *q = &d->req[i];
    if (q->r.kind == GPU_REQ_READ) {
        q->r.flags |= GPU_REQ_FROM_DRAM;
        d->stats.reads++;
        d->stats.read_latency_sum += data_end - q->arrive;
    } else {
        d->stats.writes++;
    }
    if (gpu_req_returns(q->r.kind)) {
        d->returning++;
        if (__builtin_expect(d->fill_queue != 0, 0))
            ring_push(&d->ret, &q->r, data_end);
        else
            reply(d, &q->r, clock_convert(d->clk, d->up_clk, data_end));
    } else if (d->cfg->dram_admit == GPU_DRAM_CREDITS) {
        dram_repay(d, q->r.sm);
    }
    q->next = d->free;
    d->free = i;
    d->queued--;
    d->held -= d->cfg->dram_hold == GPU_DRAM_SERVED;
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
    bool write = q->r.kind != GPU_REQ_READ;
    uint64_t gap = dram_later(p->t_ccd, p->dram_burst);
    uint64_t end = c + (write ? p->t_wl : p->t_cl) + p->dram_burst; /* first cycle after data */
    d->col_ok[0] = dram_later(d->col_ok[0], c + gap);
    d->col_ok[1] = dram_later(d->col_ok[1], c + gap);
    if (write) {
        d->col_ok[0] = dram_later(d->col_ok[0], end + p->t_cdlr);
        k->pre_ok = dram_later(k->pre_ok, end + p->t_wr);
    } else {
        /* The bus turns around: write data may start two cycles after the read's last. */
        uint64_t wr = end + 2 > p->t_wl ? end + 2 - p->t_wl : 0;
        d->col_ok[1] = dram_later(d->col_ok[1], wr);
        k->pre_ok = dram_later(k->pre_ok, c + p->t_rtp);
        d->group_pre_ok[dram_group_of(d, bank)] = c + p->t_rtpl;
    }
    d->group_ok[dram_group_of(d, bank)] = c + p->t_ccdl;
    if (p->dram_scan == GPU_DRAM_COLUMNS)
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
        k->pre_ok = dram_later(k->pre_ok, c + p->t_ras);
        k->act_ok = c + p->t_rc;
        d->rrd_ok = c + p->t_rrd;
        d->stats.activates++;
        d->busy[DRAM_ACTIVATE] &= ~(UINT64_C(1) << bank);
    } else {
        k->open = false;
        k->act_ok = dram_later(k->act_ok, c + p->t_rp);
        d->stats.precharges++;
        d->busy[DRAM_PRECHARGE] &= ~(UINT64_C(1) << bank);
    }
    dram_classify(d, bank, dram_next_command(d, k));
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

/* The bank whose column command is the next in turn and legal now; -1: none, and col_at says when
 * to look again. */
static int find_column(dram_t *d, uint64_t c)
{
    uint64_t bus = d->col_ok[0] < d->col_ok[1] ? d->col_ok[0] : d->col_ok[1];
    d->col_at = CLOCK_NEVER;
    if (!d->busy[DRAM_COLUMN])
        return -1;
    if (bus > c) {
        d->col_at = bus;
        return -1;
    }
    return find_legal(d, d->busy[DRAM_COLUMN], true, c, &d->col_at);
}

static void send_column(dram_t *d, unsigned bank, uint64_t c)
{
    column(d, bank, c);
    uint64_t bus = d->col_ok[0] < d->col_ok[1] ? d->col_ok[0] : d->col_ok[1];
    d->col_at = d->busy[DRAM_COLUMN] ? dram_later(bus, c + 1) : CLOCK_NEVER;
}

/* The same for activates and precharges. */
static int find_row(dram_t *d, uint64_t c)
{
    uint64_t act = d->busy[DRAM_ACTIVATE], rows = d->busy[DRAM_PRECHARGE];
    d->row_at = CLOCK_NEVER;
    if (d->rrd_ok <= c)
        rows |= act;
    else if (act)
        d->row_at = d->rrd_ok;
    return rows ? find_legal(d, rows, false, c, &d->row_at) : -1;
}

static void send_row(dram_t *d, unsigned bank, uint64_t c)
{
    row_command(d, bank, d->busy[DRAM_ACTIVATE] >> bank & 1, c);
    if (d->busy[DRAM_PRECHARGE])
        d->row_at = c + 1;
    else
        d->row_at = d->busy[DRAM_ACTIVATE] ? dram_later(d->rrd_ok, c + 1) : CLOCK_NEVER;
}

/* n banks from `first` on, in turn. */
static uint64_t banks_from(const dram_t *d, uint32_t first, uint32_t n)
{
    uint32_t banks = d->cfg->dram_banks;
    uint64_t m = bits_mask(n < banks ? n : banks) << first;
    return (m | m >> banks) & bits_mask(banks);
}

/* Banks in turn with whatever is legal. */
static void in_turn(dram_t *d, uint64_t c)
{
    uint32_t start = d->next_bank, last = d->cfg->dram_banks - 1;
    int col = d->col_at <= c ? find_column(d, c) : -1;
    int row = d->row_at <= c ? find_row(d, c) : -1;
    if (row < 0) {
        if (col >= 0)
            send_column(d, (unsigned)col, c);
        return;
    }
    uint32_t before = ((uint32_t)row - start) & last; /* banks looked at before this one */
    if (col >= 0 && (((uint32_t)col - start) & last) < before) {
        send_column(d, (unsigned)col, c);
        d->row_at = c + 1;
        return;
    }
    send_row(d, (unsigned)row, c);
    if (col < 0)
        return;
    if (d->cfg->dram_scan == GPU_DRAM_PAIR) {
        uint64_t rest = d->busy[DRAM_COLUMN] & ~banks_from(d, d->next_bank, before + 1);
        uint64_t when;
        col = rest ? find_legal(d, rest, true, c, &when) : -1;
        if (col >= 0) {
            send_column(d, (unsigned)col, c);
            return;
        }
    }
    d->col_at = c + 1;
}

void dram_command(dram_t *d, uint64_t c)
{
    if (d->cfg->dram_scan != GPU_DRAM_COLUMNS) {
        in_turn(d, c);
        return;
    }
    int bank = d->col_at <= c ? find_column(d, c) : -1;
    if (bank >= 0) {
        send_column(d, (unsigned)bank, c);
        return;
    }
    bank = d->row_at <= c ? find_row(d, c) : -1;
    if (bank >= 0)
        send_row(d, (unsigned)bank, c);
}
