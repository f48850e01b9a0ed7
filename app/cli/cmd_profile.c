/* lockwarp profile: what each static load of a run does. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args.h"
#include "cli/session.h"
#include "stats/json.h"
#include "stats/profile.h"

const char cmd_profile_doc[] = "per-load table: share, locality, miss rate, stride";

enum { KEY_TOP = 0x600 };

static const struct argp_option options[] = {
    {"top", KEY_TOP, "N", 0, "the N loads with the most requests, in that order", 4},
    {0},
};

typedef struct profile_args {
    run_opts_t o;
    unsigned top; /* 0: all loads, in the order of their PCs */
} profile_args_t;

static error_t parse(int key, char *arg, struct argp_state *state)
{
    profile_args_t *a = state->input;
    const run_opts_t *o = &a->o;
    uint64_t top = 0;
    switch (key) {
    case KEY_TOP:
        if (!args_whole(arg, 1, UINT32_MAX, &top))
            cmd_usage_error(state, "--top is '%s'; expected a number of loads from 1", arg);
        a->top = (unsigned)top;
        return 0;
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &a->o;
        return 0;
    case ARGP_KEY_END:
        if (o->functional || o->list_launches)
            cmd_usage_error(state, "%s gives no miss rates; expected a timed run",
                            o->functional ? "--functional" : "--list-launches");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static double share(uint64_t a, uint64_t b)
{
    return b ? (double)a / (double)b : 0.0;
}

/* The GPU's row of the same load; zeros if the load never ran. */
static gpu_stats_load_t gpu_row(const report_t *r, const profile_row_t *p)
{
    for (unsigned i = 0; i < r->n_loads; i++)
        if (r->loads[i].pc == p->pc && strcmp(r->loads[i].kernel, p->kernel) == 0)
            return r->loads[i].s;
    return (gpu_stats_load_t){0};
}

static uint64_t all_requests(const profile_row_t *rows, unsigned n)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += rows[i].requests;
    return sum;
}

static uint64_t reads(const gpu_stats_load_t *s)
{
    return s->hits + s->pending_hits + s->misses + s->bypasses;
}

static int by_requests(const void *a, const void *b)
{
    const profile_row_t *x = *(const profile_row_t *const *)a;
    const profile_row_t *y = *(const profile_row_t *const *)b;
    if (x->requests != y->requests)
        return x->requests < y->requests ? 1 : -1;
    return (x > y) - (x < y); /* as they were */
}

/* The rows to show, in their order; freed by the caller. NULL: out of memory. */
static const profile_row_t **chosen(const profile_row_t *rows, unsigned *n, unsigned top)
{
    const profile_row_t **list = calloc(*n + 1, sizeof *list);
    for (unsigned i = 0; list && i < *n; i++)
        list[i] = &rows[i];
    if (list && top) {
        qsort(list, *n, sizeof *list, by_requests);
        *n = *n < top ? *n : top;
    }
    return list;
}

static void print_table(const report_t *r, const profile_row_t *const *rows, unsigned n,
                        uint64_t all)
{
    printf("%-24s %7s %6s %6s %5s %5s %9s %6s %9s %6s  %s\n", "kernel", "PC", "%load", "#L/#R",
           "miss", "pend", "stride", "%", "of lines", "%", "type");
    for (unsigned i = 0; i < n; i++) {
        const profile_row_t *p = rows[i];
        if (!p->executions)
            continue;
        gpu_stats_load_t s = gpu_row(r, p);
        printf("%-24.24s %#7x %6.1f %6.3f %5.2f %5.2f %9" PRId64 " %6.1f %9" PRId64 " %6.1f  %s\n",
               p->kernel, p->pc, 100 * share(p->requests, all), share(p->lines, p->requests),
               share(s.misses + s.bypasses, reads(&s)), share(s.pending_hits, reads(&s)), p->stride,
               100 * share(p->stride_pairs, p->pairs), p->line_stride,
               100 * share(p->line_stride_pairs, p->pairs), profile_type_name(p->type));
    }
}

static void print_tables(const session_t *s, const profile_row_t *const *rows, unsigned n,
                         uint64_t all)
{
    print_table(&s->sim.report, rows, n, all);
    printf("lines and misses of the L1s\n");
    analysis_print(s->sim.analysis, stdout);
}

/* The run's document with a "profile" list. */
static int write_json(session_t *s, char **argv, const profile_row_t *const *rows, unsigned n,
                      uint64_t all)
{
    s->sim.report.host.argv = (const char *const *)argv;
    cJSON *root = report_json(&s->sim.report);
    cJSON *host = cJSON_DetachItemFromObject(root, "host"); /* stays last */
    cJSON *list = json_array(root, "profile");
    for (unsigned i = 0; i < n; i++) {
        const profile_row_t *p = rows[i];
        gpu_stats_load_t g = gpu_row(&s->sim.report, p);
        char stride[24], line_stride[24];
        cJSON *o = cJSON_CreateObject();
        json_str(o, "kernel", p->kernel);
        json_u64(o, "pc", p->pc);
        json_u64(o, "executions", p->executions);
        json_u64(o, "requests", p->requests);
        json_ratio(o, "load_share", (double)p->requests, (double)all);
        json_u64(o, "lines", p->lines);
        json_ratio(o, "lines_per_request", (double)p->lines, (double)p->requests);
        json_ratio(o, "miss_rate", (double)(g.misses + g.bypasses), (double)reads(&g));
        json_ratio(o, "pending_hit_rate", (double)g.pending_hits, (double)reads(&g));
        snprintf(stride, sizeof stride, "%" PRId64, p->stride);
        json_raw(o, "stride", p->stride_pairs ? stride : "null");
        json_u64(o, "stride_pairs", p->pairs);
        json_ratio(o, "stride_share", (double)p->stride_pairs, (double)p->pairs);
        snprintf(line_stride, sizeof line_stride, "%" PRId64, p->line_stride);
        json_raw(o, "line_stride", p->line_stride_pairs ? line_stride : "null");
        json_ratio(o, "line_stride_share", (double)p->line_stride_pairs, (double)p->pairs);
        json_str(o, "type", p->executions ? profile_type_name(p->type) : NULL);
        cJSON *typed = json_object(o, "requests_by_type");
        for (unsigned t = 0; t < PROFILE_TYPES; t++)
            json_u64(typed, profile_type_name((profile_type_t)t), p->typed[t]);
        cJSON_AddItemToArray(list, o);
    }
    cJSON_AddItemToObject(root, "host", host);
    int rc = json_write(root, s->sim.o->json, &s->sim.diag);
    cJSON_Delete(root);
    return rc;
}

static int show(session_t *s, char **argv, const profile_row_t *rows, unsigned n, unsigned top)
{
    uint64_t all = all_requests(rows, n);
    const profile_row_t **list = chosen(rows, &n, top);
    if (!list) {
        diag_at(&s->sim.diag, "profile", 0, 0, "out of memory");
        return -1;
    }
    if (!s->sim.o->json || strcmp(s->sim.o->json, "-"))
        print_tables(s, list, n, all);
    int rc = s->sim.o->json ? write_json(s, argv, list, n, all) : 0;
    free(list);
    return rc;
}

static int profile(session_t *s, char **argv, unsigned top)
{
    profile_t *p = profile_new(s->sim.gpu);
    if (!p) {
        diag_at(&s->sim.diag, "profile", 0, 0, "cannot attach to the GPU");
        return cmd_bad_input(&s->sim.diag);
    }
    s->table = true;
    int status = session_run(s);
    unsigned n = 0;
    const profile_row_t *rows = status == CMD_BAD_INPUT ? NULL : profile_rows(p, &n);
    s->sim.diag = (diag_t){{0}};
    if (!rows && status != CMD_BAD_INPUT) {
        diag_at(&s->sim.diag, "profile", 0, 0, "out of memory");
        status = cmd_bad_input(&s->sim.diag);
    } else if (rows && show(s, argv, rows, n, top)) {
        status = cmd_bad_input(&s->sim.diag);
    }
    profile_free(p);
    return status;
}

int cmd_profile(int argc, char **argv)
{
    static const struct argp_child children[] = {{&run_opts_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .children = children,
        .args_doc = "-w NAME | --ptx FILE --launch FILE.yaml | --trace PATH",
        .doc = "Runs as `lockwarp run` does and prints, per static global load: its share of all "
               "requests, distinct lines per request, miss rate, most frequent stride between "
               "warps with its share, and locality type.",
    };
    profile_args_t a = {.top = 0};
    run_opts_default(&a.o);
    if (args_parse(&argp, argc, argv, 0, &a))
        return CMD_BAD_INPUT;
    session_t s;
    a.o.analyze = true;
    int status = session_open(&s, &a.o) ? cmd_bad_input(&s.sim.diag) : profile(&s, argv, a.top);
    session_close(&s);
    return status;
}
