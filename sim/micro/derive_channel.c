#include "micro/derive_channel.h"

#include <string.h>

#include "micro/derive.h"

enum { NONE = -1, LONG_AGO = -100000 };

typedef enum stage {
    COMING,
    MISSED, /* in the miss queue, where another follows it */
    OFFERED,
    ON_ITS_WAY,
    QUEUED,
    AT_BANK,
    DONE,
    FILLING, /* in l2_fill_queue */
    RETURNED
} stage_t;

typedef struct bank {
    int cur; /* request taken up */
    bool open;
    uint32_t row;
    int64_t activated, precharged, read, written; /* cycles */
} bank_t;

typedef struct channel {
    const gpu_cfg_t *c;
    derive_read_t *r;
    uint32_t n;
    stage_t stage[DERIVE_CHANNEL_READS];
    uint32_t left[DERIVE_CHANNEL_READS];  /* column commands */
    uint32_t order[DERIVE_CHANNEL_READS]; /* done requests, in order */
    uint32_t n_done;
    bank_t bank[32];
    int64_t column, activate; /* cycle of the last one */
    int64_t read, write;      /* column */
    int64_t group_read[8];
    uint32_t start;   /* the bank that is first in turn */
    uint32_t served;  /* slice that was served last */
    uint64_t port[8]; /* cycle from which a slice's fill port is free */
    uint32_t own[8], shared;
    derive_channel_t out;
} channel_t;

void derive_place(const gpu_cfg_t *c, uint64_t addr, derive_read_t *r)
{
    uint64_t chunk = addr / c->interleave_bytes;
    uint64_t high = c->dram_banks / c->l2_slices;
    r->slice = (uint32_t)(chunk % c->l2_slices);
    uint64_t row = chunk / c->l2_slices / (c->dram_row_bytes / c->interleave_bytes);
    r->bank = (uint32_t)(row % high) * c->l2_slices + r->slice;
    r->row = (uint32_t)(row / high);
}

static uint32_t count(const channel_t *k, stage_t from, stage_t to)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < k->n; i++)
        n += k->stage[i] >= from && k->stage[i] <= to;
    return n;
}

/* The oldest request of the slice, or of any, in a stage. */
static int oldest(const channel_t *k, stage_t stage, int slice)
{
    for (uint32_t i = 0; i < k->n; i++)
        if (k->stage[i] == stage && (slice == NONE || k->r[i].slice == (uint32_t)slice))
            return (int)i;
    return NONE;
}

/* Of those on their way, the first to come: the order in which slices were served. */
static int first_to_come(const channel_t *k)
{
    int first = NONE;
    for (uint32_t i = 0; i < k->n; i++)
        if (k->stage[i] == ON_ITS_WAY &&
            (first == NONE || k->r[i].arrive < k->r[first].arrive ||
             (k->r[i].arrive == k->r[first].arrive && k->r[i].slice < k->r[first].slice)))
            first = (int)i;
    return first;
}

/* Of the slice, those in a stage. */
static uint32_t of_slice(const channel_t *k, stage_t stage, uint32_t slice)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < k->n; i++)
        n += k->stage[i] == stage && k->r[i].slice == slice;
    return n;
}

static bool room(const channel_t *k)
{
    stage_t last = k->c->dram_hold == GPU_DRAM_TAKEN ? QUEUED : AT_BANK;
    return count(k, QUEUED, last) < k->c->dram_queue;
}

/* ---- From the queue to a bank ---- */

typedef struct queue {
    int at[DERIVE_CHANNEL_READS]; /* requests in order of entry */
    uint32_t n;
} queue_t;

static queue_t queue;

static int oldest_of_row(const channel_t *k, uint32_t bank, bool any_row)
{
    for (uint32_t i = 0; i < queue.n; i++) {
        const derive_read_t *r = &k->r[queue.at[i]];
        if (k->stage[queue.at[i]] == QUEUED && r->bank == bank &&
            (any_row || r->row == k->bank[bank].row))
            return queue.at[i];
    }
    return NONE;
}

static bool take_up(channel_t *k, uint32_t b)
{
    bank_t *bank = &k->bank[b];
    if (bank->cur != NONE)
        return false;
    int i = bank->open ? oldest_of_row(k, b, false) : NONE;
    if (i == NONE)
        i = oldest_of_row(k, b, true);
    if (i == NONE)
        return false;
    k->stage[i] = AT_BANK;
    bank->cur = i;
    k->out.misses += !bank->open || bank->row != k->r[i].row;
    return true;
}

static void take_ups(channel_t *k)
{
    uint32_t banks = k->c->dram_banks, first = k->start;
    bool one = k->c->dram_take_up == GPU_DRAM_ONE;
    for (uint32_t i = 0; i < banks; i++)
        if (take_up(k, (first + i) % banks) && one) {
            k->start = (first + 1) % banks;
            return;
        }
}

