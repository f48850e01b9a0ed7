/* The summary at the end of a run: one screen, REPORT_LINES lines of REPORT_COLUMNS columns. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "stats/report.h"

enum { TOP_LOADS = 3, ANALYSIS_LINES = 4 };

typedef struct screen {
    FILE *out;
    unsigned used; /* lines */
} screen_t;

/* A line; what does not fit its columns is cut off. */
__attribute__((format(printf, 2, 3))) static void line(screen_t *s, const char *fmt, ...)
{
    char text[REPORT_COLUMNS + 1];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    fprintf(s->out, "%s\n", text);
    s->used++;
}

static double percent(uint64_t a, uint64_t b)
{
    return b ? 100.0 * (double)a / (double)b : 0.0;
}

static double per(double a, double b)
{
    return b > 0 ? a / b : 0.0;
}

/* A byte count in the unit that keeps it readable. */
typedef struct size_text {
    char text[24];
} size_text_t;

static size_text_t size_of(uint64_t count)
{
    static const char *const units[] = {"B", "KB", "MB", "GB", "TB", "PB", "EB"};
    size_text_t t;
    unsigned u = 0;
    double bytes = (double)count;
    while (bytes >= 1000 && u < 6) { /* at 1000, for four digits at most */
        bytes /= 1024;
        u++;
    }
    snprintf(t.text, sizeof t.text, "%.3g %s", bytes, units[u]);
    return t;
}

static void print_caches(screen_t *p, const report_t *r)
{
    const gpu_stats_t *s = &r->stats;
    const gpu_stats_l1d_t *l = &s->l1d;
    const gpu_cfg_t *g = &r->config->gpu;
    uint64_t reads = l->accesses, misses = l->cold_misses + l->reload_misses;
    line(p,
         "  L1D      %" PRIu64 " reads: hit %.1f %%, merged %.1f %%, miss %.1f %%, bypass %.1f %%",
         reads, percent(l->hits, reads), percent(l->pending_hits, reads), percent(l->misses, reads),
         percent(l->bypasses, reads));
    line(p,
         "           cold %.0f %%; evicted unused %.0f %%, by warp %.0f %%, CTA %.0f %%, other "
         "%.0f %%",
         percent(l->cold_misses, misses), percent(l->zero_reuse_evictions, l->evictions),
         percent(l->contention_intra_warp, l->evictions),
         percent(l->contention_intra_block, l->evictions),
         percent(l->contention_cross_block, l->evictions));
    uint64_t l2 = s->l2.reads + s->l2.atomics, dram = s->dram.reads + s->dram.writes;
    line(p, "  L2       %" PRIu64 " reads: missed %.1f %%", l2, percent(s->l2.read_misses, l2));
    line(p, "  DRAM     %" PRIu64 " reads, %" PRIu64 " writes: row hits %.1f %%, bus busy %.1f %%",
         s->dram.reads, s->dram.writes, percent(s->dram.row_hits, dram),
         percent(s->dram.bus_busy_cycles, s->run.dram_cycles * g->dram_channels));
}

/* Mean cycles of the levels that served anything. */
static void print_latency(screen_t *p, const gpu_stats_latency_t *l)
{
    const struct {
        const char *name;
        uint64_t requests, cycles;
    } level[] = {{"L1", l->l1_requests, l->l1_cycles},
                 {"merged", l->pending_requests, l->pending_cycles},
                 {"L2", l->l2_requests, l->l2_cycles},
                 {"L3", l->l3_requests, l->l3_cycles},
                 {"DRAM", l->dram_requests, l->dram_cycles}};
    char text[160] = "";
    uint64_t requests = 0, cycles = 0;
    for (unsigned i = 0; i < sizeof level / sizeof level[0]; i++) {
        requests += level[i].requests;
        cycles += level[i].cycles;
        size_t at = strlen(text);
        if (level[i].requests)
            snprintf(text + at, sizeof text - at, "%s %.0f, ", level[i].name,
                     (double)level[i].cycles / (double)level[i].requests);
    }
    line(p, "  latency  %smean %.0f core cycles", text, per((double)cycles, (double)requests));
}

static void print_energy(screen_t *p, const report_t *r)
{
    energy_t e;
    const energy_policies_t policies = report_energy_policies(r);
    energy_compute(r->config, &r->stats, &policies, &e);
    char text[160] = "";
    for (unsigned c = 0; c < ENERGY_COMPONENTS; c++) {
        double nj = e.part[c].dynamic_nj + e.part[c].static_nj;
        size_t at = strlen(text);
        if (nj > 0)
            snprintf(text + at, sizeof text - at, "%s %s %.3g", at ? "," : ":",
                     energy_component_name((energy_component_t)c), nj / 1e3);
    }
    line(p, "  energy   %.4g uJ (%s)%s", (e.dynamic_nj + e.static_nj) / 1e3,
         energy_choice_name(e.table), text);
}

