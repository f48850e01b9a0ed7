#include "cli/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/places.h"
#include "cli/stop.h"
#include "common/file.h"

enum { PROGRESS_CYCLES = 4096 };

static void before_launch(void *ctx, const dev_launch_info_t *l)
{
    session_t *s = ctx;
    if (s->sim.gpu)
        progress_launch(s->progress, s->sim.gpu, l);
}

static void while_running(void *ctx, const gpu_t *g)
{
    session_t *s = ctx;
    progress_show(s->progress, g);
}

static void after_launch(void *ctx, const dev_launch_info_t *l)
{
    session_t *s = ctx;
    if (l->warning)
        fprintf(stderr, "lockwarp: warning: launch %" PRIu64 ": %s\n", l->number, l->warning);
    if (l->slack_warning)
        fprintf(stderr, "lockwarp: warning: launch %" PRIu64 ": %s\n", l->number, l->slack_warning);
    if (s->on_launch)
        s->on_launch(s->on_launch_ctx, l);
}

/* What a kernel prints goes to standard output, unless the result or a table goes there. */
static void print_text(void *ctx, const char *text, size_t bytes)
{
    const session_t *s = ctx;
    const run_opts_t *o = s->sim.o;
    bool json = o->json && !strcmp(o->json, "-");
    fwrite(text, 1, bytes, json || s->table || o->list_launches ? stderr : stdout);
}

/* The files of the run are other than each other, and its checkpoint is one of it. */
static int checked(void *ctx, diag_t *d)
{
    session_t *s = ctx;
    const run_opts_t *o = s->sim.o;
    int rc = 0;
    if (run_config_is_file(o->config))
        rc = places_add(o->config, "-c", o->config, PLACE_READ, d);
    if (!rc && s->suspend)
        rc = suspend_compare(s->suspend, s);
    if (!rc && o->json)
        rc = file_check_writable(o->json, d);
    return rc ? rc : places_add_wave(o->wave, d);
}

static int launch_file(void *ctx, const launch_file_t *f, diag_t *d)
{
    (void)ctx;
    return places_add_launch(f, d);
}

static int identified(void *ctx, diag_t *d)
{
    session_t *s = ctx;
    (void)d; /* the session's, which is told */
    return s->suspend ? suspend_check_workload(s->suspend, s) : 0;
}

int session_open(session_t *s, const run_opts_t *o)
{
    return session_open_stoppable(s, o, NULL);
}

int session_open_stoppable(session_t *s, const run_opts_t *o, suspend_t *p)
{
    memset(s, 0, sizeof *s);
    s->suspend = p;
    const simulation_host_t host = {
        .ctx = s,
        .program = lw_version,
        .dump = stderr,
        .stop = p ? stop_flag() : NULL,
        .stop_at = p ? p->at : 0,
        .on_stop = suspend_on_stop,
        .print = print_text,
        .before = before_launch,
        .after = after_launch,
        .checked = checked,
        .launch_file = launch_file,
        .identified = identified,
    };
    int rc = simulation_open(&s->sim, o, &host);
    return !rc && p ? suspend_prepare(p, s) : rc;
}

/* The exit status of how a run has ended; prints why. */
static int status_of(session_t *s, simulation_end_t end)
{
    char when[128];
    switch (end) {
    case SIMULATION_DONE:
        return CMD_DONE;
    case SIMULATION_DIVERGED:
        unit_inst_report(simulation_diverged(&s->sim, when, sizeof when), stderr, ".", when);
        return CMD_CHECK_FAILED;
    case SIMULATION_SUSPENDED:
        fputs(s->suspend->text ? s->suspend->text : "", stderr);
        return s->suspend->status;
    case SIMULATION_INTERRUPTED:
        cmd_bad_input(&s->sim.diag);
        return stop_signal() ? 128 + stop_signal() : CMD_STOPPED;
    case SIMULATION_WRONG:
    case SIMULATION_BROKEN:
        cmd_bad_input(&s->sim.diag);
        return CMD_CHECK_FAILED;
    default:
        return cmd_bad_input(&s->sim.diag);
    }
}

int session_run(session_t *s)
{
    simulation_t *m = &s->sim;
    s->progress = progress_new();
    if (s->progress && m->gpu)
        gpu_set_progress(m->gpu, while_running, s, PROGRESS_CYCLES);
    if (s->suspend) {
        s->suspend->began = progress_now();
        stop_begin(s->suspend->max_seconds, s->suspend->every);
    }
    const simulation_end_t end = simulation_run(m);
    if (s->suspend)
        stop_end();
    progress_free(s->progress);
    s->progress = NULL;
    if (s->suspend) {
        m->wall_s += s->suspend->head.wall_s;
        m->report.host.resumed = s->suspend->head.resumed;
    }
    const int status = status_of(s, end);
    return simulation_finish(m, end) ? cmd_bad_input(&m->diag) : status;
}

void session_close(session_t *s)
{
    simulation_close(&s->sim);
    memset(s, 0, sizeof *s);
}
