#include "gpu/icnt.h"

#include <inttypes.h>

#include "common/bits.h"

static uint8_t flits_of(const gpu_cfg_t *cfg, uint32_t payload)
{
    uint32_t flits = (cfg->header_bytes + payload + cfg->flit_bytes - 1) / cfg->flit_bytes;
    return (uint8_t)(flits ? flits : 1);
}

bool icnt_init(icnt_t *n, const gpu_cfg_t *cfg, bool replies, uint32_t n_in, uint32_t n_out)
{
    n->n_in = n_in;
    n->n_out = n_out;
    n->latency = cfg->icnt_latency;
    n->gap = cfg->icnt_gap;
    n->in_cap = cfg->icnt_in_flits;
    n->out_cap = cfg->icnt_out_flits;
    n->sector_bytes = cfg->l2_sector_bytes;
    for (uint32_t i = 0; i <= 8; i++) {
        n->data_flits[i] = flits_of(cfg, i * cfg->l2_sector_bytes);
        n->piece_flits[i] = flits_of(cfg, i * 32);
    }
    n->replies = replies;
    bool ok = true;
    for (uint32_t i = 0; i < n_in; i++)
        ok = ring_init(&n->in[i].q, n->in_cap) && ok;
    for (uint32_t i = 0; i < n_out; i++)
        ok = ring_init(&n->out[i].q, n->out_cap) && ok;
    return ok;
}

void icnt_free(icnt_t *n)
{
    for (uint32_t i = 0; i < n->n_in; i++)
        ring_free(&n->in[i].q);
    for (uint32_t i = 0; i < n->n_out; i++)
        ring_free(&n->out[i].q);
}

/* read_cycles is the sum over packets of reads of (edge of leaving - edge of entry): the entry is
 * subtracted here, and icnt_stats() adds what those inside have spent so far. */
static void count_packet(icnt_t *n, const gpu_req_t *r)
{
    gpu_stats_icnt_t *s = &n->stats;
    uint32_t payload = icnt_packet_payload(n, r);
    s->payload_bytes += payload;
    if (r->kind == GPU_REQ_READ) {
        s->read_packets++;
        s->read_cycles -= n->clk->next;
        n->reading++;
        return;
    }
    if (n->replies && r->kind == GPU_REQ_ATOMIC)
        s->read_packets++;
    else
        s->write_packets++;
    if (r->kind == GPU_REQ_ATOMIC || (r->kind == GPU_REQ_REDUCE && !n->replies)) {
        s->atomic_packets++;
        s->atomic_payload_bytes += payload;
    }
}

void icnt_stats(const icnt_t *n, gpu_stats_icnt_t *out)
{
    *out = n->stats;
    out->read_cycles += n->reading * n->clk->next;
}

void icnt_push(icnt_t *n, uint32_t in, uint32_t out, const gpu_req_t *r, uint32_t flits)
{
    icnt_in_t *p = &n->in[in];
    ring_push(&p->q, r, (uint64_t)out << 32 | flits);
    p->flits += flits;
    if (p->q.count == 1) {
        n->out[out].want |= UINT64_C(1) << in;
        n->wanted |= UINT64_C(1) << out;
    }
    n->stats.packets_in++;
    n->inside++;
    count_packet(n, r);
    wake_lower(n->wake, 0, 0);
}

void icnt_pop(icnt_t *n, uint32_t out)
{
    icnt_out_t *p = &n->out[out];
    const gpu_req_t *r = &ring_head(&p->q)->r;
    p->flits -= icnt_packet_flits(n, r);
    if (r->kind == GPU_REQ_READ) {
        n->reading--;
        n->stats.read_cycles += n->clk->next;
    }
    ring_pop(&p->q);
    n->stats.packets_out++;
    n->inside--;
    if (n->blocked >> out & 1)
        wake_lower(n->wake, 0, 0);
}

