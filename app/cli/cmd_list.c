/* lockwarp list: what can be named on the command line, one line each. */
#include <argp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args.h"
#include "cli/cmd.h"
#include "common/unit.h"
#include "config/preset.h"
#include "config/run_config.h"
#include "gpu/gpu_cfg.h"
#include "gpu/gpu_stats.h"
#include "input/suggest.h"
#include "micro/micro.h"
#include "policy/policy.h"
#include "report/catalog.h"
#include "report/evidence.h"
#include "report/tables.h"
#include "workload/workload.h"

const char cmd_list_doc[] = "names of workloads, configs, policies and units";

static int list_units(diag_t *d)
{
    printf("%-24s %7s  what; bits of state at the paper's geometry\n", "name", "bits");
    for (unsigned i = 0; i < unit_registry_count; i++) {
        const unit_desc_t *u = unit_registry[i];
        void *cfg = calloc(1, u->cfg_bytes);
        if (!cfg)
            return diag_at(d, "list", 0, 0, "out of memory");
        unit_cfg_geometry(u, UNIT_PAPER, cfg);
        printf("%-24s %7" PRIu64 "  %s\n", u->name, unit_state_bits(u, cfg), u->doc);
        free(cfg);
    }
    return 0;
}

/* Millions to three significant digits: "0.0414", "2.16", "113". */
static const char *millions(uint64_t n, char *buf, size_t size)
{
    double m = 1e-6 * (double)n;
    int digits = m < 0.01 ? 4 : m < 1 ? 3 : m < 10 ? 2 : m < 100 ? 1 : 0;
    snprintf(buf, size, "%.*f", digits, m);
    return buf;
}

/* The columns of text before the sizes. */
enum { NAME, SUITE, VARIANTS, GROUPS, COLUMNS };

static const char *column(const workload_t *w, unsigned c)
{
    static const char *const heads[COLUMNS] = {"name", "suite", "variants", "papers' groups"};
    const char *const text[COLUMNS] = {w ? w->name : NULL, w ? w->suite : NULL,
                                       w && *w->variants ? w->variants : "-", w ? w->groups : NULL};
    return w ? text[c] : heads[c];
}

/* The sizes of single papers: "abyp=13.2", "-" for none. */
static void own_scales(const workload_t *w, char *buf, size_t size)
{
    char text[16];
    size_t n = 0;
    snprintf(buf, size, "-");
    for (unsigned s = SCALES_OF_ALL; s < SCALES; s++)
        if (w->geometry[s])
            n += (size_t)snprintf(buf + n, size - n, "%s%s=%s", n ? " " : "",
                                  workload_scale_names[s],
                                  millions(w->warp_inst[s], text, sizeof text));
}

/* One line for people who search a workload; the geometry at the default scale ends it. */
static int list_workloads(diag_t *d)
{
    (void)d;
    int width[COLUMNS] = {0};
    for (unsigned i = 0; i <= workload_registry_count; i++)
        for (unsigned c = 0; c < COLUMNS; c++) {
            int n = (int)strlen(column(workload_registry[i], c)); /* NULL, the head, comes last */
            width[c] = n > width[c] ? n : width[c];
        }
    for (unsigned c = 0; c < COLUMNS; c++)
        printf("%-*s  ", width[c], column(NULL, c));
    printf("%7s %7s %7s  %-21s  %s\n", "tiny", "default", "paper", "papers'",
           "what; default geometry (tiny, default, paper, papers' own scales: 10^6 warp "
           "instructions)");
    for (unsigned i = 0; i < workload_registry_count; i++) {
        const workload_t *w = workload_registry[i];
        char size[SCALES_OF_ALL][16], own[128];
        for (unsigned s = 0; s < SCALES_OF_ALL; s++)
            millions(w->warp_inst[s], size[s], sizeof size[s]);
        own_scales(w, own, sizeof own);
        for (unsigned c = 0; c < COLUMNS; c++)
            printf("%-*s  ", width[c], column(w, c));
        printf("%7s %7s %7s  %-21s  %s; %s\n", size[SCALE_TINY], size[SCALE_DEFAULT],
               size[SCALE_PAPER], own, w->doc, w->geometry[SCALE_DEFAULT]);
    }
    return 0;
}

static int list_micro(diag_t *d)
{
    (void)d;
    for (unsigned i = 0; i < micro_registry_count; i++)
        printf("%-24s %s\n", micro_registry[i]->name, micro_registry[i]->doc);
    return 0;
}

