/* lockwarp slice: the address programs of kernels, and why a load has none. */
#include <argp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args.h"
#include "cli/cmd.h"
#include "cli/places.h"
#include "cli/slice_report.h"
#include "common/file.h"
#include "config/run_config.h"
#include "driver/device.h"
#include "driver/launch_file.h"
#include "input/suggest.h"
#include "input/yaml.h"
#include "stats/json.h"
#include "workload/workload.h"

const char cmd_slice_doc[] = "address programs per load: regular or not, and why";

#define PTX_MAX ((size_t)64 << 20)

enum {
    KEY_PTX = 0x700,
    KEY_LAUNCH,
    KEY_KERNEL,
    KEY_VARIANT,
    KEY_RECT,
    KEY_SCALE,
    KEY_SEED,
    KEY_MARKDOWN,
    KEY_JSON
};

typedef struct slice_opts {
    const char *workload, *variant, *ptx, *launch, *kernel, *json;
    unsigned rects; /* CTAs; 0: none */
    workload_scale_t scale;
    uint64_t seed;
    bool scale_given, markdown;
} slice_opts_t;

static const struct argp_option options[] = {
    {"workload", 'w', "NAME|all", 0, "a workload of `lockwarp list workloads`, or a summary of all",
     1},
    {"kernel-variant", KEY_VARIANT, "NAME", 0, "another kernel text, such as unrolled", 1},
    {"ptx", KEY_PTX, "FILE", ARG_MANY | ARG_INPUT, "any kernels: their PTX; as FILE.ptx alone", 1},
    {"kernel", KEY_KERNEL, "NAME", 0, "this kernel only", 1},
    {"rect", KEY_RECT, "N", 0,
     "also the rectangles of each kernel's first N CTAs, in its first launch (runs it "
     "functionally)",
     2},
    {"launch", KEY_LAUNCH, "FILE.yaml", ARG_INPUT, "the launches of --ptx, for --rect (default 1)",
     2},
    {"scale", KEY_SCALE, "SCALE", 0,
     "size of the workload for --rect: tiny (default), default, paper or a paper's own", 2},
    {"seed", KEY_SEED, "N", 0, "of its generated input (default 1)", 2},
    {"markdown", KEY_MARKDOWN, NULL, 0, "the summary as a table for a page", 3},
    {"json", KEY_JSON, "FILE", ARG_WRITES | ARG_DASH,
     "write everything as JSON; - is standard output, instead of the text", 3},
    {0},
};

