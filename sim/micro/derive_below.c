/*
 * The path below the L1, stage by stage: crossbars, slices, DRAM; for one request alone, and for
 * many misses in a row.
 */
#include "micro/derive.h"

/* ---- One request alone ---- */

/* Issue to the L2's lookup: over the crossbar, and the slice's own delay. */
static uint64_t l2_lookup(const derive_t *d, uint64_t issue)
{
    uint64_t sent = derive_sent(d->c, derive_memory_stage(d, issue));
    uint64_t moved = derive_icnt_after_core(d, sent);
    uint64_t arrived = derive_l2_from_icnt(d, moved + d->read_flits - 1 + d->c->icnt_latency);
    return 1 + derive_after_rop(d, arrived);
}

/* A lookup that sends something down, or the k-th thing that it sends: the L2 cycle in which that
 * is where the next level takes it. */
static uint64_t offered(const derive_t *d, uint64_t lookup, uint32_t k)
{
    return d->c->l2_dram_queue ? lookup + k : lookup;
}

/* Places of a queue of capacity `flits` for packets of `size`; at least one packet. */
static uint32_t places(uint32_t flits, uint64_t size)
{
    return (uint32_t)max_of(1, flits / size);
}

/* The first sector leaves the slice in its cycle `leave`, the others as far apart as the lookups at
 * best; all of them over one port, whose output buffer holds them until the SM takes them, one a
 * cycle. */
static uint64_t to_registers(const derive_t *d, uint64_t leave)
{
    uint64_t port = 0, taken[8], apart = derive_data_time(d->c, d->c->l2_sector_bytes);
    uint32_t out = places(d->c->icnt_out_flits, d->data_flits);
    for (uint32_t i = 0; i < d->sectors; i++) {
        uint64_t moved = max_of(derive_icnt_from_l2(d, leave + i * apart), port);
        if (i >= out)
            moved = max_of(moved, derive_icnt_after_core(d, taken[i - out]));
        port = moved + derive_port_time(d->c, d->data_flits);
        taken[i] = derive_core_from_icnt(d, moved + d->data_flits - 1 + d->c->icnt_latency);
        if (i)
            taken[i] = max_of(taken[i], taken[i - 1] + derive_reply_gap(d->c));
    }
    return derive_reply(d->c, taken[d->sectors - 1]) + d->c->l1_fill_delay;
}

uint64_t derive_l2_hit(const derive_t *d, uint64_t issue)
{
    return to_registers(d, l2_lookup(d, issue) + d->c->l2_latency);
}

uint64_t derive_l3_hit(const derive_t *d, uint64_t issue)
{
    uint64_t lookup = offered(d, l2_lookup(d, issue), 1) + 1 + d->c->l3_tag_latency;
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
    uint64_t sent = derive_sent(d->c, derive_store_stage(d, issue));
    uint64_t moved = derive_icnt_after_core(d, sent);
    uint64_t arrived = derive_l2_from_icnt(d, moved + d->store_flits - 1 + d->c->icnt_latency);
    uint64_t lookup = 1 + derive_after_rop(d, arrived);
    uint64_t leave = derive_icnt_from_l2(d, lookup + d->sectors - 1 + d->c->l2_latency);
    uint64_t taken = derive_core_from_icnt(d, leave + d->read_flits - 1 + d->c->icnt_latency);
    return derive_reply(d->c, taken);
}

uint64_t derive_store_through(derive_t *d, uint64_t issue, uint32_t bank, uint64_t row)
{
    const gpu_cfg_t *c = d->c;
    uint64_t sent = derive_sent(c, derive_store_stage(d, issue));
    uint64_t moved = derive_icnt_after_core(d, sent);
    uint64_t arrived = derive_l2_from_icnt(d, moved + d->store_flits - 1 + c->icnt_latency);
    uint64_t lookup = 1 + derive_after_rop(d, arrived);
    uint64_t come = derive_dram_after_l2(d, offered(d, lookup, 1));
    uint64_t queued = derive_after_dram_latency(d, come);
    uint64_t written = dram_write(d, queued, bank, row);
    dram_read(d, max_of(queued, written) + 1, bank, row);
    uint64_t done = derive_l2_from_dram(d, written + c->t_wl + c->dram_burst);
    uint64_t leave = derive_icnt_from_l2(d, done + c->l2_latency);
    uint64_t taken = derive_core_from_icnt(d, leave + d->read_flits - 1 + c->icnt_latency);
    return derive_reply(c, taken);
}

