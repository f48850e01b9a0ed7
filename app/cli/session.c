#include "cli/session.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "cli/places.h"
#include "cli/progress.h"
#include "cli/stop.h"
#include "common/file.h"
#include "config/settings.h"
#include "driver/launch_file.h"
#include "lockstep/engines.h"
#include "stats/merge_loads.h"

enum { PROGRESS_CYCLES = 4096 };

#define PTX_MAX   ((size_t)64 << 20)
#define INPUT_MAX ((size_t)1 << 32)

static int read_config(session_t *s)
{
    int rc = run_config_load(&s->config, s->o->config, &s->diag);
    if (!rc && run_config_is_file(s->o->config))
        rc = places_add(s->o->config, "-c", s->o->config, PLACE_READ, &s->diag);
    if (!rc)
        rc = policy_set_parse(&s->policies, s->o->policies, &s->diag);
    for (unsigned i = 0; !rc && i < s->o->n_sets; i++)
        rc = settings_apply(&s->config, &s->policies, s->o->set[i], &s->diag);
    return rc ? rc : run_config_check(&s->config, &s->diag);
}

static int read_ptx(session_t *s)
{
    int rc = 0;
    for (unsigned i = 0; !rc && i <= s->o->n_more_ptx; i++) {
        dev_ptx_t *p = &s->ptx[s->n_ptx++];
        char *text = NULL;
        p->label = i ? s->o->more_ptx[i - 1] : s->o->ptx;
        rc = file_read(p->label, PTX_MAX, &text, &p->bytes, &s->diag);
        p->text = text;
    }
    return rc;
}

/* Of one file its text's; of several, the hash of theirs. */
static uint64_t ptx_hash(const session_t *s)
{
    uint64_t each[RUN_OPTS_MAX_PTX];
    for (unsigned i = 0; i < s->n_ptx; i++)
        each[i] = report_hash(s->ptx[i].text, s->ptx[i].bytes);
    return s->n_ptx == 1 ? each[0] : report_hash(each, s->n_ptx * sizeof each[0]);
}

static int check_workload(session_t *s)
{
    const char *name = s->o->workload;
    if (s->o->trace)
        return trace_open(s->o->trace, &s->trace, &s->diag);
    if (!name)
        return read_ptx(s);
    const workload_t *w = workload_named(name, "-w", &s->diag);
    int rc = w ? workload_check_scale(w, s->o->scale, "--scale", &s->diag) : -EINVAL;
    return rc ? rc : workload_check_input(w, s->o->input, &s->diag);
}

static int build_gpu(session_t *s)
{
    const unit_engine_t *engine = unit_engine_find(s->o->engine); /* checked by argp */
    s->gpu = gpu_new(&s->config.gpu);
    if (!s->gpu) {
        diag_at(&s->diag, "gpu", 0, 0, "out of memory");
        return -ENOMEM;
    }
    gpu_set_max_cycles(s->gpu, s->o->max_cycles);
    gpu_set_dump(s->gpu, stderr);
    if (s->o->never_sleep)
        gpu_set_never_sleep(s->gpu, true);
    if (s->o->interval && !(s->intervals = intervals_new(s->gpu, s->o->interval))) {
        diag_at(&s->diag, "--interval", 0, 0, "out of memory");
        return -ENOMEM;
    }
    if (s->o->analyze && !(s->analysis = analysis_new(s->gpu))) {
        diag_at(&s->diag, "--analyze", 0, 0, "out of memory");
        return -ENOMEM;
    }
    policy_env_t env = {.gpu = s->gpu,
                        .cfg = &s->config.gpu,
                        .engine = engine,
                        .wave = s->o->wave,
                        .wave_of = s->o->wave_of};
    int rc = policy_set_create(&s->policies, &env, &s->diag);
    if (!rc && s->o->record)
        rc = policy_set_record_check(&s->policies, &env, s->o->record_of, &s->diag);
    return rc;
}

static void before_launch(void *ctx, const dev_launch_info_t *l)
{
    session_t *s = ctx;
    s->kernel = l->kernel;
    if (s->gpu)
        progress_launch(s->progress, s->gpu, l);
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
    bool json = s->o->json && !strcmp(s->o->json, "-");
    fwrite(text, 1, bytes, json || s->table || s->o->list_launches ? stderr : stdout);
}