/* The hooks that a policy registers, and what no other policy may own beside it. */
static void list_hooks(const policy_ops_t *p)
{
    const char *name;
    printf("  hooks:");
    for (unsigned i = 0; (name = policy_hook_name(p, i)); i++)
        printf(" %s", name);
    uint32_t owns = policy_owns(p);
    if (owns)
        printf("\n  owns:");
    for (uint32_t m = owns; m; m &= m - 1)
        printf("%s %s", m == owns ? "" : ",", policy_owner_name((policy_owner_t)(m & (0u - m))));
    putchar('\n');
}

static int list_policies(diag_t *d)
{
    (void)d;
    for (unsigned i = 0; i < policy_registry_count; i++) {
        const policy_ops_t *p = policy_registry[i];
        printf("%-24s %s\n", p->name, p->doc);
        list_hooks(p);
        for (unsigned k = 0; k < p->n_options; k++) {
            const policy_option_t *o = &p->options[k];
            char value[POLICY_OPTION_TEXT], values[POLICY_OPTION_TEXT];
            printf("  %s.%s=%s  %s (%s)\n", p->name, o->name,
                   policy_option_text(o, o->value, value), o->doc, policy_option_values(o, values));
        }
    }
    return 0;
}

/* A size of B or KB or MB, whichever is whole. */
static const char *size_text(uint64_t bytes, char *buf, size_t n)
{
    if (bytes >> 20 && !(bytes & ((1 << 20) - 1)))
        snprintf(buf, n, "%" PRIu64 " MB", bytes >> 20);
    else if (!(bytes & 1023))
        snprintf(buf, n, "%" PRIu64 " KB", bytes >> 10);
    else
        snprintf(buf, n, "%" PRIu64 " B", bytes);
    return buf;
}

static void print_config(const run_config_t *c)
{
    const gpu_cfg_t *g = &c->gpu;
    char sched[32], policy[16], l1[48], l2[24], dram[32], kb[24];
    gpu_cfg_format(gpu_cfg_key("sched_policy"), g->sched_policy, policy, sizeof policy);
    snprintf(sched, sizeof sched, "%u %s", g->schedulers, policy);
    size_text((uint64_t)g->l1_sets * g->l1_ways * g->line_bytes, kb, sizeof kb);
    if (g->l1_sets == 1)
        snprintf(l1, sizeof l1, "%s full", kb);
    else
        snprintf(l1, sizeof l1, "%s %u-way", kb, g->l1_ways);
    size_text((uint64_t)g->l2_sets * g->l2_ways * g->line_bytes * g->l2_slices * g->dram_channels,
              l2, sizeof l2);
    snprintf(dram, sizeof dram, "%ux%u", g->dram_channels, g->dram_mhz);
    printf("%-16s %3u %5u  %-9s %-13s %-8s %-8s %s\n", c->name, g->n_sms, g->warps_per_sm, sched,
           l1, l2, dram, c->doc);
}

static int list_configs(diag_t *d)
{
    printf("%-16s %3s %5s  %-9s %-13s %-8s %-8s %s\n", "name", "SMs", "warps", "scheds", "L1", "L2",
           "DRAM MHz", "what it is");
    for (unsigned i = 0; i < preset_registry_count; i++) {
        run_config_t c;
        if (run_config_load(&c, preset_registry[i].name, d) || run_config_check(&c, d))
            return -1;
        print_config(&c);
    }
    return 0;
}

/* Keys of the configuration, with their ranges. */
static int list_keys(diag_t *d)
{
    (void)d;
    for (unsigned i = 0; i < gpu_cfg_key_count; i++) {
        const gpu_cfg_key_t *k = &gpu_cfg_keys[i];
        char range[64];
        if (k->kind == GPU_CFG_U32)
            snprintf(range, sizeof range, "%" PRIu32 "-%" PRIu32 " %s", k->lo, k->hi, k->unit);
        else
            snprintf(range, sizeof range, "%s", k->kind == GPU_CFG_BOOL ? "false|true" : k->unit);
        printf("%-20s %-24s %s\n", k->name, range, k->doc);
    }
    return 0;
}

static void print_counters(const gpu_stat_group_t *g, const char *prefix)
{
    for (unsigned i = 0; i < g->n_stats; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s%s", prefix, g->stats[i].name);
        printf("%-32s %s\n", name, g->stats[i].doc);
    }
}

