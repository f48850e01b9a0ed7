#include "run/simulation.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "common/file.h"
#include "config/settings.h"
#include "lockstep/engines.h"
#include "stats/merge_loads.h"

#define PTX_MAX   ((size_t)64 << 20)
#define INPUT_MAX ((size_t)1 << 32)

static int read_config(simulation_t *s)
{
    int rc = run_config_load(&s->config, s->o->config, &s->diag);
    if (!rc)
        rc = policy_set_parse(&s->policies, s->o->policies, &s->diag);
    for (unsigned i = 0; !rc && i < s->o->n_sets; i++)
        rc = settings_apply(&s->config, &s->policies, s->o->set[i], &s->diag);
    return rc ? rc : run_config_check(&s->config, &s->diag);
}

static int read_ptx(simulation_t *s)
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
static uint64_t ptx_hash(const simulation_t *s)
{
    uint64_t each[RUN_OPTS_MAX_PTX];
    for (unsigned i = 0; i < s->n_ptx; i++)
        each[i] = report_hash(s->ptx[i].text, s->ptx[i].bytes);
    return s->n_ptx == 1 ? each[0] : report_hash(each, s->n_ptx * sizeof each[0]);
}

static int check_workload(simulation_t *s)
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

static int build_gpu(simulation_t *s)
{
    const unit_engine_t *engine = unit_engine_find(s->o->engine); /* checked by the caller */
    s->gpu = gpu_new(&s->config.gpu);
    if (!s->gpu) {
        diag_at(&s->diag, "gpu", 0, 0, "out of memory");
        return -ENOMEM;
    }
    gpu_set_max_cycles(s->gpu, s->o->max_cycles);
    gpu_set_dump(s->gpu, s->host.dump);
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
    simulation_t *s = ctx;
    s->kernel = l->kernel;
    if (s->host.before)
        s->host.before(s->host.ctx, l);
}

static void after_launch(void *ctx, const dev_launch_info_t *l)
{
    simulation_t *s = ctx;
    if (s->host.after)
        s->host.after(s->host.ctx, l);
}

static void print_text(void *ctx, const char *text, size_t bytes)
{
    simulation_t *s = ctx;
    if (s->host.print)
        s->host.print(s->host.ctx, text, bytes);
}

static bool on_stop(void *ctx, device_t *dev)
{
    simulation_t *s = ctx;
    return s->host.on_stop && s->host.on_stop(s->host.ctx, dev);
}

static int open_device(simulation_t *s)
{
    const run_opts_t *o = s->o;
    const dev_cfg_t cfg = {
        .gpu_cfg = &s->config.gpu,
        .gpu = s->gpu,
        .memory_bytes = (uint64_t)s->config.memory_mb << 20,
        .kernel = o->kernel,
        .first = o->first,
        .last = o->last,
        .before = before_launch,
        .after = after_launch,
        .print = print_text,
        .stop = s->host.stop,
        .on_stop = s->host.stop ? on_stop : NULL,
        .ctx = s,
    };
    if (s->gpu) {
        gpu_set_stop(s->gpu, s->host.stop);
        gpu_set_stop_at(s->gpu, s->host.stop_at);
    }
    s->dev = dev_open(&cfg, &s->diag);
    return s->dev ? 0 : -ENOMEM;
}

int simulation_open(simulation_t *s, const run_opts_t *o, const simulation_host_t *host)
{
    memset(s, 0, sizeof *s);
    s->o = o;
    s->host = *host;
    int rc = read_config(s);
    if (!rc)
        rc = check_workload(s);
    if (!rc && host->checked)
        rc = host->checked(host->ctx, &s->diag);
    if (!rc && !o->functional && !o->list_launches)
        rc = build_gpu(s);
    return rc ? rc : open_device(s);
}

/* What the run is stands in the report by now. */
static int identified(simulation_t *s)
{
    return s->host.identified ? s->host.identified(s->host.ctx, &s->diag) : 0;
}

static int run_workload(simulation_t *s)
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
    int rc = identified(s);
    return rc ? rc : w->run(s->dev, w, &opts, &s->diag);
}