static void print_timing(screen_t *p, const report_t *r)
{
    const gpu_stats_t *s = &r->stats;
    const gpu_cfg_t *g = &r->config->gpu;
    double cycles = (double)s->run.cycles;
    uint64_t slots = s->sm.scheduler_cycles;
    line(p, "  cycles   %" PRIu64 "   IPC %.3f (threads), %.4f (warps)", s->run.cycles,
         per((double)s->run.thread_instructions, cycles),
         per((double)s->run.warp_instructions, cycles));
    line(p, "  issue    %.1f %%; memory RAW %.1f %%, data RAW %.1f %%, unit %.1f %%, idle %.1f %%",
         percent(s->sm.issued, slots), percent(s->sm.stall_raw_memory, slots),
         percent(s->sm.stall_raw_data, slots), percent(s->sm.stall_structural, slots),
         percent(s->sm.stall_idle, slots));
    print_caches(p, r);
    print_latency(p, &s->latency);
    line(p, "  traffic  to L2 %s, from L2 %s, from DRAM %s, to DRAM %s",
         size_of(s->icnt_req.flits * g->flit_bytes).text,
         size_of(s->icnt_reply.flits * g->flit_bytes).text, size_of(s->dram.read_bytes).text,
         size_of(s->dram.write_bytes).text);
    print_energy(p, r);
}

/* ---- The loads that miss most ---- */

static uint64_t misses_of(const gpu_load_row_t *l)
{
    return l->s.misses + l->s.bypasses;
}

static void print_loads(screen_t *p, const report_t *r, unsigned n)
{
    bool header = false;
    const gpu_load_row_t *above = NULL; /* printed last */
    for (unsigned k = 0; k < n; k++) {
        const gpu_load_row_t *best = NULL;
        for (unsigned i = 0; i < r->n_loads; i++) {
            const gpu_load_row_t *l = &r->loads[i];
            uint64_t m = misses_of(l), bound = above ? misses_of(above) : UINT64_MAX;
            bool below = !above || m < bound || (m == bound && l > above);
            if (m && below && (!best || m > misses_of(best)))
                best = l;
        }
        if (!best)
            return;
        if (!header)
            line(p, "  loads    %-24s %8s %12s %12s %7s", "most misses", "PC", "requests", "misses",
                 "latency");
        header = true;
        above = best;
        line(p, "           %-24.24s %#8x %12" PRIu64 " %12" PRIu64 " %7.0f", best->kernel,
             best->pc, best->s.requests, misses_of(best),
             per((double)best->s.latency_sum, (double)best->s.accesses));
    }
}

/* ---- Policies ---- */

/* A policy's numbers in so many lines; the last says how many are left out. */
static void print_policy(screen_t *p, const report_policy_t *policy, unsigned lines)
{
    char text[REPORT_COLUMNS + 1];
    size_t start = (size_t)snprintf(text, sizeof text, "  %-8.24s ", policy->name), at = start;
    unsigned i = 0;
    for (; i < policy->n_rows; i++) {
        const report_row_t *row = &policy->row[i];
        char item[80];
        int n = row->is_ratio ? snprintf(item, sizeof item, "%s %.4f", row->name, row->ratio)
                              : snprintf(item, sizeof item, "%s %" PRIu64, row->name, row->count);
        size_t room = REPORT_COLUMNS - 1 - (lines == 1 ? strlen(", +99 more") : strlen(","));
        if (at > start && at + 2 + (size_t)n > room) {
            if (lines == 1)
                break;
            lines--;
            line(p, "%s,", text);
            start = at = (size_t)snprintf(text, sizeof text, "%11s", "");
        }
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%s", at > start ? ", " : "", item);
        at = at < sizeof text ? at : sizeof text - 1;
    }
    if (i < policy->n_rows)
        snprintf(text + at, sizeof text - at, ", +%u more", policy->n_rows - i);
    line(p, "%s", text);
}

static void print_policies(screen_t *p, const report_t *r, unsigned lines)
{
    for (unsigned i = 0; i < r->n_policies; i++) {
        unsigned share = lines / (r->n_policies - i), before = p->used;
        print_policy(p, &r->policy[i], share ? share : 1);
        lines -= p->used - before < lines ? p->used - before : lines;
    }
}

void report_print(const report_t *r, FILE *out)
{
    const report_workload_t *w = &r->workload;
    screen_t p = {.out = out};
    uint64_t insts = r->timing ? r->stats.run.warp_instructions : r->warp_instructions;
    line(&p, "%.22s%s%s on %.16s, engine %s: result %s%s", w->name, w->scale ? " " : "",
         w->scale ? w->scale : "", r->config->name, r->engine, w->result,
         r->stopped ? ", stopped" : "");
    line(&p, "  launches %" PRIu64 " (%" PRIu64 " timed), %" PRIu64 " warp instructions",
         w->launches, w->timed_launches, insts);
    if (r->timing)
        print_timing(&p, r);
    if (r->analysis) {
        analysis_print(r->analysis, out);
        p.used += ANALYSIS_LINES;
    }
    /* What is left goes to the loads first, but for a line to every policy. */
    unsigned last = 1 + (r->host.rtl_evals != 0), kept = p.used + last + r->n_policies;
    unsigned left = kept < REPORT_LINES ? REPORT_LINES - kept : 0;
    if (r->timing && left > 1)
        print_loads(&p, r, left - 1 < TOP_LOADS ? left - 1 : TOP_LOADS);
    print_policies(&p, r, p.used + last < REPORT_LINES ? REPORT_LINES - p.used - last : 0);
    if (r->host.rtl_evals)
        line(&p, "  RTL      %" PRIu64 " evaluations, %" PRIu64 " edges, %" PRIu64 " bits compared",
             r->host.rtl_evals, r->host.rtl_ticks, r->host.compared_bits);
    line(&p, "  host     %.2f s, %.0f warp instructions/s, %.0f MB", r->host.wall_s,
         per((double)insts, r->host.wall_s), (double)r->host.peak_rss_kb / 1024);
}
