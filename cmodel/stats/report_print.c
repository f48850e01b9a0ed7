/* The short table at the end of a run. */
#include <inttypes.h>

#include "stats/report.h"

static double percent(uint64_t a, uint64_t b)
{
    return b ? 100.0 * (double)a / (double)b : 0.0;
}

static double per(double a, double b)
{
    return b > 0 ? a / b : 0.0;
}

/* A byte count in the unit that keeps it readable. */
static void print_bytes(FILE *out, const char *what, double bytes)
{
    static const char *const units[] = {"B", "KB", "MB", "GB", "TB"};
    unsigned u = 0;
    while (bytes >= 1024 && u < 4) {
        bytes /= 1024;
        u++;
    }
    fprintf(out, "%s %.4g %s", what, bytes, units[u]);
}

static void print_l1(const gpu_stats_l1d_t *l, FILE *out)
{
    fprintf(out,
            "  L1D      %" PRIu64 " reads: hit %.1f %%, merged %.1f %%, missed %.1f %%, "
            "bypassed %.1f %%\n",
            l->accesses, percent(l->hits, l->accesses), percent(l->pending_hits, l->accesses),
            percent(l->misses, l->accesses), percent(l->bypasses, l->accesses));
    fprintf(out, "           misses %.1f %% cold; evicted unused %.1f %%\n",
            percent(l->cold_misses, l->cold_misses + l->reload_misses),
            percent(l->zero_reuse_evictions, l->evictions));
}

static void print_policy(const report_policy_t *p, FILE *out)
{
    fprintf(out, "  %s\n", p->name);
    for (unsigned i = 0; i < p->n_rows; i++) {
        if (p->row[i].is_ratio)
            fprintf(out, "    %-28s %.4f\n", p->row[i].name, p->row[i].ratio);
        else
            fprintf(out, "    %-28s %" PRIu64 "\n", p->row[i].name, p->row[i].count);
    }
}

static void print_timing(const report_t *r, FILE *out)
{
    const gpu_stats_t *s = &r->stats;
    const gpu_cfg_t *g = &r->config->gpu;
    double cycles = (double)s->run.cycles;
    uint64_t slots = s->sm.scheduler_cycles;
    fprintf(out, "  cycles   %" PRIu64 "   IPC %.3f (threads), %.4f (warps)\n", s->run.cycles,
            per((double)s->run.thread_instructions, cycles),
            per((double)s->run.warp_instructions, cycles));
    print_l1(&s->l1d, out);
    fprintf(out, "  L2       %" PRIu64 " reads: missed %.1f %%;  DRAM row hits %.1f %%\n",
            s->l2.reads + s->l2.atomics, percent(s->l2.read_misses, s->l2.reads + s->l2.atomics),
            percent(s->dram.row_hits, s->dram.reads + s->dram.writes));
    fprintf(out,
            "  slots    issued %.1f %%, memory RAW %.1f %%, data RAW %.1f %%, structural %.1f %%, "
            "idle %.1f %%\n",
            percent(s->sm.issued, slots), percent(s->sm.stall_raw_memory, slots),
            percent(s->sm.stall_raw_data, slots), percent(s->sm.stall_structural, slots),
            percent(s->sm.stall_idle, slots));
    print_bytes(out, "  traffic  to L2", (double)s->icnt_req.flits * (double)g->flit_bytes);
    print_bytes(out, ", from L2", (double)s->icnt_reply.flits * (double)g->flit_bytes);
    print_bytes(out, ", DRAM",
                (double)s->dram.bus_busy_cycles / (double)g->dram_burst *
                    (double)g->dram_atom_bytes);
    fputc('\n', out);
    energy_t e;
    energy_predictor_t predictor = report_predictor(r);
    energy_compute(r->config, s, &predictor, &e);
    fprintf(out, "  energy   %.4g uJ, L1 %.4g uJ (%s)\n", (e.dynamic_nj + e.static_nj) / 1e3,
            (e.part[ENERGY_L1].dynamic_nj + e.part[ENERGY_L1].static_nj) / 1e3,
            energy_choice_name(e.table));
}

void report_print(const report_t *r, FILE *out)
{
    const report_workload_t *w = &r->workload;
    uint64_t insts = r->timing ? r->stats.run.warp_instructions : r->warp_instructions;
    fprintf(out, "%s%s%s on %s, engine %s: result %s%s\n", w->name, w->scale ? " " : "",
            w->scale ? w->scale : "", r->config->name, r->engine, w->result,
            r->stopped ? ", stopped at --max-cycles" : "");
    fprintf(out, "  launches %" PRIu64 " (%" PRIu64 " timed), %" PRIu64 " warp instructions\n",
            w->launches, w->timed_launches, insts);
    if (r->timing)
        print_timing(r, out);
    for (unsigned i = 0; i < r->n_policies; i++)
        print_policy(&r->policy[i], out);
    if (r->host.rtl_evals)
        fprintf(out,
                "  RTL      %" PRIu64 " evaluations, %" PRIu64 " clock edges, %" PRIu64
                " bits compared\n",
                r->host.rtl_evals, r->host.rtl_ticks, r->host.compared_bits);
    fprintf(out, "  host     %.2f s, %.0f warp instructions/s, %.0f MB\n", r->host.wall_s,
            per((double)insts, r->host.wall_s), (double)r->host.peak_rss_kb / 1024);
}
