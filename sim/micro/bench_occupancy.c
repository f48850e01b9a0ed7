/*
 * Occupancy: the most CTAs an SM holds at once, by each limit; 64 are waiting.
 *
 *   CTA slots       ctas_per_sm
 *   warps           warps_per_sm / warps of a CTA
 *   shared memory   shared_bytes / bytes of a CTA
 *   registers       regs_per_sm / (registers a thread, rounded up to reg_round, x lanes of a CTA)
 *
 * Dispatch: cta_issue CTAs a core cycle, at most one an SM: the last of n comes
 * n / min(cta_issue, SMs), rounded up, - 1 cycles after the first.
 */
#include "micro/derive.h"
#include "micro/micro.h"

enum { REGS = 32, GRID = 64 };

static uint32_t limit(const gpu_cfg_t *c, uint32_t warps, uint32_t shared)
{
    uint32_t regs = (uint32_t)ceil_div(REGS, c->reg_round) * c->reg_round * c->warp_size * warps;
    uint32_t by[] = {c->ctas_per_sm, c->warps_per_sm / warps, c->regs_per_sm / regs,
                     shared ? c->shared_bytes / shared : GRID};
    uint32_t least = GRID;
    for (unsigned i = 0; i < sizeof by / sizeof by[0]; i++)
        least = by[i] < least ? by[i] : least;
    return least;
}

static void one(micro_t *m, const gpu_cfg_t *c, uint32_t warps, uint32_t shared, const char *what)
{
    uint32_t most = limit(c, warps, shared);
    if (!most || warps * c->warp_size > 1024) {
        micro_skip(m, "%s: a CTA does not fit", what);
        return;
    }
    unsigned row = micro_expect(m, MICRO_EXACT, "CTAs", most, "%s", what);
    unsigned regs = micro_expect(m, MICRO_EXACT, "registers", REGS, "  registers a thread");
    micro_launch_t l = {.module = "occupancy",
                        .kernel = "registers_32",
                        .grid = GRID * c->n_sms,
                        .block = warps * c->warp_size,
                        .shared = shared,
                        .cfg = c};
    micro_result_t r = micro_launch(m, &l);
    micro_got(m, row, r.most_ctas);
    micro_got(m, regs, r.regs);
}

/* Core cycles by which the last of so many CTAs is behind the first; nothing is scarce. */
static void dispatch(micro_t *m, uint32_t sms, uint32_t ctas)
{
    gpu_cfg_t c = m->cfg;
    c.n_sms = sms;
    c.ctas_per_sm = c.warps_per_sm = 8;
    c.schedulers = 4;
    c.fetch_warps = 4;
    c.sp_units = 8;
    uint32_t each = c.cta_issue < sms ? c.cta_issue : sms;
    unsigned row = micro_expect(m, MICRO_EXACT, "core cycles", (double)ceil_div(ctas, each) - 1,
                                "%u CTAs to %u SMs: the last after the first", ctas, sms);
    micro_launch_t l = {.module = "issue", .kernel = "sp_chain", .block = c.warp_size, .cfg = &c};
    micro_launch_t first = l, all = l;
    first.grid = 1;
    all.grid = ctas;
    micro_got(m, row, (double)micro_cycles_between(m, &first, &all));
}

static void run(micro_t *m)
{
    gpu_cfg_t c = m->cfg;
    c.n_sms = 2;
    c.regs_per_sm = 1048576; /* until it is their turn */
    one(m, &c, 1, 0, "CTA slots, CTAs of one warp");
    one(m, &c, c.warps_per_sm / 3 > 1024 / c.warp_size ? 1024 / c.warp_size : c.warps_per_sm / 3, 0,
        "warps, CTAs of a third of them");
    one(m, &c, 7, 0, "warps, CTAs of seven");
    one(m, &c, 1, c.shared_bytes / 3, "shared memory, a third of it a CTA");
    one(m, &c, 1, c.shared_bytes / 2 + 1, "shared memory, over half of it a CTA");
    c.regs_per_sm = m->cfg.regs_per_sm;
    one(m, &c, 8, 0, "registers, CTAs of eight warps");
    c.regs_per_sm = REGS * c.warp_size * 8 * 2;
    one(m, &c, 8, 0, "registers for two CTAs");
    c.regs_per_sm--;
    one(m, &c, 8, 0, "one register less");
    c.regs_per_sm++;
    c.reg_round = 64;
    one(m, &c, 8, 0, "registers for two, rounded up to 64");
    dispatch(m, 1, 4);
    dispatch(m, 64, 64);
    dispatch(m, m->cfg.n_sms, 3 * m->cfg.n_sms);
}

const micro_bench_t micro_occupancy = {
    "occupancy", "CTAs of an SM by slots, warps, shared memory, registers", run};
