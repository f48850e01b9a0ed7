/* Runs of a workload whose kernel is damaged in one place: the check must say "wrong result". */
#ifndef LW_TESTS_WORKLOAD_DAMAGE_H
#define LW_TESTS_WORKLOAD_DAMAGE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "workload_device.h"

typedef struct damage {
    const char *workload;
    char kernel[64], variant[32]; /* that runs this kernel */
    char from[200], to[200];      /* the first place of `from` in the kernel becomes `to` */
} damage_t;

/* The text that a variant runs: its own, or the default one. */
static inline const char *variant_ptx(const char *workload, const char *variant, size_t *bytes)
{
    const char *ptx = workload_ptx(workload, variant, bytes);
    return ptx ? ptx : workload_ptx(workload, "default", bytes);
}

/* The text with the damage; freed by the caller. */
static inline char *damage_apply(const damage_t *d, size_t *bytes)
{
    size_t n;
    const char *ptx = variant_ptx(d->workload, d->variant, &n);
    char entry[80];
    snprintf(entry, sizeof entry, ".entry %s(", d->kernel);
    const char *kernel = ptx ? strstr(ptx, entry) : NULL;
    const char *end = kernel ? strstr(kernel, "\n}\n") : NULL;
    const char *at = kernel ? strstr(kernel, d->from) : NULL;
    if (!at || at > end)
        fail_msg("%s: nothing to damage: no \"%s\"", d->kernel, d->from);
    size_t head = (size_t)(at - ptx), from = strlen(d->from), to = strlen(d->to);
    char *text = malloc(n + to + 1);
    assert_non_null(text);
    memcpy(text, ptx, head);
    memcpy(text + head, d->to, to);
    memcpy(text + head + to, at + from, n - head - from + 1);
    *bytes = n - from + to;
    return text;
}

static inline void damage_must_be_noticed(const damage_t *d, workload_scale_t scale)
{
    const workload_t *w = workload_find(d->workload);
    size_t bytes;
    char *text = damage_apply(d, &bytes);
    workload_opts_t o = {
        .scale = scale, .seed = 1, .variant = d->variant, .ptx = text, .ptx_bytes = bytes};
    workload_result_t r = workload_run_alone(w, &o);
    char says[64];
    snprintf(says, sizeof says, "%s: wrong result: ", w->name);
    if (r.rc != 1 || strncmp(r.diag.text, says, strlen(says)))
        fail_msg("%s with \"%s\" for \"%s\": %d, %s", d->kernel, d->to, d->from, r.rc, r.diag.text);
    free(text);
}

#endif
