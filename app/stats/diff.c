/* Two documents leaf by leaf: what differs, sorted and weighed. */
#include "stats/diff_int.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/gpu_stats.h"

/* ---- leaves of a document ---- */

static void add_leaf(leaves_t *l, const char *path, const cJSON *v)
{
    if ((l->n & (l->n - 1)) == 0) {
        size_t room = l->n ? 2 * (size_t)l->n : 1;
        leaf_t *grown = realloc(l->leaf, room * sizeof *grown);
        if (!grown) {
            l->failed = true;
            return;
        }
        l->leaf = grown;
    }
    char *copy = strdup(path);
    l->leaf[l->n] = (leaf_t){copy, v, l->n};
    if (copy)
        l->n++;
    else
        l->failed = true;
}

enum { MAX_DEPTH = 16 };

static void flatten(leaves_t *l, const cJSON *v, const char *path, unsigned depth)
{
    if (!cJSON_IsObject(v) && !cJSON_IsArray(v)) {
        add_leaf(l, path, v);
        return;
    }
    if (depth == MAX_DEPTH)
        return;
    unsigned i = 0;
    for (const cJSON *e = v->child; e && !l->failed; e = e->next, i++) {
        char name[DIFF_PATH / 2], sub[DIFF_PATH];
        if (cJSON_IsArray(v))
            diff_element_name(e, i, name, sizeof name);
        else
            snprintf(name, sizeof name, "%s", e->string);
        if (depth == 0 && (!strcmp(name, "host") || !strcmp(name, "engine")))
            continue;
        snprintf(sub, sizeof sub, "%.*s%s%s", DIFF_PATH / 2 - 2, path, *path ? "." : "", name);
        flatten(l, e, sub, depth + 1);
    }
}

static int by_path(const void *pa, const void *pb)
{
    const leaf_t *a = pa, *b = pb;
    int c = strcmp(a->path, b->path);
    return c ? c : (a->order > b->order) - (a->order < b->order);
}

/* ---- rows ---- */

static int merge(struct diff_store *s)
{
    const leaves_t *a = &s->leaves[0], *b = &s->leaves[1];
    unsigned i = 0, k = 0;
    s->row = calloc((size_t)a->n + b->n + 1, sizeof *s->row);
    s->list = calloc((size_t)a->n + b->n + 1, sizeof(diff_row_t *));
    if (!s->row || !s->list)
        return -ENOMEM;
    while (i < a->n || k < b->n) {
        int c = i == a->n ? 1 : k == b->n ? -1 : strcmp(a->leaf[i].path, b->leaf[k].path);
        diff_row_t *r = &s->row[s->n_rows++];
        r->path = c <= 0 ? a->leaf[i].path : b->leaf[k].path;
        r->order = c <= 0 ? a->leaf[i].order : b->leaf[k].order;
        if (c <= 0)
            r->v[0] = a->leaf[i++].v;
        if (c >= 0)
            r->v[1] = b->leaf[k++].v;
        r->numeric = diff_number(r->v[0], &r->x[0]) && diff_number(r->v[1], &r->x[1]);
    }
    return 0;
}

static int by_order(const void *pa, const void *pb)
{
    const diff_row_t *a = pa, *b = pb;
    if (a->order != b->order)
        return a->order < b->order ? -1 : 1;
    return strcmp(a->path, b->path);
}

static bool starts(const char *path, const char *with)
{
    return strncmp(path, with, strlen(with)) == 0;
}

enum { UNIT_EVENTS, UNIT_CYCLES, UNIT_BYTES };

static unsigned unit_of(const char *name)
{
    if (strstr(name, "bytes"))
        return UNIT_BYTES;
    return strstr(name, "cycles") || strstr(name, "latency") || starts(name, "fail_") ||
                   starts(name, "blocked_")
               ? UNIT_CYCLES
               : UNIT_EVENTS;
}

/* What the headline or the stalls already say: the clocks, and scheduler-cycles by cause. */
static bool said_elsewhere(const char *group, const char *name)
{
    if (!strcmp(group, "run"))
        return strstr(name, "cycles");
    return !strcmp(group, "sm") &&
           (starts(name, "stall_") || !strcmp(name, "issued") || !strcmp(name, "scheduler_cycles"));
}

/* A counter of the simulator, by its path under totals; of `units` every number that is whole in
 * both runs. Ratios and sums made of counters are not ranked. */
static bool is_ranked(const diff_row_t *r)
{
    if (!r->numeric)
        return false;
    if (starts(r->path, "units."))
        return !(floor(r->x[0]) < r->x[0]) && !(floor(r->x[1]) < r->x[1]);
    for (unsigned i = 0; starts(r->path, "totals.") && i < gpu_stat_group_count; i++) {
        const gpu_stat_group_t *g = &gpu_stat_groups[i];
        const char *name = r->path + strlen("totals.");
        if (strcmp(g->name, "run")) {
            size_t len = strlen(g->name);
            if (strncmp(name, g->name, len) || name[len] != '.')
                continue;
            name += len + 1;
        }
        for (unsigned k = 0; k < g->n_stats; k++)
            if (!strcmp(g->stats[k].name, name))
                return !said_elsewhere(g->name, name);
    }
    return false;
}

