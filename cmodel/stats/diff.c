#include "stats/diff.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "config/file.h"
#include "gpu/gpu_stats.h"
#include "stats/json.h"
#include "stats/report_md.h"

typedef struct leaf {
    char *path;
    const cJSON *v;
    unsigned order; /* in its document */
} leaf_t;

typedef struct leaves {
    leaf_t *leaf;
    unsigned n;
    bool failed; /* out of memory */
} leaves_t;

struct diff_store {
    leaves_t leaves[2];
    diff_row_t *row;
    unsigned n_rows;
    diff_row_t **list; /* setup, counter and other stand in it */
    char **load_name;
    unsigned n_load_names;
};

/* ---- reading ---- */

/* A number of more than 15 digits becomes a string with this before the digits, since cJSON would
 * round it to a double. */
#define EXACT '\1'
enum { EXACT_DIGITS = 15, MAX_BYTES = 256 << 20 };

static char *keep_long_numbers(const char *text, size_t bytes)
{
    char *out = malloc(2 * bytes + 16), *o = out;
    bool quoted = false;
    for (const char *c = text; out && *c;) {
        size_t digits = quoted ? 0 : strspn(c, "0123456789");
        if (digits > EXACT_DIGITS && !strchr(".eE", c[digits]) && c > text && c[-1] != '.') {
            o += sprintf(o, "\"\\u%04x%.*s\"", EXACT, (int)digits, c);
            c += digits;
            continue;
        }
        if (quoted && *c == '\\' && c[1])
            *o++ = *c++;
        else if (*c == '"')
            quoted = !quoted;
        *o++ = *c++;
        for (; digits > 1; digits--)
            *o++ = *c++;
    }
    if (out)
        *o = 0;
    return out;
}

cJSON *diff_read(const char *file, diag_t *d)
{
    char *text = NULL, *kept = NULL;
    size_t bytes = 0;
    cJSON *doc = NULL, *exact = NULL;
    if (file_read(file, MAX_BYTES, &text, &bytes, d))
        return NULL;
    doc = json_parse(file, text, bytes, d);
    if (doc && !report_check_schema(doc, file, d)) {
        kept = keep_long_numbers(text, bytes);
        exact = kept ? cJSON_Parse(kept) : NULL;
        if (!exact)
            diag_at(d, file, 0, 0, "cannot be read: out of memory");
    }
    cJSON_Delete(doc);
    free(text);
    free(kept);
    return exact;
}

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

static const char *string_of(const cJSON *o, const char *key)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, key));
}

/* What an element of an array is called: its name, kernel and PC, or its number. */
static void element_name(const cJSON *e, unsigned i, char *buf, size_t bytes)
{
    const char *name = string_of(e, "name"), *kernel = string_of(e, "kernel");
    const cJSON *pc = cJSON_GetObjectItemCaseSensitive(e, "pc");
    if (name)
        snprintf(buf, bytes, "%s", name);
    else if (kernel && cJSON_IsNumber(pc))
        snprintf(buf, bytes, "%s:%.0f", kernel, pc->valuedouble);
    else
        snprintf(buf, bytes, "%u", i);
}

enum { PATH_BYTES = 512, MAX_DEPTH = 16 };

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
        char name[PATH_BYTES / 2], sub[PATH_BYTES];
        if (cJSON_IsArray(v))
            element_name(e, i, name, sizeof name);
        else
            snprintf(name, sizeof name, "%s", e->string);
        if (depth == 0 && (!strcmp(name, "host") || !strcmp(name, "engine")))
            continue;
        snprintf(sub, sizeof sub, "%.*s%s%s", PATH_BYTES / 2 - 2, path, *path ? "." : "", name);
        flatten(l, e, sub, depth + 1);
    }
}

static int by_path(const void *pa, const void *pb)
{
    const leaf_t *a = pa, *b = pb;
    int c = strcmp(a->path, b->path);
    return c ? c : (a->order > b->order) - (a->order < b->order);
}

/* ---- values ---- */

static bool number(const cJSON *v, double *x)
{
    if (cJSON_IsNumber(v)) {
        *x = v->valuedouble;
        return true;
    }
    if (cJSON_IsString(v) && v->valuestring[0] == EXACT) {
        *x = strtod(v->valuestring + 1, NULL);
        return true;
    }
    return false;
}

const char *diff_text(const cJSON *v, char *buf, size_t bytes)
{
    if (!v)
        snprintf(buf, bytes, "-");
    else if (cJSON_IsNumber(v))
        snprintf(buf, bytes, "%.*g", fabs(v->valuedouble) < 1e15 ? 15 : 17, v->valuedouble);
    else if (cJSON_IsString(v))
        snprintf(buf, bytes, "%s", v->valuestring + (v->valuestring[0] == EXACT));
    else
        snprintf(buf, bytes, "%s", cJSON_IsNull(v) ? "null" : cJSON_IsTrue(v) ? "true" : "false");
    return buf;
}