/* Counters by their names in the JSON. */
static int list_counters(diag_t *d)
{
    (void)d;
    for (unsigned i = 0; i < gpu_stat_group_count; i++) {
        char prefix[40] = "totals.";
        if (strcmp(gpu_stat_groups[i].name, "run"))
            snprintf(prefix, sizeof prefix, "totals.%s.", gpu_stat_groups[i].name);
        print_counters(&gpu_stat_groups[i], prefix);
    }
    print_counters(&gpu_stat_load_group, "per_load.");
    return 0;
}

/* What is recorded of each unit, and whether it is of these sources. */
static int list_evidence(diag_t *d)
{
    evidence_t e = {0};
    int rc = evidence_add_builtin(&e, d);
    printf("%-24s %-9s %-9s %-8s %s\n", "unit", "evidence", "geometry", "state", "command");
    for (unsigned i = 0; !rc && i < unit_registry_count; i++)
        for (unsigned k = 0; k < EVIDENCE_KINDS; k++) {
            const char *unit = unit_registry[i]->name;
            const evidence_row_t *r = evidence_next(&e, (evidence_kind_t)k, unit, NULL);
            if (!r)
                printf("%-24s %-9s %-9s not run\n", unit, evidence_forms[k].name, "-");
            for (; r; r = evidence_next(&e, (evidence_kind_t)k, unit, r))
                printf("%-24s %-9s %-9s %-8s %s\n", unit, evidence_forms[k].name, r->cell[1],
                       evidence_stale(r)     ? "stale"
                       : evidence_unknown(r) ? "unknown"
                       : evidence_passed(r)  ? "current"
                                             : "failed",
                       evidence_cell(r, "command"));
        }
    evidence_free(&e);
    return rc;
}

/* Tables of lockwarp report --table, with what they show. */
static int list_tables(diag_t *d)
{
    table_info_t info;
    (void)d;
    for (unsigned i = 0; tables_next(i, &info); i++)
        printf("%-24s %s\n", info.name, info.shows);
    return 0;
}

/* Papers of lockwarp report --paper. */
static int list_papers(diag_t *d)
{
    catalog_t c;
    int rc = catalog_read(&c, catalog_texts, d);
    for (unsigned i = 0; !rc && i < c.n_papers; i++)
        printf("%-24s %s. %s\n", c.paper[i].name, c.paper[i].title, c.paper[i].source);
    catalog_free(&c);
    return rc;
}

static int list_scales(diag_t *d)
{
    (void)d;
    for (unsigned i = 0; i < SCALES; i++) {
        unsigned n = 0;
        for (unsigned k = 0; k < workload_registry_count; k++)
            n += workload_registry[k]->geometry[i] != NULL;
        printf("%-24s of %u workloads (their sizes: lockwarp list workloads)\n",
               workload_scale_names[i], n);
    }
    return 0;
}

typedef struct list_kind {
    const char *name;
    int (*print)(diag_t *d);
} list_kind_t;

static const list_kind_t kinds[] = {
    {"workloads", list_workloads}, {"configs", list_configs},   {"policies", list_policies},
    {"units", list_units},         {"micro", list_micro},       {"keys", list_keys},
    {"counters", list_counters},   {"evidence", list_evidence}, {"tables", list_tables},
    {"papers", list_papers},       {"scales", list_scales},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static error_t parse(int key, char *arg, struct argp_state *state)
{
    const list_kind_t **kind = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        if (*kind)
            cmd_usage_error(state, "one list at a time");
        for (unsigned i = 0; i < KINDS; i++)
            if (strcmp(kinds[i].name, arg) == 0)
                *kind = &kinds[i];
        if (!*kind) {
            const char *names[KINDS];
            char hint[160];
            for (unsigned i = 0; i < KINDS; i++)
                names[i] = kinds[i].name;
            cmd_usage_error(state, "unknown list '%s'; %s", arg,
                            suggest_among(arg, names, KINDS, hint, sizeof hint));
        }
        return 0;
    case ARGP_KEY_NO_ARGS:
        cmd_usage_error(state, "expected what to list");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int cmd_list(int argc, char **argv)
{
    static const struct argp argp = {
        .parser = parse,
        .args_doc = "workloads|configs|policies|units|micro|keys|counters|evidence|tables|papers|"
                    "scales",
        .doc = "Prints the names that other commands take, with a line on each.",
    };
    const list_kind_t *kind = NULL;
    if (args_parse(&argp, argc, argv, 0, &kind))
        return CMD_BAD_INPUT;
    diag_t d = {{0}};
    return kind->print(&d) ? cmd_bad_input(&d) : CMD_DONE;
}