uint64_t derive_dram_after_write(derive_t *d, uint64_t issue, uint32_t bank, uint64_t row)
{
    const gpu_cfg_t *c = d->c;
    uint64_t lookup = l2_lookup(d, issue), end;
    /* The slice hands one request down a cycle, or moves one on, or the channel takes one a cycle;
     * the channel takes one into its queue a cycle. */
    bool push = c->dram_admit == GPU_DRAM_PUSH;
    uint64_t come = derive_dram_after_l2(d, offered(d, lookup, 1));
    uint64_t first = derive_after_dram_latency(d, come);
    uint64_t next = offered(d, lookup, 2) + (push && !c->l2_dram_queue);
    uint64_t second = max_of(derive_dram_after_l2(d, next), come + (push ? 0 : 1));
    second = max_of(derive_after_dram_latency(d, second), first + 1);
    if (c->l2_fetch_first) {
        end = dram_read(d, first, bank, row);
        uint64_t bus = end + 2 > c->t_wl ? end + 2 - c->t_wl : 0; /* the write's data follow */
        uint64_t column = end - c->t_cl - c->dram_burst;
        dram_write(d, max_of(max_of(second, column + d->column_gap), bus), bank, row);
    } else {
        uint64_t written = dram_write(d, first, bank, row);
        end = dram_read(d, max_of(second, written + 1), bank, row);
    }
    uint64_t fill = derive_l2_from_dram(d, end);
    return to_registers(d, fill + c->l2_latency);
}

