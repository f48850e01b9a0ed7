/* lockwarp run: simulates a workload, or any kernel with a launch file. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/cmd.h"
#include "cli/session.h"
#include "stats/json.h"
#include "stats/report_md.h"

const char cmd_run_doc[] = "simulate a workload, any PTX kernel with a launch file, or a trace";

enum { KEY_REPORT = 0x500, KEY_BASELINE };

/* The options of run alone, in front of those that run and profile share. */
typedef struct run_args {
    run_opts_t o;
    const char *report;   /* Markdown to write, or NULL */
    const char *baseline; /* JSON of the run to compare with, or NULL */
} run_args_t;

static const struct argp_option options[] = {
    {"report", KEY_REPORT, "FILE.md", 0, "write a report in Markdown", 4},
    {"baseline", KEY_BASELINE, "FILE.json", 0,
     "of --report: another run's --json, to stand beside this one", 4},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    run_args_t *a = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &a->o;
        return 0;
    case KEY_REPORT:
        a->report = arg;
        return 0;
    case KEY_BASELINE:
        a->baseline = arg;
        return 0;
    case ARGP_KEY_END:
        if (a->baseline && !a->report)
            cmd_usage_error(state, "--baseline is of --report; expected both");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void print_launch(void *ctx, const dev_launch_info_t *l)
{
    (void)ctx;
    char grid[48], block[48];
    snprintf(grid, sizeof grid, "%ux%ux%u", l->grid.x, l->grid.y, l->grid.z);
    snprintf(block, sizeof block, "%ux%ux%u", l->block.x, l->block.y, l->block.z);
    printf("%6" PRIu64 " %-32s %14s %12s %8u %14" PRIu64 "\n", l->number, l->kernel, grid, block,
           l->shared, l->warp_instructions);
}

/* Writes what --json and --report ask for. 0 or a negative errno (diag). */
static int write_results(session_t *s, const run_args_t *a, const cJSON *baseline, char **argv)
{
    s->report.host.argv = (const char *const *)argv;
    cJSON *root = report_json(&s->report);
    int rc = a->o.json ? json_write(root, a->o.json, &s->diag) : 0;
    if (!rc && a->report)
        rc = report_markdown_write(root, baseline, a->report, &s->diag);
    cJSON_Delete(root);
    return rc;
}

/* The run itself, to its exit status. */
static int run(session_t *s, const run_args_t *a, const cJSON *baseline, char **argv)
{
    if (session_open(s, &a->o))
        return cmd_bad_input(&s->diag);
    if (a->o.list_launches) {
        printf("%6s %-32s %14s %12s %8s %14s\n", "launch", "kernel", "grid", "block", "shared",
               "warp insts");
        s->on_launch = print_launch;
    }
    int status = session_run(s);
    if (status == CMD_BAD_INPUT)
        return status;
    if (!a->o.list_launches)
        report_print(&s->report, stderr);
    s->diag = (diag_t){{0}};
    return write_results(s, a, baseline, argv) ? (int)cmd_bad_input(&s->diag) : status;
}

int cmd_run(int argc, char **argv)
{
    static const struct argp_child children[] = {{&run_opts_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .children = children,
        .args_doc = "-w NAME | --ptx FILE --launch FILE.yaml | --trace PATH",
        .doc = "Simulates a workload of the registry, any PTX kernel with a launch file, or a "
               "trace, checks its result where there is one, and prints a short table.",
    };
    run_args_t a = {.report = NULL};
    run_opts_default(&a.o);
    if (argp_parse(&argp, argc, argv, 0, NULL, &a))
        return CMD_BAD_INPUT;
    diag_t diag = {{0}};
    cJSON *baseline = a.baseline ? report_read(a.baseline, &diag) : NULL;
    if (a.baseline && !baseline)
        return cmd_bad_input(&diag);
    session_t s;
    int status = run(&s, &a, baseline, argv);
    session_close(&s);
    cJSON_Delete(baseline);
    return status;
}