/* ---- Commands ---- */

static uint32_t group(const channel_t *k, uint32_t bank)
{
    uint32_t groups = k->c->dram_bank_groups;
    return k->c->dram_group_bits == GPU_DRAM_LOW ? bank % groups
                                                 : bank / (k->c->dram_banks / groups);
}

static bool column(channel_t *k, uint32_t b, int64_t t, int64_t group_column[8])
{
    const gpu_cfg_t *c = k->c;
    bank_t *bank = &k->bank[b];
    if (bank->cur == NONE || !bank->open || bank->row != k->r[bank->cur].row)
        return false;
    uint32_t g = group(k, b);
    bool store = k->r[bank->cur].store;
    int64_t open = store && c->t_rcdwr ? c->t_rcdwr : c->t_rcd;
    if (store ? t < k->read + c->t_cl + c->dram_burst + 2 - (int64_t)c->t_wl
              : t < k->write + c->t_wl + c->dram_burst + c->t_cdlr)
        return false;
    if (t < bank->activated + open || t < k->column + (int64_t)max_of(c->t_ccd, c->dram_burst))
        return false;
    if (c->dram_bank_groups > 1 && t < group_column[g] + c->t_ccdl)
        return false;
    if (k->left[bank->cur] == 1 && count(k, DONE, DONE) >= c->dram_return_queue)
        return false;
    k->column = group_column[g] = t;
    if (store)
        k->write = bank->written = t;
    else
        k->read = bank->read = k->group_read[g] = t;
    if (--k->left[bank->cur] == 0) {
        derive_read_t *r = &k->r[bank->cur];
        k->stage[bank->cur] = DONE;
        k->order[k->n_done++] = (uint32_t)bank->cur;
        r->end = (uint64_t)t + (store ? c->t_wl : c->t_cl) + c->dram_burst;
        k->out.time += store ? 0 : r->end - r->arrive;
        bank->cur = NONE;
    }
    return true;
}

static bool row(channel_t *k, uint32_t b, int64_t t)
{
    const gpu_cfg_t *c = k->c;
    bank_t *bank = &k->bank[b];
    if (bank->cur == NONE)
        return false;
    if (bank->open) {
        if (bank->row == k->r[bank->cur].row || t < bank->activated + c->t_ras ||
            t < bank->read + c->t_rtp || t < bank->written + c->t_wl + c->dram_burst + c->t_wr ||
            t < k->group_read[group(k, b)] + c->t_rtpl)
            return false;
        bank->open = false;
        bank->precharged = t;
        return true;
    }
    if (t < k->activate + c->t_rrd || t < bank->activated + c->t_rc ||
        t < bank->precharged + c->t_rp)
        return false;
    bank->open = true;
    bank->row = k->r[bank->cur].row;
    k->activate = bank->activated = t;
    return true;
}

static void commands(channel_t *k, int64_t t, int64_t group_column[8])
{
    uint32_t banks = k->c->dram_banks, first = k->start;
    bool columns = k->c->dram_scan == GPU_DRAM_COLUMNS, pair = k->c->dram_scan == GPU_DRAM_PAIR;
    bool sent = false;
    for (uint32_t i = 0; columns && i < banks; i++) {
        uint32_t b = (first + i) % banks;
        if (column(k, b, t, group_column)) {
            k->start = (b + 1) % banks;
            return;
        }
    }
    for (uint32_t i = 0; i < banks; i++) {
        uint32_t b = (first + i) % banks;
        if (!columns && column(k, b, t, group_column))
            return;
        if (sent || !row(k, b, t))
            continue;
        first = k->start = (b + 1) % banks; /* and i counts on */
        sent = true;
        if (!pair)
            return;
    }
}

/* ---- Between the slices and the channel ---- */

static void admit(channel_t *k, uint64_t t)
{
    const gpu_cfg_t *c = k->c;
    uint32_t limit = c->dram_queue + c->dram_return_queue - (c->l2_slices - 1);
    if (!room(k))
        return;
    for (uint32_t p = 1; p <= c->l2_slices; p++) {
        uint32_t s = (k->served + p) % c->l2_slices;
        int i = oldest(k, OFFERED, (int)s);
        if (i == NONE)
            continue;
        if (c->dram_admit == GPU_DRAM_CREDITS) {
            if (k->own[s] && k->shared >= limit)
                continue;
            if (c->l2_fill_queue && of_slice(k, FILLING, s) >= c->l2_fill_queue)
                continue;
            *(k->own[s] ? &k->shared : &k->own[s]) += 1;
        }
        k->stage[i] = ON_ITS_WAY;
        k->r[i].arrive = t;
        k->served = s;
        return;
    }
}