int session_open(session_t *s, const run_opts_t *o)
{
    return session_open_stoppable(s, o, NULL);
}

int session_open_stoppable(session_t *s, const run_opts_t *o, suspend_t *p)
{
    memset(s, 0, sizeof *s);
    s->o = o;
    s->suspend = p;
    int rc = read_config(s);
    if (!rc)
        rc = check_workload(s);
    if (!rc && p)
        rc = suspend_compare(p, s);
    if (!rc && o->json)
        rc = file_check_writable(o->json, &s->diag);
    rc = rc ? rc : places_add_wave(o->wave, &s->diag);
    if (!rc && !o->functional && !o->list_launches)
        rc = build_gpu(s);
    if (rc)
        return rc;
    dev_cfg_t cfg = {
        .gpu_cfg = &s->config.gpu,
        .gpu = s->gpu,
        .memory_bytes = (uint64_t)s->config.memory_mb << 20,
        .kernel = o->kernel,
        .first = o->first,
        .last = o->last,
        .before = before_launch,
        .after = after_launch,
        .print = print_text,
        .stop = p ? stop_flag() : NULL,
        .on_stop = p ? suspend_on_stop : NULL,
        .ctx = s,
    };
    if (p && s->gpu) {
        gpu_set_stop(s->gpu, stop_flag());
        gpu_set_stop_at(s->gpu, p->at);
    }
    s->dev = dev_open(&cfg, &s->diag);
    if (!s->dev)
        return -ENOMEM;
    return p ? suspend_prepare(p, s) : 0;
}

static int run_workload(session_t *s)
{
    const run_opts_t *o = s->o;
    const workload_t *w = workload_find(o->workload);
    workload_opts_t opts = {
        .scale = o->scale, .seed = o->seed, .input = o->input, .variant = o->variant};
    report_workload_t *r = &s->report.workload;
    r->name = w->name;
    r->suite = w->suite;
    r->scale = workload_scale_names[o->scale];
    r->variant = o->variant ? o->variant : "default";
    r->seed = o->seed;
    r->has_seed = true;
    r->result = "correct";
    size_t bytes = 0;
    const char *text = workload_ptx(w->name, o->variant, &bytes);
    if (!text)
        text = workload_ptx(w->name, NULL, &bytes);
    r->kernel_hash = report_hash(text, bytes);
    if (o->input) {
        char *input = NULL;
        int rc = file_read(o->input, INPUT_MAX, &input, &bytes, &s->diag);
        if (rc)
            return rc;
        r->input_hash = report_hash(input, bytes);
        r->has_input = true;
        free(input);
    }
    int rc = s->suspend ? suspend_check_workload(s->suspend, s) : 0;
    return rc ? rc : w->run(s->dev, w, &opts, &s->diag);
}

static int run_launch_file(session_t *s)
{
    const run_opts_t *o = s->o;
    report_workload_t *r = &s->report.workload;
    const char *slash = strrchr(o->ptx, '/');
    r->name = slash ? slash + 1 : o->ptx;
    r->kernel_hash = ptx_hash(s);
    launch_file_t f;
    char *text = NULL;
    size_t bytes = 0;
    int rc = launch_file_read(o->launch_file, &f, &s->diag);
    rc = rc ? rc : places_add_launch(&f, &s->diag);
    if (!rc)
        rc = file_read(o->launch_file, INPUT_MAX, &text, &bytes, &s->diag);
    if (!rc) {
        r->input_hash = report_hash(text, bytes);
        r->has_input = true;
        r->result = f.n_compares ? "correct" : "unchecked";
        if (s->suspend)
            rc = suspend_check_workload(s->suspend, s);
        if (!rc)
            rc = launch_file_run(&f, s->dev, s->ptx, s->n_ptx, &s->diag);
    }
    free(text);
    launch_file_free(&f);
    return rc;
}

/* The path without folders and slashes at its end. */
static char *last_part(const char *path)
{
    size_t end = strlen(path), start;
    while (end > 1 && path[end - 1] == '/')
        end--;
    for (start = end; start > 0 && path[start - 1] != '/';)
        start--;
    return strndup(path + start, end - start);
}

static int load_front(void *ctx, diag_t *d)
{
    return trace_load(ctx, d);
}

static int front_fault(void *ctx, diag_t *d)
{
    return trace_fault(ctx, d);
}

