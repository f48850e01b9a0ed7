/* lockwarp micro: derived against measured, for any machine. */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args.h"
#include "cli/cmd.h"
#include "config/run_config.h"
#include "input/suggest.h"
#include "micro/micro.h"
#include "text/out.h"

const char cmd_micro_doc[] = "microbenchmarks: derived latency, bandwidth, count against measured";

enum { MAX_SETS = 64, MAX_NAMES = 64 };

typedef struct opts {
    const char *config;
    const char *set[MAX_SETS];
    const micro_bench_t *bench[MAX_NAMES];
    unsigned n_sets, n_benches;
    bool markdown, never_sleep;
} opts_t;

enum { KEY_SET = 256, KEY_MARKDOWN, KEY_NEVER_SLEEP };

static const struct argp_option options[] = {
    {"config", 'c', "PRESET|FILE", 0, "GPU configuration (apres)", 0},
    {"set", KEY_SET, "KEY=VALUE", ARG_MANY, "override a key of the configuration", 0},
    {"markdown", KEY_MARKDOWN, NULL, 0, "a table for a page", 0},
    {"never-sleep", KEY_NEVER_SLEEP, NULL, 0, "simulate every component in every cycle", 0},
    {NULL, 0, NULL, 0, NULL, 0},
};

static void add_bench(opts_t *o, const char *name, struct argp_state *state)
{
    const micro_bench_t *b = micro_find(name);
    if (!b) {
        const char *names[MAX_NAMES];
        char hint[256];
        unsigned n = 0;
        for (; n < micro_registry_count && n < MAX_NAMES; n++)
            names[n] = micro_registry[n]->name;
        cmd_usage_error(state, "unknown microbenchmark '%s'; %s", name,
                        suggest_among(name, names, n, hint, sizeof hint));
    }
    if (o->n_benches == MAX_NAMES)
        cmd_usage_error(state, "expected at most %d names", MAX_NAMES);
    o->bench[o->n_benches++] = b;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    opts_t *o = state->input;
    switch (key) {
    case 'c':
        o->config = arg;
        return 0;
    case KEY_SET:
        if (!strchr(arg, '='))
            cmd_usage_error(state, "--set %s: expected KEY=VALUE", arg);
        if (o->n_sets == MAX_SETS)
            cmd_usage_error(state, "expected at most %d --set", MAX_SETS);
        o->set[o->n_sets++] = arg;
        return 0;
    case KEY_MARKDOWN:
        o->markdown = true;
        return 0;
    case KEY_NEVER_SLEEP:
        o->never_sleep = true;
        return 0;
    case ARGP_KEY_ARG:
        add_bench(o, arg, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int configure(const opts_t *o, run_config_t *c, diag_t *d)
{
    int rc = run_config_load(c, o->config, d);
    for (unsigned i = 0; !rc && i < o->n_sets; i++) {
        char key[128], hint[256];
        size_t len = strcspn(o->set[i], "=");
        snprintf(key, sizeof key, "%.*s", (int)len, o->set[i]);
        rc = run_config_set(c, key, o->set[i] + len + 1, d);
        if (rc == -ENOENT)
            rc = diag_at(d, "--set", 0, 0, "unknown key '%s'; %s", key,
                         run_config_suggest(key, hint, sizeof hint));
    }
    return rc ? rc : run_config_check(c, d);
}

static void print_row(const opts_t *o, const micro_row_t *r)
{
    const char *grade = micro_holds(r)           ? (r->kind == MICRO_EXACT ? "exact" : "within")
                        : r->kind == MICRO_EXACT ? "DIFFERS"
                                                 : "OUTSIDE";
    printf(o->markdown ? "| %s | %.4g | %.4g | %+.2f %% | %s | %s |\n"
                       : "  %-52s %12.6g %12.6g %+8.2f %%  %-8s %s\n",
           r->what, r->derived, r->got, micro_difference(r), grade, r->unit);
}

static void print_bench(const opts_t *o, const micro_bench_t *b, const micro_t *m)
{
    if (o->markdown)
        printf("\n**%s**: %s\n\n| | derived | measured | difference | | unit |\n"
               "| --- | ---: | ---: | ---: | --- | --- |\n",
               b->name, b->doc);
    else
        printf("%s: %s\n", b->name, b->doc);
    for (unsigned i = 0; i < m->n; i++)
        print_row(o, &m->row[i]);
    if (m->skipped[0])
        printf(o->markdown ? "\nNot here: %s.\n" : "  not here: %s\n", m->skipped);
}

int cmd_micro(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "[NAME...]",
        .doc = "Runs the microbenchmarks (or those named) on a machine: what is derived from its "
               "configuration, what is measured, and the difference. Exit status 1 if an exact row "
               "differs or a bound is missed by more than 2 %.",
    };
    opts_t o = {.config = "apres"};
    if (args_parse(&argp, argc, argv, 0, &o))
        return CMD_BAD_INPUT;
    static run_config_t config;
    static micro_t m;
    diag_t d = {{0}};
    if (configure(&o, &config, &d))
        return cmd_bad_input(&d);
    m.never_sleep = o.never_sleep;
    unsigned n = o.n_benches ? o.n_benches : micro_registry_count, bad = 0, rows = 0;
    for (unsigned i = 0; i < n; i++) {
        const micro_bench_t *b = o.n_benches ? o.bench[i] : micro_registry[i];
        m.cfg = config.gpu;
        if (micro_run(&m, b))
            return cmd_bad_input(&m.diag);
        print_bench(&o, b, &m);
        rows += m.n;
        for (unsigned k = 0; k < m.n; k++)
            bad += !micro_holds(&m.row[k]);
    }
    out_t name = {.form = o.markdown ? OUT_MARKDOWN : OUT_PLAIN}; /* maybe a file's */
    out_text(&name, config.name);
    printf("%s%u of %u rows hold on %s\n", o.markdown ? "\n" : "", rows - bad, rows,
           name.n ? name.text : "");
    out_free(&name);
    return bad ? CMD_CHECK_FAILED : CMD_DONE;
}
