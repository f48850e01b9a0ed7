#include "cli/trace_tap.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static void on_copy(void *ctx, uint64_t addr, uint64_t bytes, bool preloaded)
{
    trace_tap_t *t = ctx;
    trace_record_copy(t->record, addr, bytes, preloaded);
}

static front_t *on_launch(void *ctx, front_t *f, diag_t *d)
{
    trace_tap_t *t = ctx;
    t->launches++;
    return trace_record_launch(t->record, f, d);
}

static int on_launch_end(void *ctx, diag_t *d)
{
    trace_tap_t *t = ctx;
    return trace_record_launch_end(t->record, d);
}

static int on_fault(void *ctx, diag_t *d)
{
    trace_tap_t *t = ctx;
    return trace_record_fault(t->record, d);
}

int trace_tap_open(trace_tap_t *t, session_t *s, const char *path, char **argv, diag_t *d)
{
    char program[64];
    snprintf(program, sizeof program, "lockwarp %s", lw_version);
    const char *const *command = (const char *const *)argv;
    trace_about_t about = {
        .program = program,
        .command = command,
        .workload = s->sim.o->workload ? s->sim.o->workload
                    : s->sim.o->ptx    ? s->sim.o->ptx
                                       : s->sim.o->trace,
        .config = s->sim.o->config,
        .policies = s->sim.o->policies,
        .warp_size = s->sim.config.gpu.warp_size,
        .timed = s->sim.gpu != NULL,
    };
    *t = (trace_tap_t){.record = trace_record_open(path, &about, d)};
    if (!t->record)
        return -EIO;
    t->tap = (dev_tap_t){.ctx = t,
                         .copy = on_copy,
                         .launch = on_launch,
                         .launch_end = on_launch_end,
                         .fault = on_fault};
    dev_set_tap(s->sim.dev, &t->tap);
    return 0;
}

int trace_tap_close(trace_tap_t *t, const session_t *s, const char *path, int status)
{
    diag_t d = {{0}};
    trace_record_t *r = t->record;
    t->record = NULL;
    dev_set_tap(s->sim.dev, NULL);
    if (status == CMD_DONE && !t->launches)
        diag_at(&d, path, 0, 0, "not written: no launch was chosen; see run --list-launches");
    else if (status == CMD_CHECK_FAILED)
        fprintf(stderr, "lockwarp: %s: not written: the run failed its check\n", path);
    if (status == CMD_DONE && t->launches) {
        if (!trace_record_finish(r, &d))
            return status;
    } else {
        trace_record_discard(r);
    }
    return d.text[0] ? (int)cmd_bad_input(&d) : status;
}