static void check(struct argp_state *state, slice_opts_t *o)
{
    bool all = o->workload && !strcmp(o->workload, "all");
    if (!o->workload == !o->ptx)
        cmd_usage_error(state, "%s; expected one of -w NAME and FILE.ptx",
                        o->ptx ? "-w and --ptx" : "nothing to slice");
    if (o->launch && !o->ptx)
        cmd_usage_error(state, "--launch is for --ptx; a workload makes its own launches");
    if (o->variant && !o->workload)
        cmd_usage_error(state, "--kernel-variant is for -w");
    if (o->launch && !o->rects)
        o->rects = 1;
    if (o->rects && o->ptx && !o->launch)
        cmd_usage_error(state, "--rect needs launches; expected --launch FILE.yaml with --ptx");
    if (all && (o->rects || o->kernel))
        cmd_usage_error(state, "-w all is a summary; expected it without %s",
                        o->rects ? "--rect" : "--kernel");
    if (o->markdown && !all)
        cmd_usage_error(state, "--markdown is for the summary of -w all");
    if (o->scale_given && !o->rects)
        cmd_usage_error(state, "--scale and --seed are for --rect: programs do not depend on them");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    slice_opts_t *o = state->input;
    char hint[128];
    uint64_t n = 0;
    int scale;
    switch (key) {
    case 'w':
        o->workload = arg;
        return 0;
    case KEY_VARIANT:
        o->variant = arg;
        return 0;
    case KEY_PTX:
        if (o->ptx)
            cmd_usage_error(state, "'%s' is a second file; expected one", arg);
        o->ptx = arg;
        return 0;
    case KEY_LAUNCH:
        o->launch = arg;
        return 0;
    case KEY_KERNEL:
        o->kernel = arg;
        return 0;
    case KEY_JSON:
        o->json = arg;
        return 0;
    case KEY_MARKDOWN:
        o->markdown = true;
        return 0;
    case KEY_RECT:
        if (text_u64(arg, &n) || n < 1 || n > SLICE_MAX_RECTS)
            cmd_usage_error(state, "--rect is '%s'; expected 1 to %d CTAs", arg, SLICE_MAX_RECTS);
        o->rects = (unsigned)n;
        return 0;
    case KEY_SEED:
        if (text_u64(arg, &o->seed))
            cmd_usage_error(state, "--seed is '%s'; expected a whole number", arg);
        o->scale_given = true;
        return 0;
    case KEY_SCALE:
        scale = workload_scale_named(arg);
        if (scale < 0)
            cmd_usage_error(state, "unknown scale '%s'; %s", arg,
                            suggest_among(arg, workload_scale_names, SCALES, hint, sizeof hint));
        o->scale = (workload_scale_t)scale;
        o->scale_given = true;
        return 0;
    case ARGP_KEY_ARG:
        if (o->ptx)
            cmd_usage_error(state, "'%s' is a second file; expected one", arg);
        o->ptx = arg;
        return 0;
    case ARGP_KEY_END:
        check(state, o);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* One text's kernels. */
typedef struct slice_text {
    const slice_opts_t *o;
    const char *source;
    char label[160];
    const char *ptx;
    size_t bytes;
    uint32_t line_bytes;
    isa_module_t *m;
    slice_kernel_t *kernel;
    unsigned n;
    uint64_t launches;
    diag_t d;
} slice_text_t;

static int bad_kernel(slice_text_t *t)
{
    const char *names[64];
    char hint[200];
    unsigned n = isa_kernel_count(t->m);
    n = n < 64 ? n : 64;
    for (unsigned i = 0; i < n; i++)
        names[i] = isa_kernel_at(t->m, i)->name;
    return diag_at(&t->d, t->label, 0, 0, "no kernel '%s'; %s", t->o->kernel,
                   suggest_among(t->o->kernel, names, n, hint, sizeof hint));
}

static bool any_usable(const isa_module_t *m)
{
    for (unsigned i = 0; i < isa_kernel_count(m); i++)
        if (!isa_kernel_at(m, i)->refusal)
            return true;
    return false;
}

static int open_text(slice_text_t *t)
{
    t->m = isa_module_parse(t->label, t->ptx, t->bytes, &t->d);
    if (!t->m)
        return -1;
    unsigned n = isa_kernel_count(t->m);
    if (t->o->kernel && !isa_kernel_find(t->m, t->o->kernel))
        return bad_kernel(t);
    t->kernel = calloc(n ? n : 1, sizeof *t->kernel);
    if (!t->kernel)
        return diag_at(&t->d, t->label, 0, 0, "out of memory");
    for (unsigned i = 0; i < n; i++) {
        const isa_kernel_t *k = isa_kernel_at(t->m, i);
        if (t->o->kernel && strcmp(t->o->kernel, k->name))
            continue;
        if (k->refusal && (t->o->kernel || !any_usable(t->m))) {
            snprintf(t->d.text, sizeof t->d.text, "%s", k->refusal);
            return -1;
        }
        if (k->refusal) {
            fprintf(stderr, "lockwarp: warning: %s; kernel '%s' is left out\n", k->refusal,
                    k->name);
            continue;
        }
        t->kernel[t->n++] = (slice_kernel_t){
            .source = t->source, .label = t->label, .k = k, .set = address_set_new(k)};
    }
    return 0;
}

static void close_text(slice_text_t *t)
{
    for (unsigned i = 0; i < t->n; i++) {
        address_set_free(t->kernel[i].set);
        slice_launch_free(&t->kernel[i].launch);
    }
    free(t->kernel);
    isa_module_free(t->m);
}

/* ---- Launches, watched ---- */

static front_t *watch_launch(void *ctx, front_t *f, diag_t *d)
{
    slice_text_t *t = ctx;
    const isa_launch_t *l = isa_front_launch(f);
    (void)d;
    t->launches++;
    for (unsigned i = 0; l && i < t->n; i++) {
        slice_kernel_t *s = &t->kernel[i];
        if (s->launch.known || strcmp(s->k->name, f->kernel))
            continue;
        /* The device has a module of its own, whose variables have places. */
        address_set_t *set = address_set_new(isa_launch_kernel(l));
        slice_launch_take(&s->launch, set, f, t->launches, t->o->rects, t->line_bytes);
        address_set_free(set);
    }
    return f;
}

static int watch_end(void *ctx, diag_t *d)
{
    (void)ctx;
    (void)d;
    return 0;
}

static void watch_copy(void *ctx, uint64_t addr, uint64_t bytes, bool preloaded)
{
    (void)ctx;
    (void)addr;
    (void)bytes;
    (void)preloaded;
}

static int run_launch_file(slice_text_t *t, device_t *dev)
{
    launch_file_t f;
    const dev_ptx_t ptx = {t->label, t->ptx, t->bytes};
    int rc = launch_file_read(t->o->launch, &f, &t->d);
    rc = rc ? rc : places_add_launch(&f, &t->d);
    if (!rc)
        rc = launch_file_run(&f, dev, &ptx, 1, &t->d);
    launch_file_free(&f);
    return rc;
}

/* CMD_DONE, or the exit status with the message printed. */
static int run(slice_text_t *t)
{
    const dev_tap_t tap = {t, watch_copy, watch_launch, watch_end, watch_end};
    run_config_t c;
    if (run_config_load(&c, "apres", &t->d) || run_config_check(&c, &t->d))
        return cmd_bad_input(&t->d);
    t->line_bytes = c.gpu.line_bytes;
    dev_cfg_t cfg = {.gpu_cfg = &c.gpu, .memory_bytes = (uint64_t)c.memory_mb << 20};
    device_t *dev = dev_open(&cfg, &t->d);
    if (!dev)
        return cmd_bad_input(&t->d);
    dev_set_tap(dev, &tap);
    const workload_t *w = t->o->workload ? workload_find(t->o->workload) : NULL;
    workload_opts_t wo = {.scale = t->o->scale, .seed = t->o->seed, .variant = t->o->variant};
    int rc = w ? w->run(dev, w, &wo, &t->d) : run_launch_file(t, dev);
    dev_close(dev);
    if (!rc)
        return CMD_DONE;
    cmd_bad_input(&t->d);
    return rc > 0 ? CMD_CHECK_FAILED : CMD_BAD_INPUT;
}

/* ---- Output ---- */

typedef struct slice_out {
    const slice_opts_t *o;
    bool text;
    cJSON *kernels; /* NULL: no JSON */
    slice_counts_t sum;
} slice_out_t;

static void show(slice_out_t *out, const slice_text_t *t, bool summary)
{
    for (unsigned i = 0; i < t->n; i++) {
        slice_counts_t c = slice_count(t->kernel[i].set);
        slice_count_add(&out->sum, &c);
        if (out->text && summary)
            slice_table_row(t->source, t->kernel[i].k->name, &c, out->o->markdown);
        else if (out->text)
            slice_print(&t->kernel[i]);
        if (out->kernels)
            cJSON_AddItemToArray(out->kernels, slice_json(&t->kernel[i]));
    }
}

static int slice_text(slice_out_t *out, slice_text_t *t, bool summary)
{
    int status = open_text(t) ? cmd_bad_input(&t->d) : CMD_DONE;
    if (!status && t->o->rects)
        status = run(t);
    if (!status)
        show(out, t, summary);
    close_text(t);
    return status;
}

static bool has_variant(const workload_t *w, const char *variant)
{
    size_t n = strlen(variant);
    const char *at = w->variants;
    for (; at && *at; at += strspn(at, " ")) {
        size_t word = strcspn(at, " ");
        if (word == n && !strncmp(at, variant, n))
            return true;
        at += word;
    }
    return !strcmp(variant, "default");
}

static int slice_workload(slice_out_t *out, const workload_t *w, bool summary)
{
    slice_text_t t = {.o = out->o, .source = w->name};
    const char *variant = out->o->variant;
    t.ptx = workload_ptx(w->name, variant, &t.bytes);
    if (!t.ptx) /* a variant of the same text */
        t.ptx = workload_ptx(w->name, NULL, &t.bytes);
    snprintf(t.label, sizeof t.label, "%s.ptx", w->name);
    return slice_text(out, &t, summary);
}

static int unknown_workload(const slice_opts_t *o)
{
    const char *names[257];
    char hint[256];
    unsigned n = 0;
    diag_t d = {{0}};
    for (; n < workload_registry_count && n < 256; n++)
        names[n] = workload_registry[n]->name;
    names[n++] = "all";
    diag_at(&d, "-w", 0, 0, "unknown workload '%s'; %s", o->workload,
            suggest_among(o->workload, names, n, hint, sizeof hint));
    return cmd_bad_input(&d);
}

static int slice_named(slice_out_t *out)
{
    const slice_opts_t *o = out->o;
    const workload_t *w = workload_find(o->workload);
    diag_t d = {{0}};
    if (!w)
        return unknown_workload(o);
    if (o->variant && !has_variant(w, o->variant)) {
        diag_at(&d, w->name, 0, 0, "no kernel variant '%s'; expected default%s%s", o->variant,
                w->variants && *w->variants ? " " : "", w->variants ? w->variants : "");
        return cmd_bad_input(&d);
    }
    return slice_workload(out, w, false);
}

static int slice_file(slice_out_t *out)
{
    slice_text_t t = {.o = out->o, .source = out->o->ptx};
    char *text = NULL;
    snprintf(t.label, sizeof t.label, "%s", out->o->ptx);
    if (file_read(out->o->ptx, PTX_MAX, &text, &t.bytes, &t.d))
        return cmd_bad_input(&t.d);
    t.ptx = text;
    int status = slice_text(out, &t, false);
    free(text);
    return status;
}

/* Workloads without the variant show their default text. */
static int slice_all(slice_out_t *out)
{
    int status = CMD_DONE;
    if (out->text)
        slice_table_head(out->o->markdown);
    for (unsigned i = 0; i < workload_registry_count && !status; i++)
        status = slice_workload(out, workload_registry[i], true);
    if (!status && out->text)
        slice_table_row("all", "", &out->sum, out->o->markdown);
    if (!status && out->text && !out->o->markdown && out->sum.loads)
        printf("%.1f %% of the static loads are regular, %.1f %% have a rectangle\n",
               100.0 * out->sum.regular_loads / out->sum.loads,
               100.0 * out->sum.rect_loads / out->sum.loads);
    return status;
}

static int write_json(const slice_out_t *out, cJSON *root, const char *path)
{
    diag_t d = {{0}};
    slice_json_counts(json_object(root, "counts"), &out->sum);
    cJSON_AddItemToObject(root, "kernels", out->kernels);
    return json_write(root, path, &d) ? cmd_bad_input(&d) : CMD_DONE;
}

int cmd_slice(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "-w NAME | -w all | FILE.ptx",
        .doc = "Prints, per static global load and store, the program that gives its address from "
               "parameters, block IDs and thread IDs, or why there is none.",
    };
    slice_opts_t o = {.scale = SCALE_TINY, .seed = 1};
    diag_t d = {{0}};
    if (args_parse(&argp, argc, argv, 0, &o))
        return CMD_BAD_INPUT;
    if (o.json && file_check_writable(o.json, &d))
        return cmd_bad_input(&d);
    slice_out_t out = {.o = &o, .text = !o.json || strcmp(o.json, "-")};
    cJSON *root = NULL;
    if (o.json) {
        root = cJSON_CreateObject();
        json_str(root, "schema", "lockwarp.slice/1");
        json_str(root, "variant", o.variant ? o.variant : "default");
        out.kernels = cJSON_CreateArray();
    }
    int status = o.ptx                        ? slice_file(&out)
                 : !strcmp(o.workload, "all") ? slice_all(&out)
                                              : slice_named(&out);
    if (!status && root)
        status = write_json(&out, root, o.json);
    else
        cJSON_Delete(out.kernels);
    cJSON_Delete(root);
    return status;
}