static int run_trace(session_t *s)
{
    report_workload_t *r = &s->report.workload;
    trace_step_t step;
    r->name = s->trace_name = last_part(s->o->trace);
    r->result = "unchecked";
    int rc = trace_hash(s->trace, &r->kernel_hash, &s->diag);
    if (!rc && s->suspend)
        rc = suspend_check_workload(s->suspend, s);
    while (!rc && !(rc = trace_next(s->trace, &step, &s->diag)) && step.kind != TRACE_END) {
        const dev_front_t front = {step.front, load_front, front_fault, s->trace};
        rc = step.kind == TRACE_COPY ? dev_preload(s->dev, step.addr, step.bytes)
                                     : dev_launch_front(s->dev, &front);
    }
    return rc;
}

static void collect_policies(session_t *s)
{
    report_t *r = &s->report;
    for (unsigned i = 0; i < s->policies.n; i++) {
        const policy_ops_t *ops = s->policies.ops[i];
        report_policy_t *p = &r->policy[r->n_policies++];
        p->name = ops->name;
        for (unsigned k = 0; k < ops->n_options; k++) {
            const policy_option_t *v = &ops->options[k];
            uint64_t value = s->policies.opt[i][k];
            p->option[p->n_options++] =
                (report_option_t){v->name, policy_option_name(v, value), value};
        }
        if (!s->policies.policy[i])
            continue;
        policy_row_t rows[POLICY_MAX_ROWS];
        unsigned n = policy_report(s->policies.policy[i], rows);
        for (unsigned k = 0; k < n; k++)
            p->row[p->n_rows++] =
                (report_row_t){rows[k].name, rows[k].is_ratio, rows[k].count, rows[k].ratio};
    }
}

static int collect_loads(session_t *s)
{
    report_t *r = &s->report;
    unsigned n = gpu_load_rows(s->gpu);
    s->loads = calloc(n ? n : 1, sizeof *s->loads);
    if (!s->loads)
        return diag_at(&s->diag, "report", 0, 0, "out of memory");
    for (unsigned i = 0; i < n; i++)
        gpu_load_row(s->gpu, i, &s->loads[i]);
    if (merge_loads(s->loads, &n))
        return diag_at(&s->diag, "report", 0, 0, "out of memory");
    r->loads = s->loads;
    r->n_loads = n;
    return 0;
}

static int collect(session_t *s, double wall)
{
    report_t *r = &s->report;
    dev_summary_t sum;
    struct rusage usage;
    dev_summary(s->dev, &sum);
    getrusage(RUSAGE_SELF, &usage);
    r->engine = s->gpu ? s->o->engine : "functional";
    r->timing = s->gpu != NULL;
    r->stopped = sum.stopped;
    r->config = &s->config;
    r->workload.launches = sum.launches;
    r->workload.timed_launches = sum.timed_launches;
    r->workload.slack_reads = sum.slack.reads;
    r->workload.slack_writes = sum.slack.writes;
    r->warp_instructions = sum.warp_instructions;
    r->thread_instructions = sum.thread_instructions;
    r->host.wall_s = wall;
    r->host.peak_rss_kb = (uint64_t)usage.ru_maxrss;
    r->host.program = lw_version;
    collect_policies(s);
    if (!s->gpu)
        return 0;
    if (s->intervals && intervals_finish(s->intervals))
        return diag_at(&s->diag, "--interval", 0, 0, "out of memory for the rows");
    r->intervals = s->intervals;
    if (s->analysis && analysis_finish(s->analysis))
        return diag_at(&s->diag, "--analyze", 0, 0, "out of memory for the lines");
    r->analysis = s->analysis;
    gpu_stats(s->gpu, &r->stats);
    gpu_stats_sleep(s->gpu, &r->host.sleep);
    unit_inst_work_t work = policy_set_work(&s->policies);
    r->host.rtl_evals = work.evals;
    r->host.rtl_ticks = work.ticks;
    r->host.compared_bits = work.bits;
    return collect_loads(s);
}

/* The exit status of what the workload, the device and the policies say; prints
 * why. */