/* Moves the head of input i to output o. */
static void transfer(icnt_t *n, uint32_t i, uint32_t o, uint32_t flits, uint64_t cycle)
{
    icnt_in_t *from = &n->in[i];
    icnt_out_t *to = &n->out[o];
    uint64_t bit = UINT64_C(1) << i;
    uint64_t arrive = clock_convert(n->clk, n->rx_clk, cycle + flits - 1 + n->latency);
    ring_push(&to->q, &ring_head(&from->q)->r, arrive);
    to->flits += flits;
    wake_lower(n->rx_wake, o, arrive);
    ring_pop(&from->q);
    from->flits -= flits;
    if (n->waiting & bit) {
        n->waiting &= ~bit;
        wake_lower(n->tx_wake, i, 0);
    }
    to->want &= ~bit;
    if (!to->want)
        n->wanted &= ~(UINT64_C(1) << o);
    if (from->q.count) {
        uint32_t next = (uint32_t)(ring_ready(&from->q) >> 32);
        n->out[next].want |= bit;
        n->wanted |= UINT64_C(1) << next;
    }
    if (flits + n->gap > 1) { /* else the ports are free in the next cycle */
        from->until = to->until = cycle + flits + n->gap;
        n->in_busy |= bit;
        n->out_busy |= UINT64_C(1) << o;
    }
    to->next_in = (uint8_t)(i + 1);
    n->stats.flits += flits;
    n->stats.port_busy_cycles += flits;
}

/* Clears the bits of the ports whose transfer has ended; lowers *next to the earliest other end. */
static void release(icnt_t *n, uint64_t cycle, uint64_t *next)
{
    for (uint64_t m = n->in_busy; m; m &= m - 1) {
        unsigned p = bits_lowest(m);
        if (n->in[p].until <= cycle)
            n->in_busy &= ~(UINT64_C(1) << p);
        else if (n->in[p].until < *next)
            *next = n->in[p].until;
    }
    for (uint64_t m = n->out_busy; m; m &= m - 1) {
        unsigned p = bits_lowest(m);
        if (n->out[p].until <= cycle)
            n->out_busy &= ~(UINT64_C(1) << p);
        else if (n->out[p].until < *next)
            *next = n->out[p].until;
    }
}

void icnt_settle(icnt_t *n, uint64_t cycle)
{
    if (cycle > n->last + 1) {
        n->stats.blocked_output += bits_popcount(n->blocked) * (cycle - n->last - 1);
        n->last = cycle - 1;
    }
}

uint64_t icnt_tick(icnt_t *n, uint64_t cycle)
{
    icnt_settle(n, cycle);
    n->last = cycle;
    n->blocked = 0;
    if (!n->wanted)
        return CLOCK_NEVER;
    uint64_t next = CLOCK_NEVER, taken = 0; /* taken: inputs, in this cycle */
    release(n, cycle, &next);
    for (uint64_t m = n->wanted & ~n->out_busy; m; m &= m - 1) {
        unsigned o = bits_lowest(m);
        icnt_out_t *to = &n->out[o];
        uint64_t cand = to->want & ~(n->in_busy | taken);
        if (!cand)
            continue;
        uint64_t from = cand & ~bits_mask(to->next_in);
        unsigned i = bits_lowest(from ? from : cand);
        uint32_t flits = (uint32_t)ring_ready(&n->in[i].q);
        if (to->q.count && to->flits + flits > n->out_cap) {
            n->blocked |= UINT64_C(1) << o;
            continue;
        }
        transfer(n, i, o, flits, cycle);
        taken |= UINT64_C(1) << i;
    }
    if (n->blocked)
        n->stats.blocked_output += bits_popcount(n->blocked);
    return !n->wanted ? CLOCK_NEVER : taken ? cycle + 1 : next;
}

bool icnt_empty(const icnt_t *n)
{
    return n->inside == 0;
}

void icnt_dump(const icnt_t *n, FILE *f)
{
    fprintf(f, "crossbar %s: %" PRIu64 " in, %" PRIu64 " out\n",
            n->replies ? "replies" : "requests", n->stats.packets_in, n->stats.packets_out);
    for (uint32_t i = 0; i < n->n_in; i++)
        if (n->in[i].q.count)
            fprintf(f, "  in %u: %u packets, %u flits, head line 0x%" PRIx64 " to port %u\n", i,
                    n->in[i].q.count, n->in[i].flits, ring_head(&n->in[i].q)->r.line,
                    (uint32_t)(ring_head(&n->in[i].q)->ready >> 32));
    for (uint32_t o = 0; o < n->n_out; o++)
        if (n->out[o].q.count)
            fprintf(f,
                    "  out %u: %u packets, %u flits, head line 0x%" PRIx64 " from cycle %" PRIu64
                    "%s\n",
                    o, n->out[o].q.count, n->out[o].flits, ring_head(&n->out[o].q)->r.line,
                    ring_head(&n->out[o].q)->ready, n->blocked >> o & 1 ? ", full" : "");
}
