/* A simulation of lockwarp/gpu.h: how it is set up and run, on top of run/simulation.h. */
#include "lockwarp/gpu.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/launch_range.h"
#include "config/settings.h"
#include "gpu_int.h"
#include "input/suggest.h"
#include "input/yaml.h"
#include "lockstep/engines.h"
#include "lockstep/ports.h"
#include "memory.h"

/* Numbers are read and written with a point, whatever the program's locale. */
locale_t gpu_locale_in(void)
{
    return uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
}

void gpu_locale_out(locale_t before)
{
    const locale_t ours = uselocale(before);
    if (ours != LC_GLOBAL_LOCALE && ours != before)
        freelocale(ours);
}

/* ---- Messages ---- */

static int out_of_memory(lw_gpu_t *g)
{
    return fail_text(g->message, LW_NO_MEMORY, "out of memory");
}

static int say(lw_gpu_t *g, lw_status_t status, const diag_t *d)
{
    return fail_text(g->message, status, "%s", d->text[0] ? d->text : "failed without a message");
}

const char *lw_gpu_message(const lw_gpu_t *gpu)
{
    return gpu->message;
}

/* ---- Made and freed ---- */

/* A copy of the text that lives as long as the simulation; NULL: no memory. */
static const char *keep(lw_gpu_t *g, const char *text)
{
    char **grown = realloc(g->kept, (g->n_kept + 1) * sizeof *grown);
    char *copy = grown ? strdup(text) : NULL;
    g->kept = grown ? grown : g->kept;
    if (copy)
        g->kept[g->n_kept++] = copy;
    return copy;
}

lw_gpu_t *lw_gpu_new(const char *config, lw_error_t *error)
{
    lw_error_t unwanted;
    diag_t d = {{0}};
    error = error ? error : &unwanted;
    *error = (lw_error_t){.status = LW_OK};
    lw_gpu_t *g = calloc(1, sizeof *g);
    if (!g)
        return fail_new(error, LW_NO_MEMORY, "out of memory");
    run_opts_default(&g->o);
    g->o.config = keep(g, config ? config : "");
    const locale_t before = gpu_locale_in();
    const int rc = g->o.config ? run_config_load(&g->base, g->o.config, &d) : 0;
    gpu_locale_out(before);
    if (g->o.config && !rc)
        return g;
    fail_new(error, rc ? LW_INVALID : LW_NO_MEMORY, "%s", rc ? d.text : "out of memory");
    lw_gpu_free(g);
    return NULL;
}

void lw_gpu_free(lw_gpu_t *gpu)
{
    if (!gpu)
        return;
    if (gpu->sim)
        simulation_close(gpu->sim);
    free(gpu->sim);
    cJSON_Delete(gpu->doc);
    free(gpu->json);
    for (size_t i = 0; i < gpu->n_kept; i++)
        free(gpu->kept[i]);
    free(gpu->kept);
    free(gpu);
}

/* ---- Setting up ---- */

static int has_run(lw_gpu_t *g)
{
    return fail_text(g->message, LW_INVALID, "the simulation has been run; expected a new one");
}

/* Do policies and settings go together, one by one? */
static int check_settings(lw_gpu_t *g)
{
    run_config_t config = g->base;
    policy_set_t policies = {.n = 0};
    diag_t d = {{0}};
    const locale_t before = gpu_locale_in();
    int rc = policy_set_parse(&policies, g->o.policies, &d);
    for (unsigned i = 0; !rc && i < g->o.n_sets; i++)
        rc = settings_apply(&config, &policies, g->o.set[i], &d);
    gpu_locale_out(before);
    return rc ? say(g, LW_INVALID, &d) : LW_OK;
}

int lw_gpu_policies(lw_gpu_t *gpu, const char *policies)
{
    const char *before = gpu->o.policies;
    if (gpu->ran)
        return has_run(gpu);
    gpu->o.policies = keep(gpu, policies ? policies : "");
    if (!gpu->o.policies) {
        gpu->o.policies = before;
        return out_of_memory(gpu);
    }
    const int rc = check_settings(gpu);
    if (rc)
        gpu->o.policies = before;
    else if (!*gpu->o.policies)
        gpu->o.policies = NULL;
    return rc;
}

