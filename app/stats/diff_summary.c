/* What a comparison says first and last: headlines, scheduler-cycles, static loads. */
#include "stats/diff_int.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

void diff_make_headline(diff_t *d)
{
    static const char *const same_if[] = {"name",        "scale",      "variant", "seed",
                                          "kernel_hash", "input_hash", "filter"};
    for (unsigned i = 0; i < DIFF_HEADLINES; i++) {
        diff_headline_t *h = &d->headline[i];
        h->name = headlines[i].name;
        for (unsigned k = 0; k < 2; k++)
            h->present[k] = diff_number_at(d->doc[k], headlines[i].path[0], headlines[i].path[1],
                                           headlines[i].path[2], &h->x[k]);
    }
    if (!diff_same(diff_at(d->doc[0], "totals", "energy", "table"),
                   diff_at(d->doc[1], "totals", "energy", "table")))
        d->headline[ENERGY].present[0] = false; /* two tables do not count the same */
    d->same_work = true;
    for (unsigned i = 0; i < sizeof same_if / sizeof same_if[0]; i++)
        d->same_work = d->same_work && diff_same(diff_at(d->doc[0], "workload", same_if[i], NULL),
                                                 diff_at(d->doc[1], "workload", same_if[i], NULL));
    double mhz[2] = {1, 1};
    for (unsigned k = 0; k < 2; k++) {
        const char *engine = diff_string(d->doc[k], "engine");
        d->timed[k] = d->headline[0].present[k] && !(engine && !strcmp(engine, "functional"));
        d->stopped[k] = cJSON_IsTrue(diff_at(d->doc[k], "totals", "stopped", NULL));
        diff_number_at(d->doc[k], "config", "core_mhz", NULL, &mhz[k]);
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
void diff_make_stalls(diff_t *d)
{
    static const char *const causes[DIFF_STALLS] = {"issued", "structural", "raw_memory",
                                                    "raw_data", "idle"};
    double all[2], cycles[2];
    for (unsigned k = 0; k < 2; k++)
        if (!diff_number_at(d->doc[k], "totals", "stalls", "scheduler_cycles", &all[k]) ||
            !diff_number_at(d->doc[k], "totals", "cycles", NULL, &cycles[k]) || all[k] <= 0)
            return;
    for (unsigned i = 0; i < DIFF_STALLS; i++) {
        double x[2];
        for (unsigned k = 0; k < 2; k++)
            if (!diff_number_at(d->doc[k], "totals", "stalls", causes[i], &x[k]))
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
        char other[DIFF_PATH / 2];
        diff_element_name(e, i, other, sizeof other);
        if (!strcmp(other, name))
            return e;
    }
    return NULL;
}

static void load_values(const cJSON *e, double *latency, double *misses)
{
    double bypasses = 0;
    *latency = *misses = 0;
    diff_number(cJSON_GetObjectItemCaseSensitive(e, "latency_sum"), latency);
    diff_number(cJSON_GetObjectItemCaseSensitive(e, "misses"), misses);
    diff_number(cJSON_GetObjectItemCaseSensitive(e, "bypasses"), &bypasses);
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
    char name[DIFF_PATH / 2];
    diff_element_name(e, index, name, sizeof name);
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

int diff_make_loads(diff_t *d)
{
    const cJSON *a = diff_at(d->doc[0], "per_load", NULL, NULL),
                *b = diff_at(d->doc[1], "per_load", NULL, NULL);
    d->loads_match = d->timed[0] && d->timed[1] && cJSON_IsArray(a) && cJSON_IsArray(b) &&
                     diff_same(diff_at(d->doc[0], "workload", "kernel_hash", NULL),
                               diff_at(d->doc[1], "workload", "kernel_hash", NULL));
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
        char name[DIFF_PATH / 2];
        diff_element_name(e, i, name, sizeof name);
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
