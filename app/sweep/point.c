#include "sweep/point.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config/preset.h"
#include "stats/report.h"
#include "sweep/point_key.h"
#include "sweep/point_memory.h"
#include "sweep/text.h"

static const char *arg(point_t *p, unsigned *n, const char *text)
{
    return p->argv[(*n)++] = strdup(text);
}

/* An option with a value other than "". Returns the value, which is the point's from here on. */
static const char *pair(point_t *p, unsigned *n, const char *option, const char *value)
{
    if (!value || !*value)
        return value ? "" : NULL;
    arg(p, n, option);
    return arg(p, n, value);
}

static void number(point_t *p, unsigned *n, const char *option, uint64_t value, uint64_t unless)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, value);
    if (value != unless)
        pair(p, n, option, text);
}

/* The arguments, and the spec with its strings in them. */
static int make_argv(const point_spec_t *s, point_t *p)
{
    unsigned n = 0;
    point_spec_t *own = &p->spec;
    *own = *s;
    own->memory = NULL;
    p->scale = workload_scale_names[s->scale];
    arg(p, &n, "run");
    own->workload = pair(p, &n, "-w", s->workload);
    own->variant = pair(p, &n, "--kernel-variant", s->variant);
    own->ptx = pair(p, &n, "--ptx", s->ptx);
    own->launch_file = pair(p, &n, "--launch", s->launch_file);
    own->trace = pair(p, &n, "--trace", s->trace);
    pair(p, &n, "--scale", s->scale == SCALE_DEFAULT ? NULL : p->scale);
    number(p, &n, "--seed", s->seed, 1);
    own->input = pair(p, &n, "--input", s->input);
    own->config = pair(p, &n, "-c", s->config);
    own->policies = pair(p, &n, "-p", s->policies);
    own->engine = strcmp(s->engine, "c") ? pair(p, &n, "-e", s->engine) : "c";
    for (unsigned i = 0; i < s->n_sets; i++)
        own->set[i] = pair(p, &n, "--set", s->set[i]);
    own->kernel = pair(p, &n, "--kernel", s->kernel);
    own->launches = pair(p, &n, "--launches", s->launches);
    if (s->functional)
        arg(p, &n, "--functional");
    number(p, &n, "--max-cycles", s->max_cycles, 0);
    number(p, &n, "--interval", s->interval, 0);
    if (s->analyze)
        arg(p, &n, "--analyze");
    p->argv[n] = NULL;
    for (unsigned i = 0; i < n; i++)
        if (!p->argv[i])
            return -ENOMEM;
    return 0;
}

static int make_texts(const point_spec_t *s, point_t *p)
{
    text_t command = {0}, sets = {0};
    text_add(&command, "lockwarp");
    for (unsigned i = 0; p->argv[i]; i++) {
        text_add(&command, " ");
        text_add_word(&command, p->argv[i]);
    }
    text_add(&sets, "%s", "");
    for (unsigned i = 0; i < s->n_sets; i++)
        text_add(&sets, "%s%s", i ? " " : "", s->set[i]);
    p->command = command.s;
    p->overrides = sets.s;
    return command.lost || sets.lost ? -ENOMEM : 0;
}

int point_resolve(const point_spec_t *s, point_t *p, diag_t *d)
{
    *p = (point_t){.policies = s->policies,
                   .input = s->input,
                   .workload = s->workload,
                   .stamp = point_stamp(s)};
    int rc = point_key(s, p->hash, d);
    if (!rc) {
        const workload_t *w = s->workload ? workload_find(s->workload) : NULL;
        p->warp_inst = w ? w->warp_inst[s->scale] : 0;
        rc = make_argv(s, p);
        rc = rc ? rc : make_texts(s, p);
        if (rc)
            diag_at(d, "sweep", 0, 0, "out of memory");
    }
    if (rc)
        point_free(p);
    return rc;
}

/* ---- Files that change under a run ---- */

uint64_t point_stamp(const point_spec_t *s)
{
    const char *const files[] = {s->input, s->config, s->ptx, s->launch_file, s->trace};
    file_stamp_t seen[5];
    for (unsigned i = 0; i < 5; i++)
        seen[i] = file_stamp(files[i]);
    return report_hash(seen, sizeof seen);
}

int point_unchanged(const point_t *p, uint64_t begun, diag_t *d)
{
    const point_spec_t *s = &p->spec;
    bool more = s->ptx || s->trace; /* name other files, which the stamp does not have */
    uint64_t now = point_stamp(s);
    char hash[65];
    if (now == p->stamp && !more)
        return 0;
    int rc = point_key(s, hash, d);
    if (!rc && strcmp(hash, p->hash))
        rc = diag_at(d, "changed", 0, 0,
                     "a file that the run reads is not what it was when the hash was made; call "
                     "it again");
    else if (!rc && now != begun)
        rc = diag_at(d, "changed", 0, 0,
                     "a file that the run reads was written while it ran; call it again");
    return rc;
}

/* ---- Where its command holds ---- */

char *point_folder(const point_t *p)
{
    const point_spec_t *s = &p->spec;
    const char *const files[] = {s->input, s->ptx, s->launch_file, s->trace,
                                 preset_find(s->config) ? NULL : s->config};
    for (unsigned i = 0; i < 5; i++)
        if (files[i] && *files[i] && *files[i] != '/')
            return getcwd(NULL, 0);
    return NULL;
}

void point_free(point_t *p)
{
    for (unsigned i = 0; p->argv[i]; i++)
        free(p->argv[i]);
    free(p->command);
    free(p->overrides);
    *p = (point_t){.hash = ""};
}
