/* lockwarp run: simulates a workload, or any kernel with a launch file. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args.h"
#include "cli/cmd.h"
#include "cli/run_store.h"
#include "cli/session.h"
#include "cli/stop.h"
#include "common/end_signals.h"
#include "common/file.h"
#include "input/yaml.h"
#include "stats/json.h"
#include "stats/report_md.h"

const char cmd_run_doc[] = "simulate a workload, any PTX kernel with a launch file, or a trace";

enum {
    KEY_REPORT = 0x500,
    KEY_BASELINE,
    KEY_CHECKPOINT,
    KEY_MAX_SECONDS,
    KEY_EVERY,
    KEY_AT,
    KEY_RESUME,
    KEY_DB,
};

/* The options of run alone, in front of those that run and profile share. */
typedef struct run_args {
    run_opts_t o;
    suspend_t suspend; /* checkpoints; and report: Markdown to write, or NULL; baseline: JSON of the
                          run to compare with, or NULL; db: the database, or NULL */
} run_args_t;

static const struct argp_option options[] = {
    {"report", KEY_REPORT, "FILE.md", ARG_WRITES | ARG_DASH, "write a report in Markdown", 4},
    {"db", KEY_DB, "FILE", ARG_KEEPS,
     "store the result in a database, as a sweep's run is; made if needed", 4},
    {"baseline", KEY_BASELINE, "FILE.json", ARG_INPUT,
     "of --report: another run's --json, to stand beside this one", 4},
    {"checkpoint", KEY_CHECKPOINT, "FILE", ARG_KEEPS,
     "where SIGINT, SIGTERM, SIGHUP and the options below leave a checkpoint (default: a name made "
     "of the "
     "workload's)",
     5},
    {"max-seconds", KEY_MAX_SECONDS, "S", 0, "stop with a checkpoint after so many seconds", 5},
    {"checkpoint-at", KEY_AT, "N", 0, "stop with a checkpoint after so many core cycles", 5},
    {"checkpoint-every", KEY_EVERY, "S", 0, "write a checkpoint every so many seconds and go on",
     5},
    {"resume", KEY_RESUME, "FILE", ARG_CONTINUES, "continue from a checkpoint, with its settings",
     5},
    {0},
};