static void classify(diff_row_t *r)
{
    const char *dot = strrchr(r->path, '.');
    r->unit = unit_of(dot ? dot + 1 : r->path);
    r->ranked = is_ranked(r);
}

/* Of one group (the path up to its last dot) and unit. */
static bool same_kind(const diff_row_t *a, const diff_row_t *b)
{
    size_t n = (size_t)(strrchr(a->path, '.') - a->path);
    return a->unit == b->unit && strncmp(a->path, b->path, n + 1) == 0 &&
           !strchr(b->path + n + 1, '.');
}

/* Relative change times the share of its kind: |B - A| / A x A / whole. */
static void weigh(const struct diff_store *s, diff_row_t *r)
{
    double whole = 0;
    for (unsigned i = 0; i < s->n_rows; i++)
        if (s->row[i].ranked && same_kind(r, &s->row[i]))
            whole = fmax(whole, fmax(fabs(s->row[i].x[0]), fabs(s->row[i].x[1])));
    r->weight = whole > 0 ? fabs(r->x[1] - r->x[0]) / whole : 0;
}

static int by_weight(const void *pa, const void *pb)
{
    const diff_row_t *a = *(diff_row_t *const *)pa, *b = *(diff_row_t *const *)pb;
    if (a->ranked != b->ranked)
        return a->ranked ? -1 : 1;
    if (a->weight < b->weight || a->weight > b->weight)
        return a->weight > b->weight ? -1 : 1;
    return a < b ? -1 : a > b; /* document order */
}

/* Laws make many counters equal; the first of those with the same two values stands for all. */
static void gather_same(diff_row_t **row, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        row[i]->stands_for = 1;
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < i && row[i]->stands_for; k++)
            if (row[k]->stands_for && diff_same(row[k]->v[0], row[i]->v[0]) &&
                diff_same(row[k]->v[1], row[i]->v[1])) {
                row[k]->stands_for++;
                row[i]->stands_for = 0;
            }
}

static bool is_setup(const char *path)
{
    return (starts(path, "config.") || starts(path, "workload.") || starts(path, "policies.")) &&
           strcmp(path, "workload.result");
}

/* Rows that differ into the three lists, which stand one after another in s->list. */
static void sort_out(diff_t *d, struct diff_store *s)
{
    diff_row_t **next = s->list;
    d->setup = next;
    for (unsigned i = 0; i < s->n_rows; i++)
        if (is_setup(s->row[i].path) && !diff_same(s->row[i].v[0], s->row[i].v[1]))
            *next++ = &s->row[i];
    d->n_setup = (unsigned)(next - d->setup);
    d->counter = next;
    for (unsigned i = 0; i < s->n_rows; i++) {
        diff_row_t *r = &s->row[i];
        if (!(starts(r->path, "totals.") || starts(r->path, "units.")) ||
            diff_same(r->v[0], r->v[1]))
            continue;
        if (r->ranked)
            weigh(s, r);
        d->n_ranked += r->ranked;
        *next++ = r;
    }
    d->n_counters = (unsigned)(next - d->counter);
    qsort(d->counter, d->n_counters, sizeof(diff_row_t *), by_weight);
    gather_same(d->counter, d->n_ranked);
    d->other = next;
    for (unsigned i = 0; i < s->n_rows; i++) {
        const diff_row_t *r = &s->row[i];
        if (!is_setup(r->path) && !starts(r->path, "totals.") && !starts(r->path, "units.") &&
            !diff_same(r->v[0], r->v[1]))
            *next++ = &s->row[i];
    }
    d->n_other = (unsigned)(next - d->other);
    d->equal = next == s->list;
}

/* ---- the whole ---- */

int diff_make(diff_t *d, const cJSON *a, const cJSON *b)
{
    memset(d, 0, sizeof *d);
    d->doc[0] = a;
    d->doc[1] = b;
    struct diff_store *s = d->store = calloc(1, sizeof *s);
    if (!s)
        return -ENOMEM;
    for (unsigned k = 0; k < 2; k++) {
        leaves_t *l = &s->leaves[k];
        flatten(l, d->doc[k], "", 0);
        if (l->failed)
            return -ENOMEM;
        if (l->n)
            qsort(l->leaf, l->n, sizeof l->leaf[0], by_path);
    }
    if (merge(s))
        return -ENOMEM;
    qsort(s->row, s->n_rows, sizeof s->row[0], by_order);
    for (unsigned i = 0; i < s->n_rows; i++)
        classify(&s->row[i]);
    sort_out(d, s);
    diff_make_headline(d);
    diff_make_stalls(d);
    return diff_make_loads(d);
}

void diff_free(diff_t *d)
{
    struct diff_store *s = d->store;
    for (unsigned k = 0; s && k < 2; k++) {
        for (unsigned i = 0; i < s->leaves[k].n; i++)
            free(s->leaves[k].leaf[i].path);
        free(s->leaves[k].leaf);
    }
    if (s) {
        for (unsigned i = 0; i < s->n_load_names; i++)
            free(s->load_name[i]);
        free(s->load_name);
        free(s->row);
        free(s->list);
    }
    free(d->load);
    free(s);
    memset(d, 0, sizeof *d);
}