int lw_gpu_set(lw_gpu_t *gpu, const char *key, const char *value)
{
    if (gpu->ran)
        return has_run(gpu);
    if (!key || !*key || strchr(key, '=') || !value)
        return fail_text(gpu->message, LW_INVALID,
                         "'%s' is set to '%s'; expected a key and its value", key ? key : "",
                         value ? value : "");
    if (gpu->o.n_sets == RUN_OPTS_MAX_SETS)
        return fail_text(gpu->message, LW_INVALID, "%s is setting number %d; expected at most %d",
                         key, RUN_OPTS_MAX_SETS + 1, RUN_OPTS_MAX_SETS);
    char *both = NULL;
    if (asprintf(&both, "%s=%s", key, value) < 0)
        return out_of_memory(gpu);
    const char *set = keep(gpu, both);
    free(both);
    if (!set)
        return out_of_memory(gpu);
    gpu->o.set[gpu->o.n_sets++] = set;
    const int rc = check_settings(gpu);
    if (rc)
        gpu->o.n_sets--;
    return rc;
}

int lw_gpu_engine(lw_gpu_t *gpu, const char *engine)
{
    const unit_engine_t *e = engine ? unit_engine_find(engine) : NULL;
    if (gpu->ran)
        return has_run(gpu);
    if (!e)
        return fail_text(gpu->message, LW_INVALID, "no engine '%s'; expected c, rtl or lockstep",
                         engine ? engine : "");
    gpu->o.engine = e->name;
    return LW_OK;
}

/* Forgets what was to be run. */
static void nothing_to_run(run_opts_t *o)
{
    o->workload = o->ptx = o->launch_file = o->trace = NULL;
    o->n_more_ptx = 0;
}

int lw_gpu_workload(lw_gpu_t *gpu, const char *name, const char *scale)
{
    diag_t d = {{0}};
    if (gpu->ran)
        return has_run(gpu);
    const workload_t *w = workload_named(name ? name : "", "workload", &d);
    if (!w)
        return say(gpu, LW_INVALID, &d);
    const int s = scale ? workload_scale_named(scale) : -1;
    if (s < 0)
        return fail_text(gpu->message, LW_INVALID,
                         "no scale '%s'; expected tiny, default, paper, or one "
                         "of a paper's own",
                         scale ? scale : "");
    if (workload_check_scale(w, (workload_scale_t)s, "scale", &d))
        return say(gpu, LW_INVALID, &d);
    nothing_to_run(&gpu->o);
    gpu->o.workload = w->name;
    gpu->o.scale = (workload_scale_t)s;
    return LW_OK;
}

int lw_gpu_ptx(lw_gpu_t *gpu, const char *const *files, size_t n, const char *launch_file)
{
    const char *kept[RUN_OPTS_MAX_PTX];
    if (gpu->ran)
        return has_run(gpu);
    if (!files || n < 1 || n > RUN_OPTS_MAX_PTX || !launch_file)
        return fail_text(gpu->message, LW_INVALID,
                         "%zu files of PTX%s; expected 1 to %d and a launch file", n,
                         launch_file ? "" : " without a launch file", RUN_OPTS_MAX_PTX);
    const char *launch = keep(gpu, launch_file);
    for (size_t i = 0; i < n; i++)
        if (!launch || !(kept[i] = keep(gpu, files[i] ? files[i] : "")))
            return out_of_memory(gpu);
    nothing_to_run(&gpu->o);
    gpu->o.launch_file = launch;
    gpu->o.ptx = kept[0];
    for (size_t i = 1; i < n; i++)
        gpu->o.more_ptx[gpu->o.n_more_ptx++] = kept[i];
    return LW_OK;
}

int lw_gpu_trace(lw_gpu_t *gpu, const char *path)
{
    if (gpu->ran)
        return has_run(gpu);
    const char *kept = path && *path ? keep(gpu, path) : NULL;
    if (!path || !*path)
        return fail_text(gpu->message, LW_INVALID, "no path of a trace");
    if (!kept)
        return out_of_memory(gpu);
    nothing_to_run(&gpu->o);
    gpu->o.trace = kept;
    return LW_OK;
}

/* ---- Options ---- */