static double seconds(struct argp_state *state, const char *what, const char *arg)
{
    double v = 0;
    if (!args_number(arg, 0.001, 1e9, &v))
        cmd_usage_error(state, "%s is '%s'; expected seconds, from 0.001 to 1e9", what, arg);
    return v;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    run_args_t *a = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &a->o;
        return 0;
    case KEY_REPORT:
        a->suspend.report = arg;
        return 0;
    case KEY_BASELINE:
        a->suspend.baseline = arg;
        return 0;
    case KEY_DB:
        a->suspend.db = arg;
        return 0;
    case KEY_CHECKPOINT:
        a->suspend.file = arg;
        return 0;
    case KEY_MAX_SECONDS:
        a->suspend.max_seconds = seconds(state, "--max-seconds", arg);
        return 0;
    case KEY_EVERY:
        a->suspend.every = seconds(state, "--checkpoint-every", arg);
        return 0;
    case KEY_AT:
        if (!args_whole(arg, 1, UINT64_MAX, &a->suspend.at))
            cmd_usage_error(state, "--checkpoint-at is '%s'; expected a whole number from 1", arg);
        return 0;
    case KEY_RESUME:
        a->o.resume = arg;
        return 0;
    case ARGP_KEY_END:
        if (a->suspend.baseline && !a->suspend.report)
            cmd_usage_error(state, "--baseline is of --report; expected both");
        if (a->o.list_launches &&
            (a->suspend.file || a->suspend.max_seconds > 0 || a->suspend.every > 0))
            cmd_usage_error(state, "--list-launches leaves no checkpoint; expected it without %s",
                            a->suspend.file              ? "--checkpoint"
                            : a->suspend.max_seconds > 0 ? "--max-seconds"
                                                         : "--checkpoint-every");
        if (a->o.list_launches && a->suspend.db)
            cmd_usage_error(state, "--list-launches has no result; expected it without --db");
        if (a->suspend.at && (a->o.functional || a->o.list_launches))
            cmd_usage_error(state, "--checkpoint-at counts core cycles; expected it without %s",
                            a->o.functional ? "--functional" : "--list-launches");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void print_launch(void *ctx, const dev_launch_info_t *l)
{
    (void)ctx;
    if (!l->chosen)
        return;
    char grid[48], block[48];
    snprintf(grid, sizeof grid, "%ux%ux%u", l->grid.x, l->grid.y, l->grid.z);
    snprintf(block, sizeof block, "%ux%ux%u", l->block.x, l->block.y, l->block.z);
    printf("%6" PRIu64 " %-32s %14s %12s %8u %14" PRIu64 "\n", l->number, l->kernel, grid, block,
           l->shared, l->warp_instructions);
}

/* Writes what --json, --report and --db ask for; a run that failed is not stored. The exit status.
 */
static int write_results(session_t *s, const run_args_t *a, run_store_t *store,
                         const cJSON *baseline, char **argv, int status)
{
    if (!store->db) /* nothing is left open any more */
        stop_release();
    s->sim.report.host.argv = (const char *const *)argv;
    cJSON *root = report_json(&s->sim.report);
    int rc = a->o.json ? json_write(root, a->o.json, &s->sim.diag) : 0;
    if (!rc && a->suspend.report)
        rc = report_markdown_write(root, baseline, a->suspend.report, &s->sim.diag);
    if (rc)
        status = cmd_bad_input(&s->sim.diag);
    else if (store->db && status == CMD_DONE)
        status = run_store_end(store, root, a->suspend.head.wall_s, &s->sim.diag);
    cJSON_Delete(root);
    return status;
}

/* What could not begin: by a signal, or with a message. */
static int not_begun(const diag_t *d)
{
    if (!stop_signal())
        return cmd_bad_input(d);
    fprintf(stderr, "lockwarp: stopped by %s before the run\n", end_signal_name(stop_signal()));
    return 128 + stop_signal();
}

/* The run itself, to its exit status. */
static int run(session_t *s, run_args_t *a, run_store_t *store, const cJSON *baseline, char **argv)
{
    if (session_open_stoppable(s, &a->o, a->o.list_launches ? NULL : &a->suspend))
        return not_begun(&s->sim.diag);
    if (a->o.list_launches) {
        stop_release(); /* nothing looks at the flag */
        printf("%6s %-32s %14s %12s %8s %14s\n", "launch", "kernel", "grid", "block", "shared",
               "warp insts");
        s->on_launch = print_launch;
    }
    int status = session_run(s);
    if (status == CMD_BAD_INPUT || a->suspend.stopped)
        return status;
    if (!a->o.list_launches)
        report_print(&s->sim.report, stderr);
    s->sim.diag = (diag_t){{0}};
    return write_results(s, a, store, baseline, argv, status);
}

int cmd_run(int argc, char **argv)
{
    static const struct argp_child children[] = {{&run_opts_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .children = children,
        .args_doc = "-w NAME | --ptx FILE --launch FILE.yaml | --trace PATH | "
                    "--resume FILE",
        .doc = "Simulates a workload of the registry, any PTX kernel with a launch file, or a "
               "trace, checks its result where there is one, and prints a short table.",
    };
    run_args_t a = {.suspend = {.file = NULL}};
    run_opts_default(&a.o);
    if (args_parse(&argp, argc, argv, 0, &a))
        return CMD_BAD_INPUT;
    diag_t diag = {{0}};
    int status = CMD_BAD_INPUT;
    cJSON *baseline = NULL;
    stop_catch();
    bool good = !a.o.resume || suspend_read(&a.suspend, &a.o, &diag) == 0;
    good = good && suspend_places(&a.suspend, &a.o, &diag) == 0;
    if (good && a.suspend.report && !a.o.list_launches)
        good = file_check_writable(a.suspend.report, &diag) == 0;
    if (good && a.suspend.baseline)
        good = (baseline = report_read(a.suspend.baseline, &diag)) != NULL;
    run_store_t store = {.db = NULL};
    if (good && a.suspend.db)
        good = run_store_begin(&store, a.suspend.db, &a.o, &diag) == 0;
    if (good) {
        session_t s;
        status = run(&s, &a, &store, baseline, argv);
        session_close(&s);
    } else {
        status = not_begun(&diag);
    }
    run_store_close(&store, status == CMD_BAD_INPUT);
    cJSON_Delete(baseline);
    suspend_free(&a.suspend);
    return status;
}