static bool same(const cJSON *a, const cJSON *b)
{
    if (!a || !b || a->type != b->type)
        return a == b;
    if (cJSON_IsNumber(a))
        return !(a->valuedouble < b->valuedouble || a->valuedouble > b->valuedouble);
    return !cJSON_IsString(a) || strcmp(a->valuestring, b->valuestring) == 0;
}

static const cJSON *at(const cJSON *doc, const char *a, const char *b, const char *c)
{
    const char *const key[] = {a, b, c};
    for (unsigned i = 0; i < 3 && key[i]; i++)
        doc = cJSON_GetObjectItemCaseSensitive(doc, key[i]);
    return doc;
}

static bool number_at(const cJSON *doc, const char *a, const char *b, const char *c, double *x)
{
    return number(at(doc, a, b, c), x);
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
        r->numeric = number(r->v[0], &r->x[0]) && number(r->v[1], &r->x[1]);
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
            if (row[k]->stands_for && same(row[k]->v[0], row[i]->v[0]) &&
                same(row[k]->v[1], row[i]->v[1])) {
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
        if (is_setup(s->row[i].path) && !same(s->row[i].v[0], s->row[i].v[1]))
            *next++ = &s->row[i];
    d->n_setup = (unsigned)(next - d->setup);
    d->counter = next;
    for (unsigned i = 0; i < s->n_rows; i++) {
        diff_row_t *r = &s->row[i];
        if (!(starts(r->path, "totals.") || starts(r->path, "units.")) || same(r->v[0], r->v[1]))
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
            !same(r->v[0], r->v[1]))
            *next++ = &s->row[i];
    }
    d->n_other = (unsigned)(next - d->other);
    d->equal = next == s->list;
}

/* ---- headline and stalls ---- */

enum { ENERGY = 3 }; /* of the headlines */

static const struct {
    const char *name, *path[3];
} headlines[DIFF_HEADLINES] = {
    {"cycles", {"totals", "cycles", NULL}},
    {"IPC, threads", {"totals", "ipc_thread", NULL}},
    {"L1 miss rate", {"totals", "l1d", "miss_rate"}},
    {"energy, nJ", {"totals", "energy", "total_nj"}},
};

static void make_headline(diff_t *d)
{
    static const char *const same_if[] = {"name",        "scale",      "variant", "seed",
                                          "kernel_hash", "input_hash", "filter"};
    for (unsigned i = 0; i < DIFF_HEADLINES; i++) {
        diff_headline_t *h = &d->headline[i];
        h->name = headlines[i].name;
        for (unsigned k = 0; k < 2; k++)
            h->present[k] = number_at(d->doc[k], headlines[i].path[0], headlines[i].path[1],
                                      headlines[i].path[2], &h->x[k]);
    }
    if (!same(at(d->doc[0], "totals", "energy", "table"),
              at(d->doc[1], "totals", "energy", "table")))
        d->headline[ENERGY].present[0] = false; /* two tables do not count the same */
    d->same_work = true;
    for (unsigned i = 0; i < sizeof same_if / sizeof same_if[0]; i++)
        d->same_work = d->same_work && same(at(d->doc[0], "workload", same_if[i], NULL),
                                            at(d->doc[1], "workload", same_if[i], NULL));
    double mhz[2] = {1, 1};
    for (unsigned k = 0; k < 2; k++) {
        const char *engine = string_of(d->doc[k], "engine");
        d->timed[k] = d->headline[0].present[k] && !(engine && !strcmp(engine, "functional"));
        d->stopped[k] = cJSON_IsTrue(at(d->doc[k], "totals", "stopped", NULL));
        number_at(d->doc[k], "config", "core_mhz", NULL, &mhz[k]);
    }
    const double *cycles = d->headline[0].x;
    if (d->same_work && d->timed[0] && d->timed[1] && !d->stopped[0] && !d->stopped[1] &&
        cycles[0] > 0 && cycles[1] > 0)
        d->speedup = cycles[0] / mhz[0] / (cycles[1] / mhz[1]);
}

static int by_effect(const void *pa, const void *pb)
{
    const diff_stall_t *a = pa, *b = pb;
    double x = fabs(a->effect), y = fabs(b->effect);
    return x < y || x > y ? (x > y ? -1 : 1) : strcmp(a->name, b->name);
}

/* A run has scheduler_cycles / cycles schedulers; a cause's scheduler-cycles over that number are
 * its part of the run's cycles. */