typedef enum option_kind { OPTION_TEXT, OPTION_NUMBER, OPTION_FLAG } option_kind_t;

typedef struct option {
    const char *name;
    option_kind_t kind;
    size_t at; /* in run_opts_t */
} option_t;

static const option_t options[] = {
    {"seed", OPTION_NUMBER, offsetof(run_opts_t, seed)},
    {"input", OPTION_TEXT, offsetof(run_opts_t, input)},
    {"kernel-variant", OPTION_TEXT, offsetof(run_opts_t, variant)},
    {"kernel", OPTION_TEXT, offsetof(run_opts_t, kernel)},
    {"launches", OPTION_TEXT, offsetof(run_opts_t, launches)},
    {"max-cycles", OPTION_NUMBER, offsetof(run_opts_t, max_cycles)},
    {"interval", OPTION_NUMBER, offsetof(run_opts_t, interval)},
    {"analyze", OPTION_FLAG, offsetof(run_opts_t, analyze)},
    {"functional", OPTION_FLAG, offsetof(run_opts_t, functional)},
    {"never-sleep", OPTION_FLAG, offsetof(run_opts_t, never_sleep)},
};

static int bad_option(lw_gpu_t *g, const char *name, const char *value, const char *expected)
{
    return fail_text(g->message, LW_INVALID, "%s is '%s'; expected %s", name, value, expected);
}

static int take_option(lw_gpu_t *g, const option_t *o, const char *value)
{
    char *at = (char *)&g->o + o->at;
    uint64_t number, first, last;
    if (o->kind == OPTION_NUMBER) {
        if (text_u64(value, &number))
            return bad_option(g, o->name, value, "a whole number");
        memcpy(at, &number, sizeof number);
        return LW_OK;
    }
    if (o->kind == OPTION_FLAG) {
        const bool on = !strcmp(value, "true");
        if (!on && strcmp(value, "false"))
            return bad_option(g, o->name, value, "true or false");
        memcpy(at, &on, sizeof on);
        return LW_OK;
    }
    if (o->at == offsetof(run_opts_t, launches)) {
        if (!launch_range_parse(value, &first, &last))
            return bad_option(g, o->name, value, "A-B with 1 <= A <= B");
        g->o.first = first;
        g->o.last = last;
    }
    const char *kept = keep(g, value);
    if (!kept)
        return out_of_memory(g);
    memcpy(at, &kept, sizeof kept);
    return LW_OK;
}

int lw_gpu_option(lw_gpu_t *gpu, const char *name, const char *value)
{
    if (gpu->ran)
        return has_run(gpu);
    for (size_t i = 0; name && value && i < sizeof options / sizeof *options; i++)
        if (!strcmp(options[i].name, name))
            return take_option(gpu, &options[i], value);
    const char *names[sizeof options / sizeof *options];
    char hint[240];
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        names[i] = options[i].name;
    if (name && !value)
        return fail_text(gpu->message, LW_INVALID, "%s has no value", name);
    return fail_text(
        gpu->message, LW_INVALID, "no option '%s'; %s", name ? name : "",
        suggest_among(name ? name : "", names, sizeof names / sizeof *names, hint, sizeof hint));
}

int lw_gpu_print(lw_gpu_t *gpu, void (*print)(void *ctx, const char *text, size_t bytes), void *ctx)
{
    if (gpu->ran)
        return has_run(gpu);
    gpu->print = print;
    gpu->print_ctx = ctx;
    return LW_OK;
}

int lw_gpu_observe(lw_gpu_t *gpu, const lw_observer_t *observer, void *ctx)
{
    if (gpu->ran)
        return has_run(gpu);
    gpu->watch.observer = observer ? *observer : (lw_observer_t){0};
    gpu->watch.ctx = ctx;
    return LW_OK;
}

/* ---- Running ---- */

static void on_print(void *ctx, const char *text, size_t bytes)
{
    const lw_gpu_t *g = ctx;
    if (g->print)
        g->print(g->print_ctx, text, bytes);
}

static int check_place(void *ctx, const char *path, bool written, diag_t *d)
{
    (void)ctx;
    if (written && !strcmp(path, "-"))
        return diag_at(d, path, 0, 0, "is standard output; expected a file for what is dumped");
    return 0;
}

