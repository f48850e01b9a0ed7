/* lockwarp run: simulates a workload, or any kernel with a launch file. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/session.h"
#include "stats/json.h"

const char cmd_run_doc[] = "simulate a workload, or any PTX kernel with a launch file";

static error_t parse(int key, char *arg, struct argp_state *state)
{
    (void)arg;
    if (key == ARGP_KEY_INIT) {
        state->child_inputs[0] = state->input;
        return 0;
    }
    return ARGP_ERR_UNKNOWN;
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

static int write_json(session_t *s, char **argv)
{
    s->report.host.argv = (const char *const *)argv;
    cJSON *root = report_json(&s->report);
    int rc = json_write(root, s->o->json, &s->diag);
    cJSON_Delete(root);
    return rc;
}

int cmd_run(int argc, char **argv)
{
    static const struct argp_child children[] = {{&run_opts_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .parser = parse,
        .children = children,
        .args_doc = "-w NAME | --ptx FILE --launch FILE.yaml",
        .doc = "Simulates a workload of the registry, or any PTX kernel with a "
               "launch file, checks "
               "its result, and prints a short table.",
    };
    run_opts_t o;
    run_opts_default(&o);
    if (argp_parse(&argp, argc, argv, 0, NULL, &o))
        return CMD_BAD_INPUT;
    session_t s;
    if (session_open(&s, &o)) {
        int status = cmd_bad_input(&s.diag);
        session_close(&s);
        return status;
    }
    if (o.list_launches) {
        printf("%6s %-32s %14s %12s %8s %14s\n", "launch", "kernel", "grid", "block", "shared",
               "warp insts");
        s.on_launch = print_launch;
    }
    int status = session_run(&s);
    if (status != CMD_BAD_INPUT) {
        if (!o.list_launches)
            report_print(&s.report, stderr);
        s.diag = (diag_t){{0}};
        if (o.json && write_json(&s, argv))
            status = cmd_bad_input(&s.diag);
    }
    session_close(&s);
    return status;
}