static void repay(channel_t *k, uint32_t slice)
{
    if (k->c->dram_admit == GPU_DRAM_CREDITS)
        *(k->own[slice] ? &k->own[slice] : &k->shared) -= 1;
}

/* The oldest reply goes to its slice. */
static void give_back(channel_t *k, uint64_t t)
{
    for (uint32_t d = 0; d < k->n_done; d++) {
        uint32_t i = k->order[d], s = k->r[i].slice;
        if (k->stage[i] != DONE)
            continue;
        if (k->r[i].end <= t && of_slice(k, FILLING, s) < k->c->l2_fill_queue) {
            k->stage[i] = FILLING;
            repay(k, s);
        }
        return;
    }
}

/* A slice takes its oldest fill. */
static void fill(channel_t *k, uint32_t s, uint64_t t)
{
    stage_t from = k->c->l2_fill_queue ? FILLING : DONE;
    for (uint32_t d = 0; d < k->n_done; d++) {
        uint32_t i = k->order[d];
        if (k->r[i].slice != s || k->stage[i] != from)
            continue;
        if (k->r[i].end <= t && (k->r[i].store || k->port[s] <= t)) {
            if (!k->r[i].store)
                k->port[s] = t + derive_data_time(k->c, k->c->line_bytes);
            k->stage[i] = RETURNED;
            if (from == DONE)
                repay(k, s);
        }
        return;
    }
}

/* A slice looks its oldest request up. */
static void look_up(channel_t *k, uint32_t s, uint64_t t)
{
    const gpu_cfg_t *c = k->c;
    stage_t to = c->l2_dram_queue ? MISSED : OFFERED;
    int i = oldest(k, COMING, (int)s);
    if (i == NONE || k->r[i].lookup > t)
        return;
    if (c->l2_lookup_room && of_slice(k, OFFERED, s) >= c->l2_dram_queue)
        k->out.fail_dram_queue++;
    else if (of_slice(k, to, s) + (k->r[i].store ? c->l2_store_spare : c->l2_read_spare) >=
             c->l2_miss_queue)
        k->out.fail_miss_queue++;
    else
        k->stage[i] = k->stage[i + k->r[i].store] = to;
}

/* An edge of the L2's clock, after the DRAM's. */
static void slices(channel_t *k, uint64_t t)
{
    const gpu_cfg_t *c = k->c;
    for (uint32_t s = 0; s < c->l2_slices; s++) {
        fill(k, s, t);
        int missed = oldest(k, MISSED, (int)s);
        if (missed != NONE && of_slice(k, OFFERED, s) < c->l2_dram_queue)
            k->stage[missed] = OFFERED;
        look_up(k, s, t);
        int i = oldest(k, OFFERED, (int)s);
        if (c->dram_admit == GPU_DRAM_PUSH && i != NONE &&
            count(k, ON_ITS_WAY, ON_ITS_WAY) <= c->dram_latency) {
            k->stage[i] = ON_ITS_WAY;
            k->r[i].arrive = t + 1;
        }
    }
}

derive_channel_t derive_channel(const gpu_cfg_t *c, derive_read_t *r, uint32_t n)
{
    static channel_t k;
    memset(&k, 0, sizeof k);
    memset(&queue, 0, sizeof queue);
    k.c = c;
    k.r = r;
    k.n = n;
    k.served = c->l2_slices - 1;
    k.column = k.activate = k.read = k.write = LONG_AGO;
    int64_t group_column[8];
    for (uint32_t g = 0; g < 8; g++)
        group_column[g] = k.group_read[g] = LONG_AGO;
    for (uint32_t b = 0; b < 32; b++) {
        k.bank[b].cur = NONE;
        k.bank[b].activated = k.bank[b].precharged = LONG_AGO;
        k.bank[b].read = k.bank[b].written = LONG_AGO;
    }
    for (uint32_t i = 0; i < n; i++)
        k.left[i] = (uint32_t)ceil_div(r[i].store ? 32 : c->l2_sector_bytes, c->dram_atom_bytes);
    for (uint64_t t = 0; k.n_done < n; t++) {
        if (c->l2_fill_queue)
            give_back(&k, t);
        int next = first_to_come(&k);
        if (next != NONE && r[next].arrive + c->dram_latency <= t && room(&k)) {
            k.stage[next] = QUEUED;
            queue.at[queue.n++] = next;
        }
        take_ups(&k);
        commands(&k, (int64_t)t, group_column);
        if (c->dram_admit != GPU_DRAM_PUSH)
            admit(&k, t);
        slices(&k, t);
    }
    return k.out;
}
