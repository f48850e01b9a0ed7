#include "micro/derive.h"

#include "driver/driver.h"

uint64_t ceil_div(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

uint64_t max_of(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

uint64_t derive_flits(const gpu_cfg_t *c, uint64_t payload_bytes)
{
    return max_of(1, ceil_div(c->header_bytes + payload_bytes, c->flit_bytes));
}

derive_t derive_from(const gpu_cfg_t *c)
{
    derive_t d = {.c = c};
    /* Any common unit will do: the product of the two other frequencies. */
    d.core = (uint64_t)c->icnt_mhz * c->dram_mhz;
    d.icnt = (uint64_t)c->core_mhz * c->dram_mhz;
    d.dram = (uint64_t)c->core_mhz * c->icnt_mhz;
    d.read_flits = derive_flits(c, 0);
    d.store_flits = derive_flits(c, c->line_bytes);
    d.data_flits = derive_flits(c, c->l2_sector_bytes);
    d.sectors = c->line_bytes / c->l2_sector_bytes;
    d.columns = (uint32_t)ceil_div(c->l2_sector_bytes, c->dram_atom_bytes);
    d.column_gap = (uint32_t)max_of(c->t_ccd, c->dram_burst);
    if (c->dram_bank_groups > 1)
        d.column_gap = (uint32_t)max_of(d.column_gap, c->t_ccdl);
    return d;
}

uint64_t derive_icnt_after_core(const derive_t *d, uint64_t core)
{
    return core * d->core / d->icnt + 1;
}

uint64_t derive_core_from_icnt(const derive_t *d, uint64_t icnt)
{
    return ceil_div(icnt * d->icnt, d->core);
}

uint64_t derive_dram_after_icnt(const derive_t *d, uint64_t icnt)
{
    return icnt * d->icnt / d->dram + 1;
}

uint64_t derive_icnt_from_dram(const derive_t *d, uint64_t dram)
{
    return ceil_div(dram * d->dram, d->icnt);
}

/* ---- One load ---- */

/* A cycle after issue (and the operand read) in the memory stage. */
static uint64_t memory_stage(const derive_t *d, uint64_t issue)
{
    return issue + 1 + d->c->exec_delay;
}

uint64_t derive_l1_hit(const derive_t *d, uint64_t issue)
{
    return memory_stage(d, issue) + d->c->l1_hit_latency - 1;
}

/* Issue to the L2's lookup: over the crossbar, and the slice's own delay. */
static uint64_t l2_lookup(const derive_t *d, uint64_t issue)
{
    uint64_t sent = memory_stage(d, issue) + d->c->l1_miss_delay;
    uint64_t moved = derive_icnt_after_core(d, sent);
    uint64_t arrived = moved + d->read_flits - 1 + d->c->icnt_latency;
    return arrived + 1 + d->c->rop_latency;
}

/* The first sector leaves the slice in `leave`, the others a cycle apart at best; all of them over
 * one port, and one a cycle into the SM. */
static uint64_t to_registers(const derive_t *d, uint64_t leave)
{
    uint64_t port = 0, taken = 0;
    for (uint32_t i = 0; i < d->sectors; i++) {
        uint64_t moved = max_of(leave + i, port);
        port = moved + d->data_flits;
        uint64_t visible = derive_core_from_icnt(d, port - 1 + d->c->icnt_latency);
        taken = i ? max_of(taken + 1, visible) : visible;
    }
    return taken + d->c->l1_fill_delay;
}

uint64_t derive_l2_hit(const derive_t *d, uint64_t issue)
{
    return to_registers(d, l2_lookup(d, issue) + d->c->l2_latency);
}

uint64_t derive_l3_hit(const derive_t *d, uint64_t issue)
{
    uint64_t lookup = l2_lookup(d, issue) + 1 + d->c->l3_tag_latency;
    uint64_t fill = lookup + d->c->l3_latency + 1;
    return to_registers(d, fill + d->c->l2_latency);
}

/* A request is in the bank's hands in `c`: its row is open and its first column may come from the
 * cycle returned on. */
static uint64_t open_row(derive_t *d, uint64_t c, derive_bank_t *b, uint64_t row, bool write)
{
    const gpu_cfg_t *p = d->c;
    if (b->open && b->row != row) {
        c = max_of(c, b->pre_ok); /* precharge */
        b->open = false;
        b->act_ok = max_of(b->act_ok, c + p->t_rp);
    }
    if (!b->open) {
        c = max_of(c, b->act_ok); /* activate */
        b->open = true;
        b->row = row;
        b->act_ok = c + p->t_rc;
        b->pre_ok = max_of(b->pre_ok, c + p->t_ras);
        b->col_ok = c + p->t_rcd;
        b->write_ok = p->t_rcdwr ? c + p->t_rcdwr : b->col_ok;
    }
    return max_of(c, write ? b->write_ok : b->col_ok);
}

/* A read: end of its last data. */
static uint64_t dram_read(derive_t *d, uint64_t c, uint32_t bank, uint64_t row)
{
    derive_bank_t *b = &d->bank[bank];
    c = max_of(open_row(d, c, b, row, false), d->bus_read_ok);
    c += (uint64_t)(d->columns - 1) * d->column_gap;
    b->pre_ok = max_of(b->pre_ok, c + max_of(d->c->t_rtp, d->c->t_rtpl));
    return c + d->c->t_cl + d->c->dram_burst;
}

/* A write: its last column. */
static uint64_t dram_write(derive_t *d, uint64_t c, uint32_t bank, uint64_t row)
{
    derive_bank_t *b = &d->bank[bank];
    c = open_row(d, c, b, row, true) + (uint64_t)(d->columns - 1) * d->column_gap;
    uint64_t end = c + d->c->t_wl + d->c->dram_burst;
    b->pre_ok = max_of(b->pre_ok, end + d->c->t_wr);
    b->col_ok = max_of(b->col_ok, c + d->column_gap);
    d->bus_read_ok = end + d->c->t_cdlr;
    return c;
}

uint64_t derive_store(const derive_t *d, uint64_t issue)
{
    uint64_t sent = memory_stage(d, issue) + d->c->l1_miss_delay;
    uint64_t moved = derive_icnt_after_core(d, sent);
    uint64_t lookup = moved + d->store_flits - 1 + d->c->icnt_latency + 1 + d->c->rop_latency;
    return derive_core_from_icnt(d, lookup + d->sectors - 1 + d->c->l2_latency + d->read_flits - 1 +
                                        d->c->icnt_latency);
}

uint64_t derive_dram_after_write(derive_t *d, uint64_t issue, uint32_t bank, uint64_t row)
{
    const gpu_cfg_t *c = d->c;
    uint64_t lookup = l2_lookup(d, issue), end;
    /* The slice hands one request down a cycle, or the channel takes one a cycle; the channel takes
     * one into its queue a cycle. */
    bool push = c->dram_admit == GPU_DRAM_PUSH;
    uint64_t first = derive_dram_after_icnt(d, lookup) + c->dram_latency;
    uint64_t second = push ? derive_dram_after_icnt(d, lookup + 1) + c->dram_latency : 0;
    second = max_of(second, first + 1);
    if (c->l2_fetch_first) {
        end = dram_read(d, first, bank, row);
        uint64_t bus = end + 2 > c->t_wl ? end + 2 - c->t_wl : 0; /* the write's data follow */
        uint64_t column = end - c->t_cl - c->dram_burst;
        dram_write(d, max_of(max_of(second, column + d->column_gap), bus), bank, row);
    } else {
        uint64_t written = dram_write(d, first, bank, row);
        end = dram_read(d, max_of(second, written + 1), bank, row);
    }
    uint64_t fill = derive_icnt_from_dram(d, end);
    return to_registers(d, fill + c->l2_latency);
}

uint64_t derive_dram(derive_t *d, uint64_t issue, uint32_t bank, uint64_t row)
{
    const gpu_cfg_t *c = d->c;
    uint64_t lookup = l2_lookup(d, issue);
    if (c->l3_enabled)
        lookup += 1 + c->l3_tag_latency;
    uint64_t queued = derive_dram_after_icnt(d, lookup) + c->dram_latency;
    uint64_t fill = derive_icnt_from_dram(d, dram_read(d, queued, bank, row));
    if (c->l3_enabled)
        fill += c->l3_latency + 1;
    return to_registers(d, fill + c->l2_latency);
}

/* ---- One warp ---- */

derive_issue_t derive_warp(const gpu_cfg_t *c)
{
    return (derive_issue_t){.c = c, .left = c->fetch_insts, .from = c->fetch_latency};
}

bool derive_simple_issue(const gpu_cfg_t *c)
{
    return c->simt_width == c->warp_size && c->sp_initiation == 1;
}

uint64_t derive_next(derive_issue_t *w, bool memory, uint64_t ready)
{
    const gpu_cfg_t *c = w->c;
    uint64_t t = max_of(max_of(w->at, ready), w->from);
    uint32_t class = memory ? w->memory : w->sp, units = memory ? c->ldst_units : c->sp_units;
    if (t == w->at && (w->issued == c->issue_per_sched || class == units))
        t++;
    if (t != w->at)
        w->issued = w->memory = w->sp = 0;
    w->at = t;
    w->issued++;
    memory ? w->memory++ : w->sp++;
    if (--w->left == 0)
        derive_jump(w);
    return t;
}

void derive_jump(derive_issue_t *w)
{
    w->left = w->c->fetch_insts;
    w->from = w->at + w->c->fetch_latency;
}

/* ---- Many misses ---- */

/* The miss before i, counted from i backwards, that is the k-th of i's set; -1: there is none. */
static int kth_of_set(const uint32_t *set, uint32_t i, uint32_t k)
{
    for (uint32_t j = i; j-- > 0;)
        if (set[j] == set[i] && --k == 0)
            return (int)j;
    return -1;
}

/* Places of a queue of capacity `flits` for packets of `size`; at least one packet. */
static uint32_t places(uint32_t flits, uint64_t size)
{
    return (uint32_t)max_of(1, flits / size);
}

/*
 * Everything is in order, so each stage is a recurrence: a miss is there when it has left the stage
 * before, when the stage is free of the miss before it, and when the queue behind has a place,
 * which is when the miss that many before it has gone.
 */
void derive_misses(const derive_t *d, derive_misses_t *out, uint32_t n, const uint32_t *set,
                   uint64_t first)
{
    const gpu_cfg_t *c = d->c;
    uint64_t sent[DERIVE_MISSES], moved[DERIVE_MISSES], taken[DERIVE_MISSES];
    uint64_t looked[DERIVE_MISSES], left[DERIVE_MISSES], gone[DERIVE_MISSES];
    uint32_t in_req = places(c->icnt_in_flits, d->read_flits);
    uint32_t out_req = places(c->icnt_out_flits, d->read_flits);
    uint32_t in_rep = places(c->icnt_in_flits, d->data_flits);
    uint32_t out_rep = places(c->icnt_out_flits, d->data_flits);
    uint32_t l2_in = c->l2_queue + c->rop_latency, l2_out = c->l2_reply_queue + c->l2_latency;
    out->fail_assoc = out->fail_mshr = out->fail_queue = 0;
    for (uint32_t i = 0; i < n; i++) {
        /* The L1: a way, an MSHR, a place in the miss queue; looked for every cycle, in this
         * order. A fill frees way and MSHR before the memory stage of its cycle; the packet leaves
         * the miss queue after it. */
        int way = kth_of_set(set, i, c->l1_ways);
        uint64_t now = i ? out->accepted[i - 1] + 1 : first;
        uint64_t way_at = way >= 0 ? out->back[way] : 0;
        uint64_t mshr_at = i >= c->l1_mshrs ? out->back[i - c->l1_mshrs] : 0;
        uint64_t queue_at = i >= c->l1_miss_queue ? sent[i - c->l1_miss_queue] + 1 : 0;
        uint64_t t = max_of(now, way_at);
        out->fail_assoc += t - now;
        now = t;
        t = max_of(now, mshr_at);
        out->fail_mshr += t - now;
        now = t;
        t = max_of(now, queue_at);
        out->fail_queue += t - now;
        out->accepted[i] = t;
        /* Into the crossbar: one packet a core cycle, when the input buffer has room. The crossbar
         * takes a packet out before the SM's edge of the same instant. */
        t += c->l1_miss_delay;
        if (i)
            t = max_of(t, sent[i - 1] + 1);
        if (i >= in_req)
            t = max_of(t, derive_core_from_icnt(d, moved[i - in_req]));
        sent[i] = t;
        /* Over it: the slice takes a packet out before the crossbar's turn. */
        t = derive_icnt_after_core(d, t);
        if (i)
            t = max_of(t, moved[i - 1] + d->read_flits);
        if (i >= out_req)
            t = max_of(t, taken[i - out_req]);
        moved[i] = t;
        /* Into the slice, which looks up first. */
        t += d->read_flits - 1 + c->icnt_latency;
        if (i)
            t = max_of(t, taken[i - 1] + 1);
        if (i >= l2_in)
            t = max_of(t, looked[i - l2_in]);
        taken[i] = t;
        t += 1 + c->rop_latency;
        if (i)
            t = max_of(t, looked[i - 1] + 1);
        if (i >= l2_out)
            t = max_of(t, left[i - l2_out]);
        looked[i] = t;
        /* Out of it: the crossbar takes a packet after the slice's turn. */
        t += c->l2_latency;
        if (i)
            t = max_of(t, left[i - 1] + 1);
        if (i >= in_rep)
            t = max_of(t, gone[i - in_rep] + 1);
        left[i] = t;
        if (i)
            t = max_of(t, gone[i - 1] + d->data_flits);
        if (i >= out_rep)
            t = max_of(t, derive_icnt_after_core(d, out->back[i - out_rep]));
        gone[i] = t;
        t = derive_core_from_icnt(d, t + d->data_flits - 1 + c->icnt_latency);
        out->back[i] = i ? max_of(t, out->back[i - 1] + 1) : t;
    }
}

/* ---- Addresses ---- */

uint64_t derive_channel_stride(const gpu_cfg_t *c)
{
    return (uint64_t)c->interleave_bytes * c->dram_channels * c->l2_slices;
}

uint64_t derive_bank_stride(const gpu_cfg_t *c)
{
    return derive_channel_stride(c) * (c->dram_row_bytes / c->interleave_bytes);
}

uint64_t derive_row_stride(const gpu_cfg_t *c)
{
    return derive_bank_stride(c) * (c->dram_banks / c->l2_slices);
}

uint64_t derive_base(const gpu_cfg_t *c)
{
    uint64_t unit = derive_row_stride(c);
    /* Rows are not a power of two with an odd number of channels; L1 and L2 sets start anew at
     * multiples of their size. */
    return ceil_div(DEV_BASE, unit) * unit;
}