static int run_launch_file(simulation_t *s)
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
    if (!rc && s->host.launch_file)
        rc = s->host.launch_file(s->host.ctx, &f, &s->diag);
    if (!rc)
        rc = file_read(o->launch_file, INPUT_MAX, &text, &bytes, &s->diag);
    if (!rc) {
        r->input_hash = report_hash(text, bytes);
        r->has_input = true;
        r->result = f.n_compares ? "correct" : "unchecked";
        rc = identified(s);
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

static int run_trace(simulation_t *s)
{
    report_workload_t *r = &s->report.workload;
    trace_step_t step;
    r->name = s->trace_name = last_part(s->o->trace);
    r->result = "unchecked";
    int rc = trace_hash(s->trace, &r->kernel_hash, &s->diag);
    if (!rc)
        rc = identified(s);
    while (!rc && !(rc = trace_next(s->trace, &step, &s->diag)) && step.kind != TRACE_END) {
        const dev_front_t front = {step.front, load_front, front_fault, s->trace};
        rc = step.kind == TRACE_COPY ? dev_preload(s->dev, step.addr, step.bytes)
                                     : dev_launch_front(s->dev, &front);
    }
    return rc;
}

static void collect_policies(simulation_t *s)
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

static int collect_loads(simulation_t *s)
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

static int collect(simulation_t *s)
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
    r->host.wall_s = s->wall_s;
    r->host.peak_rss_kb = (uint64_t)usage.ru_maxrss;
    r->host.program = s->host.program;
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

const unit_inst_t *simulation_diverged(const simulation_t *s, char *when, size_t bytes)
{
    const unit_inst_t *u = policy_set_diverged(&s->policies);
    gpu_stats_t stats;
    if (!u)
        return NULL;
    gpu_stats(s->gpu, &stats);
    snprintf(when, bytes, "kernel %.64s, core cycle %" PRIu64, s->kernel ? s->kernel : "?",
             stats.run.cycles);
    return u;
}

/* What became of a launch that failed, for the report. */
static simulation_end_t unchecked(simulation_t *s, simulation_end_t end)
{
    s->report.workload.result = "unchecked";
    return end;
}

/* What the policies say, then what stopped the run: true, and the end. */
static bool stopped(simulation_t *s, int rc, const dev_summary_t *sum, simulation_end_t *end)
{
    char when[128];
    const unit_inst_t *u = simulation_diverged(s, when, sizeof when);
    if (u) {
        s->diag = (diag_t){{0}};
        diag_at(&s->diag, u->desc->name, 0, 0, "C model and RTL differ: %s, %s", u->label, when);
        *end = unchecked(s, SIMULATION_DIVERGED);
        return true;
    }
    if (sum->suspended) {
        *end = SIMULATION_SUSPENDED;
        return true;
    }
    if (sum->stopped) {
        *end = unchecked(s, SIMULATION_DONE);
        return true;
    }
    const bool asked = s->host.stop && *s->host.stop;
    if ((rc == -EINTR && asked) ||                            /* while a checkpoint was read */
        (rc == -ECANCELED && s->host.stop && !sum->halted)) { /* within a CTA that did not end */
        *end = unchecked(s, SIMULATION_INTERRUPTED);
        return true;
    }
    return false;
}

/* How the run has ended: what the workload, the device and the policies say. */
static simulation_end_t judge(simulation_t *s, int rc)
{
    dev_summary_t sum;
    simulation_end_t end;
    dev_summary(s->dev, &sum);
    if (stopped(s, rc, &sum, &end))
        return end;
    if (rc >= 0 && dev_replaying(s->dev)) {
        diag_at(&s->diag, s->o->resume, 0, 0,
                "the program ended before the launch of the checkpoint; expected the same program");
        return SIMULATION_REFUSED;
    }
    if (rc == 0 && s->gpu && sum.timed_launches == 0) {
        diag_at(&s->diag, s->o->kernel ? "--kernel" : "--launches", 0, 0,
                "%s chooses none of the %" PRIu64 " launches; see --list-launches",
                s->o->kernel ? s->o->kernel : s->o->launches, sum.launches);
        return SIMULATION_REFUSED;
    }
    if (rc == 0)
        return SIMULATION_DONE;
    s->report.workload.result = rc > 0 ? "wrong" : "failed";
    if (rc > 0)
        return SIMULATION_WRONG;
    return sum.internal || sum.halted ? SIMULATION_BROKEN : SIMULATION_REFUSED;
}

static const char *filter_text(simulation_t *s, char *buf, size_t bytes)
{
    const run_opts_t *o = s->o;
    if (!o->kernel && !o->launches)
        return NULL;
    snprintf(buf, bytes, "%s%s%s%s%s", o->kernel ? "kernel " : "", o->kernel ? o->kernel : "",
             o->kernel && o->launches ? ", " : "", o->launches ? "launches " : "",
             o->launches ? o->launches : "");
    return buf;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

simulation_end_t simulation_run(simulation_t *s)
{
    const double start = now();
    s->report.workload.filter = filter_text(s, s->filter, sizeof s->filter);
    const int rc = s->trace ? run_trace(s) : s->o->workload ? run_workload(s) : run_launch_file(s);
    s->wall_s = now() - start;
    return judge(s, rc);
}

int simulation_finish(simulation_t *s, simulation_end_t end)
{
    s->diag = (diag_t){{0}};
    int rc = policy_set_wave_end(&s->policies, &s->diag);
    if (!rc && s->o->record && end == SIMULATION_DONE)
        rc = policy_set_record(&s->policies, s->o->record_of, s->o->record, &s->diag);
    return rc ? rc : collect(s);
}

void simulation_close(simulation_t *s)
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