static int judge(session_t *s, int rc)
{
    dev_summary_t sum;
    dev_summary(s->dev, &sum);
    const unit_inst_t *diverged = policy_set_diverged(&s->policies);
    if (diverged) {
        char when[128];
        gpu_stats_t stats;
        gpu_stats(s->gpu, &stats);
        snprintf(when, sizeof when, "kernel %.64s, core cycle %" PRIu64,
                 s->kernel ? s->kernel : "?", stats.run.cycles);
        unit_inst_report(diverged, stderr, ".", when);
        s->report.workload.result = "unchecked";
        return CMD_CHECK_FAILED;
    }
    if (sum.suspended) {
        fputs(s->suspend->text ? s->suspend->text : "", stderr);
        return s->suspend->status;
    }
    if (sum.stopped) {
        s->report.workload.result = "unchecked";
        return CMD_DONE;
    }
    if (rc == -EINTR && stop_signal()) { /* while a checkpoint was read */
        cmd_bad_input(&s->diag);
        s->report.workload.result = "unchecked";
        return 128 + stop_signal();
    }
    if (rc == -ECANCELED && s->suspend && !sum.halted) { /* within a CTA that did not end */
        cmd_bad_input(&s->diag);
        s->report.workload.result = "unchecked";
        return stop_signal() ? 128 + stop_signal() : CMD_STOPPED;
    }
    if (rc >= 0 && dev_replaying(s->dev)) {
        diag_at(&s->diag, s->o->resume, 0, 0,
                "the program ended before the launch of the checkpoint; expected the same program");
        return cmd_bad_input(&s->diag);
    }
    if (rc == 0 && s->gpu && sum.timed_launches == 0) {
        diag_at(&s->diag, s->o->kernel ? "--kernel" : "--launches", 0, 0,
                "%s chooses none of the %" PRIu64 " launches; see --list-launches",
                s->o->kernel ? s->o->kernel : s->o->launches, sum.launches);
        return cmd_bad_input(&s->diag);
    }
    if (rc == 0)
        return CMD_DONE;
    cmd_bad_input(&s->diag);
    if (rc > 0) {
        s->report.workload.result = "wrong";
        return CMD_CHECK_FAILED;
    }
    s->report.workload.result = "failed";
    return sum.internal || sum.halted ? CMD_CHECK_FAILED : CMD_BAD_INPUT;
}

static const char *filter_text(session_t *s, char *buf, size_t bytes)
{
    const run_opts_t *o = s->o;
    if (!o->kernel && !o->launches)
        return NULL;
    snprintf(buf, bytes, "%s%s%s%s%s", o->kernel ? "kernel " : "", o->kernel ? o->kernel : "",
             o->kernel && o->launches ? ", " : "", o->launches ? "launches " : "",
             o->launches ? o->launches : "");
    return buf;
}

int session_run(session_t *s)
{
    double start = progress_now();
    s->progress = progress_new();
    if (s->progress && s->gpu)
        gpu_set_progress(s->gpu, while_running, s, PROGRESS_CYCLES);
    s->report.workload.filter = filter_text(s, s->filter, sizeof s->filter);
    if (s->suspend) {
        s->suspend->began = start;
        stop_begin(s->suspend->max_seconds, s->suspend->every);
    }
    int rc = s->trace ? run_trace(s) : s->o->workload ? run_workload(s) : run_launch_file(s);
    if (s->suspend)
        stop_end();
    progress_free(s->progress);
    s->progress = NULL;
    double wall = progress_now() - start;
    if (s->suspend) {
        wall += s->suspend->head.wall_s;
        s->report.host.resumed = s->suspend->head.resumed;
    }
    int status = judge(s, rc);
    s->diag = (diag_t){{0}};
    if (policy_set_wave_end(&s->policies, &s->diag))
        return cmd_bad_input(&s->diag);
    if (s->o->record && status == CMD_DONE &&
        policy_set_record(&s->policies, s->o->record_of, s->o->record, &s->diag))
        return cmd_bad_input(&s->diag);
    if (collect(s, wall))
        return cmd_bad_input(&s->diag);
    return status;
}

void session_close(session_t *s)
{
    policy_set_destroy(&s->policies);
    dev_close(s->dev);
    gpu_free(s->gpu);
    intervals_free(s->intervals);
    analysis_free(s->analysis);
    free(s->loads);
    for (unsigned i = 0; i < s->n_ptx; i++)
        free((char *)(uintptr_t)s->ptx[i].text);
    trace_close(s->trace);
    free(s->trace_name);
    memset(s, 0, sizeof *s);
}
