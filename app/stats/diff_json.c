/* The differences of two runs for machines. */
#include <math.h>

#include "stats/diff.h"
#include "stats/json.h"

static void put_value(cJSON *o, const char *key, const cJSON *v)
{
    char text[64];
    if (!v)
        return;
    if (cJSON_IsString(v) && v->valuestring[0] == '\1') /* a long number */
        json_raw(o, key, v->valuestring + 1);
    else if (cJSON_IsNumber(v))
        json_raw(o, key, diff_text(v, text, sizeof text));
    else
        cJSON_AddItemToObject(o, key, cJSON_Duplicate(v, 0));
}

static cJSON *element(cJSON *list)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddItemToArray(list, o);
    return o;
}

/* A key that one run lacks has no member for that run. */
static void put_rows(cJSON *root, const char *key, diff_row_t *const *row, unsigned n)
{
    cJSON *list = json_array(root, key);
    for (unsigned i = 0; i < n; i++) {
        const diff_row_t *r = row[i];
        cJSON *o = element(list);
        json_str(o, "key", r->path);
        put_value(o, "a", r->v[0]);
        put_value(o, "b", r->v[1]);
        if (r->numeric)
            json_ratio(o, "relative", r->x[1] - r->x[0], fabs(r->x[0]));
        if (r->ranked)
            json_f64(o, "weight", r->weight);
    }
}

static void put_headline(cJSON *root, const diff_t *d)
{
    cJSON *list = json_array(root, "headline");
    for (unsigned i = 0; i < DIFF_HEADLINES; i++) {
        const diff_headline_t *h = &d->headline[i];
        if (!h->present[0] || !h->present[1])
            continue;
        cJSON *o = element(list);
        json_str(o, "name", h->name);
        json_f64(o, "a", h->x[0]);
        json_f64(o, "b", h->x[1]);
        json_ratio(o, "relative", h->x[1] - h->x[0], fabs(h->x[0]));
    }
}

static void put_stalls(cJSON *root, const diff_t *d)
{
    cJSON *list = json_array(root, "stalls");
    for (unsigned i = 0; i < d->n_stalls; i++) {
        const diff_stall_t *s = &d->stall[i];
        cJSON *o = element(list);
        json_str(o, "name", s->name);
        json_f64(o, "share_a", s->share[0]);
        json_f64(o, "share_b", s->share[1]);
        json_f64(o, "effect_cycles", s->effect);
    }
}

static void put_loads(cJSON *root, const diff_t *d)
{
    cJSON *list = json_array(root, "loads");
    for (unsigned i = 0; i < d->n_loads; i++) {
        const diff_load_t *l = &d->load[i];
        cJSON *o = element(list);
        json_str(o, "load", l->name);
        json_f64(o, "latency_sum_a", l->latency[0]);
        json_f64(o, "latency_sum_b", l->latency[1]);
        json_f64(o, "misses_a", l->misses[0]);
        json_f64(o, "misses_b", l->misses[1]);
        json_f64(o, "weight", l->weight);
    }
}

cJSON *diff_json(const diff_t *d, const char *const name[2])
{
    cJSON *root = cJSON_CreateObject();
    json_str(root, "schema", DIFF_SCHEMA);
    json_str(root, "a", name[0]);
    json_str(root, "b", name[1]);
    json_bool(root, "equal", d->equal);
    json_bool(root, "same_work", d->same_work);
    if (d->speedup > 0)
        json_f64(root, "speedup", d->speedup);
    else
        json_str(root, "speedup", NULL);
    put_rows(root, "setup", d->setup, d->n_setup);
    put_headline(root, d);
    put_stalls(root, d);
    put_rows(root, "counters", d->counter, d->n_counters);
    put_loads(root, d);
    put_rows(root, "other", d->other, d->n_other);
    return root;
}
