#include "sweep/point.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sweep/point_key.h"
#include "sweep/text.h"

static void arg(point_t *p, unsigned *n, const char *text)
{
    p->argv[(*n)++] = text ? strdup(text) : NULL;
}

static void pair(point_t *p, unsigned *n, const char *option, const char *value)
{
    if (value && *value) {
        arg(p, n, option);
        arg(p, n, value);
    }
}

static void number(point_t *p, unsigned *n, const char *option, uint64_t value, uint64_t unless)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, value);
    if (value != unless)
        pair(p, n, option, text);
}

static void make_argv(const point_spec_t *s, point_t *p)
{
    unsigned n = 0;
    p->scale = workload_scale_names[s->scale];
    arg(p, &n, "run");
    pair(p, &n, "-w", s->workload);
    pair(p, &n, "--kernel-variant", s->variant);
    pair(p, &n, "--ptx", s->ptx);
    pair(p, &n, "--launch", s->launch_file);
    pair(p, &n, "--trace", s->trace);
    pair(p, &n, "--scale", s->scale == SCALE_DEFAULT ? NULL : p->scale);
    number(p, &n, "--seed", s->seed, 1);
    pair(p, &n, "--input", s->input);
    pair(p, &n, "-c", s->config);
    pair(p, &n, "-p", s->policies);
    pair(p, &n, "-e", strcmp(s->engine, "c") ? s->engine : NULL);
    for (unsigned i = 0; i < s->n_sets; i++)
        pair(p, &n, "--set", s->set[i]);
    pair(p, &n, "--kernel", s->kernel);
    pair(p, &n, "--launches", s->launches);
    if (s->functional)
        arg(p, &n, "--functional");
    number(p, &n, "--max-cycles", s->max_cycles, 0);
    number(p, &n, "--interval", s->interval, 0);
    if (s->analyze)
        arg(p, &n, "--analyze");
    p->argv[n] = NULL;
}

/* A word as a shell takes it. */
static void add_word(text_t *t, const char *word)
{
    bool plain = *word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                             "0123456789_-+=./:,@%")];
    text_add(t, plain ? " " : " '");
    for (const char *c = word; *c; c++) {
        if (*c == '\'')
            text_add(t, "'\\''");
        else
            text_add(t, "%c", *c);
    }
    text_add(t, plain ? "" : "'");
}

static int make_texts(const point_spec_t *s, point_t *p)
{
    text_t command = {0}, sets = {0};
    text_add(&command, "lockwarp");
    for (unsigned i = 0; p->argv[i]; i++)
        add_word(&command, p->argv[i]);
    text_add(&sets, "%s", "");
    for (unsigned i = 0; i < s->n_sets; i++)
        text_add(&sets, "%s%s", i ? " " : "", s->set[i]);
    p->command = command.s;
    p->overrides = sets.s;
    return command.lost || sets.lost ? -ENOMEM : 0;
}

int point_resolve(const point_spec_t *s, point_t *p, diag_t *d)
{
    *p = (point_t){.policies = s->policies, .input = s->input, .workload = s->workload};
    int rc = point_key(s, p->hash, d);
    if (!rc) {
        const workload_t *w = s->workload ? workload_find(s->workload) : NULL;
        p->warp_inst = w ? w->warp_inst[s->scale] : 0;
        make_argv(s, p);
        rc = make_texts(s, p);
    }
    if (rc)
        point_free(p);
    return rc;
}

void point_free(point_t *p)
{
    for (unsigned i = 0; p->argv[i]; i++)
        free(p->argv[i]);
    free(p->command);
    free(p->overrides);
    *p = (point_t){.hash = ""};
}
