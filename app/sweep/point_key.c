#include "sweep/point_key.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "config/launch_range.h"
#include "config/settings.h"
#include "driver/launch_file.h"
#include "hash/sha256.h"
#include "hash/source_hash.h"
#include "isa/isa.h"
#include "stats/report.h"
#include "sweep/point_memory.h"
#include "sweep/text.h"
#include "trace/trace.h"

#define PTX_MAX ((size_t)1 << 28)

static void add_part(text_t *key, const char *kind, const char *name)
{
    char part[128];
    snprintf(part, sizeof part, "%s%s%s", kind, name ? ":" : "", name ? name : "");
    const char *hash = source_hash(part);
    text_add(key, "sources %s %s\n", part, hash ? hash : "?");
}

/* A file by its content; path NULL: none. */
static int add_file(text_t *key, const point_spec_t *s, const char *what, const char *path,
                    diag_t *d)
{
    char digest[SHA256_DIGITS];
    int rc = path ? memory_digest(s->memory, path, digest, d) : 0;
    if (path && !rc)
        text_add(key, "%s %s\n", what, digest);
    return rc;
}

/* ---- Configuration and policies ---- */

static void add_policies(text_t *key, const policy_set_t *p)
{
    for (unsigned i = 0; i < p->n; i++) {
        const policy_ops_t *ops = p->ops[i];
        text_add(key, "policy %s\n", ops->name);
        add_part(key, "policy", ops->name);
        for (unsigned k = 0; k < ops->n_options; k++)
            text_add(key, "option %s.%s %" PRIu64 "\n", ops->name, ops->options[k].name,
                     p->opt[i][k]);
    }
}

static int add_settings(text_t *key, const point_spec_t *s, diag_t *d)
{
    run_config_t c;
    policy_set_t policies;
    const char *name;
    char value[128];
    int rc = memory_config(s->memory, s->config, &c, d);
    rc = rc ? rc : policy_set_parse(&policies, s->policies, d);
    for (unsigned i = 0; !rc && i < s->n_sets; i++)
        rc = settings_apply(&c, &policies, s->set[i], d);
    if (rc || (rc = run_config_check(&c, d)))
        return rc;
    for (unsigned i = 0; run_config_key(&c, i, &name, value, sizeof value); i++)
        text_add(key, "config %s %s\n", name, value);
    add_policies(key, &policies);
    return 0;
}

/* ---- What runs ---- */