static void make_stalls(diff_t *d)
{
    static const char *const causes[DIFF_STALLS] = {"issued", "structural", "raw_memory",
                                                    "raw_data", "idle"};
    double all[2], cycles[2];
    for (unsigned k = 0; k < 2; k++)
        if (!number_at(d->doc[k], "totals", "stalls", "scheduler_cycles", &all[k]) ||
            !number_at(d->doc[k], "totals", "cycles", NULL, &cycles[k]) || all[k] <= 0)
            return;
    for (unsigned i = 0; i < DIFF_STALLS; i++) {
        double x[2];
        for (unsigned k = 0; k < 2; k++)
            if (!number_at(d->doc[k], "totals", "stalls", causes[i], &x[k]))
                return;
        d->stall[i] =
            (diff_stall_t){.name = causes[i],
                           .share = {x[0] / all[0], x[1] / all[1]},
                           .effect = x[1] / all[1] * cycles[1] - x[0] / all[0] * cycles[0]};
    }
    d->n_stalls = DIFF_STALLS;
    qsort(d->stall, DIFF_STALLS, sizeof d->stall[0], by_effect);
}

/* ---- loads ---- */

static const cJSON *find_load(const cJSON *list, const char *name)
{
    unsigned i = 0;
    for (const cJSON *e = list ? list->child : NULL; e; e = e->next, i++) {
        char other[PATH_BYTES / 2];
        element_name(e, i, other, sizeof other);
        if (!strcmp(other, name))
            return e;
    }
    return NULL;
}

static void load_values(const cJSON *e, double *latency, double *misses)
{
    double bypasses = 0;
    *latency = *misses = 0;
    number(cJSON_GetObjectItemCaseSensitive(e, "latency_sum"), latency);
    number(cJSON_GetObjectItemCaseSensitive(e, "misses"), misses);
    number(cJSON_GetObjectItemCaseSensitive(e, "bypasses"), &bypasses);
    *misses += bypasses;
}

static int by_load_weight(const void *pa, const void *pb)
{
    const diff_load_t *a = pa, *b = pb;
    if (a->weight < b->weight || a->weight > b->weight)
        return a->weight > b->weight ? -1 : 1;
    return strcmp(a->name, b->name);
}

static int add_load(diff_t *d, const cJSON *e, unsigned index, const cJSON *list_b,
                    double total[2][2])
{
    struct diff_store *s = d->store;
    char name[PATH_BYTES / 2];
    element_name(e, index, name, sizeof name);
    diff_load_t l = {0};
    load_values(list_b ? e : NULL, &l.latency[0], &l.misses[0]);
    load_values(list_b ? find_load(list_b, name) : e, &l.latency[1], &l.misses[1]);
    for (unsigned k = 0; k < 2; k++) {
        total[0][k] += l.latency[k];
        total[1][k] += l.misses[k];
    }
    s->load_name[s->n_load_names] = strdup(name);
    if (!s->load_name[s->n_load_names])
        return -ENOMEM;
    l.name = s->load_name[s->n_load_names++];
    d->load[d->n_loads++] = l;
    return 0;
}

static int make_loads(diff_t *d)
{
    const cJSON *a = at(d->doc[0], "per_load", NULL, NULL),
                *b = at(d->doc[1], "per_load", NULL, NULL);
    d->loads_match = d->timed[0] && d->timed[1] && cJSON_IsArray(a) && cJSON_IsArray(b) &&
                     same(at(d->doc[0], "workload", "kernel_hash", NULL),
                          at(d->doc[1], "workload", "kernel_hash", NULL));
    if (!d->loads_match)
        return 0;
    size_t room = (size_t)cJSON_GetArraySize(a) + (size_t)cJSON_GetArraySize(b) + 1;
    d->load = calloc(room, sizeof *d->load);
    d->store->load_name = calloc(room, sizeof *d->store->load_name);
    if (!d->load || !d->store->load_name)
        return -ENOMEM;
    double total[2][2] = {{0}};
    unsigned i = 0;
    int rc = 0;
    for (const cJSON *e = a->child; e && !rc; e = e->next)
        rc = add_load(d, e, i++, b, total);
    i = 0;
    for (const cJSON *e = b->child; e && !rc; e = e->next, i++) {
        char name[PATH_BYTES / 2];
        element_name(e, i, name, sizeof name);
        if (!find_load(a, name))
            rc = add_load(d, e, i, NULL, total);
    }
    unsigned moved = 0;
    for (i = 0; i < d->n_loads; i++) {
        diff_load_t *l = &d->load[i];
        double latency = fabs(l->latency[1] - l->latency[0]),
               misses = fabs(l->misses[1] - l->misses[0]);
        double most_latency = fmax(total[0][0], total[0][1]),
               most_misses = fmax(total[1][0], total[1][1]);
        l->weight =
            (latency > 0 ? latency / most_latency : 0) + (misses > 0 ? misses / most_misses : 0);
        if (l->weight > 0)
            d->load[moved++] = *l;
    }
    d->n_loads = moved;
    qsort(d->load, moved, sizeof d->load[0], by_load_weight);
    return rc;
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
    make_headline(d);
    make_stalls(d);
    return make_loads(d);
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