uint64_t derive_dram(derive_t *d, uint64_t issue, uint32_t bank, uint64_t row)
{
    const gpu_cfg_t *c = d->c;
    uint64_t lookup = offered(d, l2_lookup(d, issue), 1);
    if (c->l3_enabled)
        lookup += 1 + c->l3_tag_latency;
    uint64_t queued = derive_after_dram_latency(d, derive_dram_after_l2(d, lookup));
    uint64_t fill = derive_l2_from_dram(d, dram_read(d, queued, bank, row));
    if (c->l3_enabled)
        fill += c->l3_latency + 1;
    return to_registers(d, fill + c->l2_latency);
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

/* L2 cycles that rop_latency may take: as many requests are in it. */
static uint64_t rop_places(const derive_t *d)
{
    uint64_t n = d->c->rop_latency;
    return d->c->latency_clock == GPU_LATENCY_CORE ? ceil_div(n * d->core, d->l2) : n;
}

/* Whether a slice takes miss i in its cycle t, which begins with all of `ready` known before i, and
 * those in looked[] before looked[i] served or not. */
static bool slice_takes(const gpu_cfg_t *c, const uint64_t *ready, const uint64_t *looked,
                        uint32_t i, uint64_t t)
{
    uint32_t may = 0; /* be looked up */
    for (uint32_t k = i; k-- > 0 && looked[k] >= t;)
        may += ready[k] <= t;
    return may < c->l2_queue;
}

/*
 * Everything is in order, so each stage is a recurrence: a miss is there when it has left the stage
 * before, when the stage is free of the miss before it, and when the queue behind has a place,
 * which is when the miss that many before it has gone.
 */
typedef struct misses {
    const derive_t *d;
    const gpu_cfg_t *c;
    derive_misses_t *out;
    const uint32_t *set;
    uint64_t first;
    uint32_t in_req, out_req, in_rep, out_rep; /* packets that the crossbar's buffers hold */
    uint32_t l2_in, l2_out, miss_queue;        /* requests that the slice and the L1 hold */
    uint64_t sent[DERIVE_MISSES];              /* core cycle: from the miss queue to the crossbar */
    uint64_t moved[DERIVE_MISSES];             /* crossbar cycle: over it */
    uint64_t taken[DERIVE_MISSES];             /* L2 cycles: into the slice, */
    uint64_t ready[DERIVE_MISSES];             /* at its lookup, */
    uint64_t looked[DERIVE_MISSES];            /* looked up, */
    uint64_t left[DERIVE_MISSES];              /* in the crossbar again */
    uint64_t gone[DERIVE_MISSES];              /* crossbar cycle: over it */
} misses_t;

/* A place in the miss queue, looked for from cycle `now` on. */
static uint64_t wait_for_queue(misses_t *m, uint32_t i, uint64_t now)
{
    if (i < m->miss_queue)
        return now;
    uint64_t t = max_of(now, derive_place_free(m->c, m->sent[i - m->miss_queue]));
    m->out->fail_queue += t - now;
    return t;
}

/* The L1: a way, an MSHR, a place in the miss queue; looked for every cycle, in this order, or with
 * l1_read_spare the place before the MSHR. A fill frees way and MSHR before the memory stage of its
 * cycle (the MSHR with its request's turn); the packet leaves the miss queue after it. */
static void enter_l1(misses_t *m, uint32_t i)
{
    const gpu_cfg_t *c = m->c;
    derive_misses_t *out = m->out;
    int way = kth_of_set(m->set, i, c->l1_ways);
    uint64_t now = i ? out->accepted[i - 1] + 1 : m->first;
    uint64_t t = max_of(now, way >= 0 ? out->back[way] : 0);
    out->fail_assoc += t - now;
    now = c->l1_read_spare ? wait_for_queue(m, i, t) : t;
    t = max_of(now, i >= c->l1_mshrs ? derive_mshr_free(c, out->back[i - c->l1_mshrs]) : 0);
    out->fail_mshr += t - now;
    out->accepted[i] = wait_for_queue(m, i, t);
}

/* Into the crossbar: one packet a core cycle, when the input buffer has room. The crossbar takes a
 * packet out before the SM's edge of the same instant. Over it: the slice takes a packet out before
 * the crossbar's turn. */
static void cross_to_l2(misses_t *m, uint32_t i)
{
    uint64_t t = derive_sent(m->c, m->out->accepted[i]);
    if (i)
        t = max_of(t, m->sent[i - 1] + 1);
    if (i >= m->in_req)
        t = max_of(t, derive_core_from_icnt(m->d, m->moved[i - m->in_req]));
    m->sent[i] = t;
    t = derive_icnt_after_core(m->d, t);
    if (i)
        t = max_of(t, m->moved[i - 1] + derive_port_time(m->c, m->d->read_flits));
    if (i >= m->out_req)
        t = max_of(t, derive_icnt_from_l2(m->d, m->taken[i - m->out_req]));
    m->moved[i] = t;
}

/* Into the slice, which looks up first. */
static void look_up(misses_t *m, uint32_t i)
{
    const gpu_cfg_t *c = m->c;
    bool open = c->rop_queue == GPU_ROP_OPEN;
    uint64_t t = derive_l2_from_icnt(m->d, m->moved[i] + m->d->read_flits - 1 + c->icnt_latency);
    if (i)
        t = max_of(t, m->taken[i - 1] + 1);
    if (!open && i >= m->l2_in)
        t = max_of(t, m->looked[i - m->l2_in]);
    while (open && !slice_takes(c, m->ready, m->looked, i, t))
        t++;
    m->taken[i] = t;
    t = 1 + derive_after_rop(m->d, t);
    m->ready[i] = t;
    if (i)
        t = max_of(t, m->looked[i - 1] + derive_data_time(c, c->line_bytes));
    if (i >= m->l2_out)
        t = max_of(t, m->left[i - m->l2_out]);
    m->looked[i] = t;
}

/* Out of the slice: the crossbar takes a packet after the slice's turn. */
static void cross_to_core(misses_t *m, uint32_t i)
{
    const derive_t *d = m->d;
    derive_misses_t *out = m->out;
    uint64_t t = m->looked[i] + m->c->l2_latency;
    if (i)
        t = max_of(t, m->left[i - 1] + 1);
    if (i >= m->in_rep)
        t = max_of(t, derive_l2_after_icnt(d, m->gone[i - m->in_rep]));
    m->left[i] = t;
    t = derive_icnt_from_l2(d, t);
    if (i)
        t = max_of(t, m->gone[i - 1] + derive_port_time(m->c, d->data_flits));
    if (i >= m->out_rep)
        t = max_of(t, derive_icnt_after_core(d, out->popped[i - m->out_rep]));
    m->gone[i] = t;
    t = derive_core_from_icnt(d, t + d->data_flits - 1 + m->c->icnt_latency);
    out->popped[i] = i ? max_of(t, out->popped[i - 1] + derive_reply_gap(m->c)) : t;
    out->back[i] = derive_reply(m->c, out->popped[i]);
}

void derive_misses(const derive_t *d, derive_misses_t *out, uint32_t n, const uint32_t *set,
                   uint64_t first)
{
    const gpu_cfg_t *c = d->c;
    misses_t m = {.d = d,
                  .c = c,
                  .out = out,
                  .set = set,
                  .first = first,
                  .in_req = places(c->icnt_in_flits, d->read_flits),
                  .out_req = places(c->icnt_out_flits, d->read_flits),
                  .in_rep = places(c->icnt_in_flits, d->data_flits),
                  .out_rep = places(c->icnt_out_flits, d->data_flits),
                  .l2_in = c->l2_queue + (uint32_t)rop_places(d),
                  .l2_out = c->l2_reply_queue + c->l2_latency,
                  .miss_queue = c->l1_miss_queue - c->l1_read_spare};
    out->fail_assoc = out->fail_mshr = out->fail_queue = 0;
    for (uint32_t i = 0; i < n; i++) {
        enter_l1(&m, i);
        cross_to_l2(&m, i);
        look_up(&m, i);
        cross_to_core(&m, i);
    }
}

/* A packet whose request and reply carry so many bytes, and whose data in the slice are so many. */
static void packet(const derive_t *d, derive_packet_t *p, uint64_t sent, uint64_t request_bytes,
                   uint64_t reply_bytes, uint64_t data_bytes)
{
    const gpu_cfg_t *c = d->c;
    uint64_t request_flits = derive_flits(c, request_bytes);
    uint64_t reply_flits = derive_flits(c, reply_bytes);
    derive_packet_t n = {.any = true,
                         .request = derive_port_time(c, request_flits),
                         .port = derive_port_time(c, reply_flits),
                         .data = derive_data_time(c, data_bytes)};
    n.moved = derive_icnt_after_core(d, sent);
    if (p->any)
        n.moved = max_of(n.moved, p->moved + p->request);
    n.taken = derive_l2_from_icnt(d, n.moved + request_flits - 1 + c->icnt_latency);
    if (p->any)
        n.taken = max_of(n.taken, p->taken + 1);
    n.looked = 1 + derive_after_rop(d, n.taken);
    if (p->any)
        n.looked = max_of(n.looked, p->looked + p->data);
    n.left = n.looked + c->l2_latency;
    n.gone = derive_icnt_from_l2(d, n.left);
    if (p->any)
        n.gone = max_of(n.gone, p->gone + p->port);
    n.back = derive_reply(c, derive_core_from_icnt(d, n.gone + reply_flits - 1 + c->icnt_latency));
    if (p->any)
        n.back = max_of(n.back, p->back + derive_reply_gap(c));
    *p = n;
}

void derive_packet(const derive_t *d, derive_packet_t *p, uint64_t sent, uint64_t reply_bytes)
{
    packet(d, p, sent, 0, reply_bytes, reply_bytes);
}

void derive_store_packet(const derive_t *d, derive_packet_t *p, uint64_t sent, uint64_t bytes)
{
    packet(d, p, sent, bytes, 0, bytes);
}