static int check_variant(const workload_t *w, const char *variant, diag_t *d)
{
    size_t n = variant ? strlen(variant) : 0;
    if (!n || !strcmp(variant, "default"))
        return 0;
    for (const char *at = w->variants; at && (at = strstr(at, variant)); at += n)
        if ((at == w->variants || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
            return 0;
    return diag_at(d, w->name, 0, 0, "no kernel variant \"%s\"; expected default%s%s", variant,
                   *w->variants ? " " : "", w->variants);
}

static int check_launches(const point_spec_t *s, diag_t *d)
{
    uint64_t first, last;
    if (s->launches && *s->launches && !launch_range_parse(s->launches, &first, &last))
        return diag_at(d, "launches", 0, 0, "'%s'; expected A-B with 1 <= A <= B", s->launches);
    return 0;
}

/* Is it PTX, with the kernel that is to be timed? */
static int check_ptx(const point_spec_t *s, const char *what, const char *ptx, size_t bytes,
                     diag_t *d)
{
    isa_module_t *m = isa_module_parse(what, ptx, bytes, d);
    if (!m)
        return -EINVAL;
    int rc = 0;
    if (s->kernel && *s->kernel && !isa_kernel_find(m, s->kernel))
        rc = diag_at(d, what, 0, 0, "no kernel \"%s\"; expected one such as \"%s\"", s->kernel,
                     isa_kernel_count(m) ? isa_kernel_at(m, 0)->name : "");
    isa_module_free(m);
    return rc;
}

static int check_ptx_file(const point_spec_t *s, diag_t *d)
{
    char *text = NULL;
    size_t bytes = 0;
    int rc = file_read(s->ptx, PTX_MAX, &text, &bytes, d);
    rc = rc ? rc : check_ptx(s, s->ptx, text, bytes, d);
    free(text);
    return rc;
}

static int add_workload(text_t *key, const point_spec_t *s, diag_t *d)
{
    const workload_t *w = workload_named(s->workload, "-w", d);
    int rc = w ? check_variant(w, s->variant, d) : -EINVAL;
    rc = rc ? rc : workload_check_scale(w, s->scale, "scale", d);
    if (rc)
        return rc;
    size_t bytes = 0;
    const char *ptx = workload_ptx(w->name, s->variant, &bytes);
    if (!ptx)
        ptx = workload_ptx(w->name, NULL, &bytes);
    if (s->kernel && *s->kernel && (rc = check_ptx(s, w->name, ptx, bytes, d)))
        return rc;
    add_part(key, "workload", w->name);
    text_add(key, "document %s\nengine %s\nworkload %s\nvariant %s\nkernel_text %016" PRIx64 "\n",
             REPORT_SCHEMA, s->engine, w->name, s->variant ? s->variant : "default",
             report_hash(ptx, bytes));
    return 0;
}

/* Results name a file without its folder. */
static void add_name(text_t *key, const point_spec_t *s, const char *kind, const char *path)
{
    size_t end = strlen(path), start;
    while (end > 1 && path[end - 1] == '/')
        end--;
    for (start = end; start > 0 && path[start - 1] != '/';)
        start--;
    text_add(key, "document %s\nengine %s\n%s %.*s\n", REPORT_SCHEMA, s->engine, kind,
             (int)(end - start), path + start);
}

/* The PTX, the launch file, and the files that its buffers and variables come from or are compared
 * with. */
static int add_launch_file(text_t *key, const point_spec_t *s, diag_t *d)
{
    launch_file_t f;
    add_name(key, s, "ptx", s->ptx);
    int rc = launch_file_read(s->launch_file, &f, d);
    rc = rc ? rc : check_ptx_file(s, d);
    rc = rc ? rc : add_file(key, s, "kernel", s->ptx, d);
    rc = rc ? rc : add_file(key, s, "launch_file", s->launch_file, d);
    for (unsigned i = 0; !rc && i < f.n_buffers; i++)
        rc = add_file(key, s, "buffer", f.buffers[i].fill.path, d);
    for (unsigned i = 0; !rc && i < f.n_symbols; i++)
        rc = add_file(key, s, "symbol", f.symbols[i].fill.fill.path, d);
    for (unsigned i = 0; !rc && i < f.n_compares; i++)
        rc = add_file(key, s, "compared", f.compares[i].with.path, d);
    launch_file_free(&f);
    return rc;
}

static int add_trace(text_t *key, const point_spec_t *s, diag_t *d)
{
    trace_t *t = NULL;
    uint64_t hash = 0;
    add_part(key, "trace", NULL);
    add_name(key, s, "trace", s->trace);
    int rc = trace_open(s->trace, &t, d);
    rc = rc ? rc : trace_hash(t, &hash, d);
    text_add(key, "files %016" PRIx64 "\n", hash);
    trace_close(t);
    return rc;
}

/* ---- The key ---- */

static int add_all(text_t *key, const point_spec_t *s, diag_t *d)
{
    add_part(key, "core", NULL);
    if (strcmp(s->engine, "c"))
        add_part(key, "rtl", NULL);
    int rc = check_launches(s, d);
    if (rc)
        return rc;
    rc = s->trace ? add_trace(key, s, d)
         : s->ptx ? add_launch_file(key, s, d)
                  : add_workload(key, s, d);
    if (rc)
        return rc;
    text_add(key, "scale %d\nseed %" PRIu64 "\n", (int)s->scale, s->seed);
    text_add(key, "kernel %s\nlaunches %s\n", s->kernel ? s->kernel : "",
             s->launches ? s->launches : "");
    text_add(key, "max_cycles %" PRIu64 "\ninterval %" PRIu64 "\nanalyze %d\n", s->max_cycles,
             s->interval, s->analyze);
    if (s->functional)
        text_add(key, "functional\n");
    rc = add_settings(key, s, d);
    return rc ? rc : add_file(key, s, "input", s->input, d);
}

int point_key(const point_spec_t *s, char hash[65], diag_t *d)
{
    text_t key = {0};
    int rc = add_all(&key, s, d);
    if (!rc && key.lost) {
        diag_at(d, s->workload ? s->workload : "run", 0, 0, "out of memory");
        rc = -ENOMEM;
    }
    if (!rc)
        sha256_text(key.s, key.n, hash);
    free(key.s);
    return rc;
}