/* A launch file may not dump to standard output. */
static int on_launch_file(void *ctx, const launch_file_t *f, diag_t *d)
{
    return launch_file_places(f, check_place, ctx, d);
}

static simulation_host_t host_of(lw_gpu_t *g)
{
    return (simulation_host_t){.ctx = g,
                               .program = LW_VERSION,
                               .stop = &g->stop,
                               .print = on_print,
                               .launch_file = on_launch_file};
}

/* Do the options go together? */
static int check_options(lw_gpu_t *g)
{
    const run_opts_t *o = &g->o;
    if (!o->workload && !o->ptx && !o->trace)
        return fail_text(g->message, LW_INVALID,
                         "nothing to run; expected a workload, PTX with a launch file, or a trace");
    if (!o->workload && (o->input || o->variant))
        return fail_text(g->message, LW_INVALID, "%s is an option of workloads",
                         o->input ? "input" : "kernel-variant");
    if (o->functional && (o->interval || o->analyze || o->max_cycles))
        return fail_text(g->message, LW_INVALID,
                         "%s needs a timed run; expected it without functional",
                         o->interval  ? "interval"
                         : o->analyze ? "analyze"
                                      : "max-cycles");
    return LW_OK;
}

/* Why it could not be opened: what the same simulation without RTL does not lack is a model. */
static int not_open(lw_gpu_t *g, int rc)
{
    const diag_t d = g->sim->diag;
    run_opts_t o = g->o;
    bool model = false;
    simulation_close(g->sim);
    if (rc != -ENOMEM && strcmp(o.engine, unit_engine_c.name)) {
        const simulation_host_t host = host_of(g);
        o.engine = unit_engine_c.name;
        model = !simulation_open(g->sim, &o, &host);
        simulation_close(g->sim);
    }
    free(g->sim);
    g->sim = NULL;
    return say(g, model ? LW_NO_MODEL : rc == -ENOMEM ? LW_NO_MEMORY : LW_INVALID, &d);
}

/* The status of an end, with its message. */
static int status_of(lw_gpu_t *g, simulation_end_t end)
{
    const diag_t *d = &g->sim->diag;
    switch (end) {
    case SIMULATION_DONE:
        return LW_OK;
    case SIMULATION_WRONG:
        return say(g, LW_WRONG, d);
    case SIMULATION_DIVERGED:
        return say(g, LW_DIFFER, d);
    case SIMULATION_BROKEN:
        return say(g, LW_BROKEN, d);
    case SIMULATION_REFUSED:
        return say(g, LW_INVALID, d);
    default:
        return fail_text(g->message, LW_STOPPED, "stopped");
    }
}

static int run(lw_gpu_t *g)
{
    const simulation_host_t host = host_of(g);
    g->sim = calloc(1, sizeof *g->sim);
    if (!g->sim)
        return out_of_memory(g);
    rtl_model_quietly();
    int rc = simulation_open(g->sim, &g->o, &host);
    if (rc)
        return not_open(g, rc);
    if (g->sim->gpu && watch_attach(&g->watch, g->sim->gpu))
        return fail_text(g->message, LW_INVALID, "the GPU takes no observer");
    const simulation_end_t end = simulation_run(g->sim);
    const int status = status_of(g, end);
    if (status == LW_INVALID || status == LW_STOPPED)
        return status;
    if (simulation_finish(g->sim, end) || !(g->doc = report_json(&g->sim->report)))
        return out_of_memory(g);
    return status;
}

int lw_gpu_run(lw_gpu_t *gpu)
{
    if (gpu->ran)
        return has_run(gpu);
    int status = check_options(gpu);
    if (status)
        return status;
    gpu->ran = true;
    const locale_t before = gpu_locale_in();
    memory_guard_t guard;
    memory_enter(&guard);
    if (setjmp(guard.back) == 0) {
        status = run(gpu);
    } else {
        gpu->sim = NULL; /* in the middle of something: it cannot be closed */
        status = out_of_memory(gpu);
    }
    memory_leave(&guard);
    gpu_locale_out(before);
    return status;
}

void lw_gpu_stop(lw_gpu_t *gpu)
{
    gpu->stop = 1;
}
