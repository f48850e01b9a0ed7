#include "sweep/plan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MEDIAN_RATE 2.5e6 /* of the recorded ones */

typedef struct rate {
    const char *workload;
    double per_s;
} rate_t;

#include "sweep/rates.inc"

static int by_hash(const void *a, const void *b)
{
    const plan_item_t *x = a, *y = b;
    int order = strcmp(x->point->hash, y->point->hash);
    return order ? order : (x->point > y->point) - (x->point < y->point);
}

/* Longest first; equally long in the file's order. */
static int by_time(const void *a, const void *b)
{
    const plan_item_t *x = a, *y = b;
    if (x->seconds != y->seconds)
        return x->seconds < y->seconds ? 1 : -1;
    return (x->point > y->point) - (x->point < y->point);
}

static void keep_distinct(plan_t *p)
{
    unsigned n = 0;
    qsort(p->item, p->n, sizeof *p->item, by_hash);
    for (unsigned i = 0; i < p->n; i++)
        if (!n || strcmp(p->item[n - 1].point->hash, p->item[i].point->hash))
            p->item[n++] = p->item[i];
    p->n = n;
}

/* ---- Estimates ---- */

/* Of a record, else of the median of all. */
static double recorded_rate(const char *workload)
{
    for (unsigned i = 0; i < sizeof recorded / sizeof recorded[0]; i++)
        if (workload && strcmp(recorded[i].workload, workload) == 0)
            return recorded[i].per_s;
    return MEDIAN_RATE;
}

/* What the database knows of runs of one workload, scale and configuration. */
typedef struct known {
    char workload[64], scale[32], config[64];
    double s; /* processor time of a warp instruction */
} known_t;

typedef struct knowledge {
    unsigned n, room;
    known_t *item;
} knowledge_t;

static int learn(knowledge_t *k, db_t *db, diag_t *d)
{
    sqlite3_stmt *q = db_prepare(
        db,
        "SELECT r.workload, r.scale, r.config, avg(v.cpu_s / r.warp_instructions) FROM runs r"
        " JOIN provenance v ON v.run = r.id WHERE r.warp_instructions > 0 AND v.cpu_s > 0"
        " AND r.cycles > 0 GROUP BY 1, 2, 3",
        d);
    int rc = q ? 1 : -EIO;
    while (q && (rc = db_step(db, q, d)) == 1) {
        if (k->n == k->room) {
            k->room = k->room ? 2 * k->room : 64;
            known_t *more = realloc(k->item, k->room * sizeof *more);
            if (!more) {
                rc = diag_at(d, db->path, 0, 0, "out of memory");
                break;
            }
            k->item = more;
        }
        known_t *x = &k->item[k->n++];
        char *const to[] = {x->workload, x->scale, x->config};
        const size_t room[] = {sizeof x->workload, sizeof x->scale, sizeof x->config};
        for (int i = 0; i < 3; i++) {
            const char *text = (const char *)sqlite3_column_text(q, i);
            snprintf(to[i], room[i], "%s", text ? text : "");
        }
        x->s = sqlite3_column_double(q, 3);
    }
    sqlite3_finalize(q);
    return rc;
}

/* Does the configuration as the point says it have this name? A file is known without folder and
 * ending. */
static bool is_config(const char *said, const char *name)
{
    const char *slash = strrchr(said, '/');
    size_t n = strlen(name);
    said = slash ? slash + 1 : said;
    return strncmp(said, name, n) == 0 && (!said[n] || said[n] == '.');
}

/* Seconds a warp instruction, by the nearest that is known. */
static double seconds_of(const knowledge_t *k, const point_t *p)
{
    /* Times of the workload: here, on other machines, at other scales. Then how much longer than
     * recorded this configuration's runs take, and any runs. */
    enum { HERE, SCALE, WORKLOAD, CONFIG, ANY, LEVELS };
    double sum[LEVELS] = {0}, per_inst = 1 / recorded_rate(p->workload);
    unsigned n[LEVELS] = {0};
    for (unsigned i = 0; i < k->n; i++) {
        const known_t *x = &k->item[i];
        bool same = p->workload && strcmp(x->workload, p->workload) == 0;
        bool scale = same && strcmp(x->scale, p->scale) == 0;
        bool config = is_config(p->spec.config, x->config);
        double slower = x->s * recorded_rate(x->workload) * per_inst;
        const bool is[LEVELS] = {scale && config, scale, same, config, true};
        for (unsigned l = 0; l < LEVELS; l++) {
            sum[l] += is[l] ? (l < CONFIG ? x->s : slower) : 0;
            n[l] += is[l];
        }
    }
    for (unsigned l = 0; l < LEVELS; l++)
        if (n[l])
            return sum[l] / n[l];
    return per_inst;
}

static int ask(plan_t *p, db_t *db, knowledge_t *k, diag_t *d)
{
    int rc = learn(k, db, d);
    for (unsigned i = 0; !rc && i < p->n; i++) {
        int there = db_has(db, p->item[i].point->hash, d);
        rc = there < 0 ? there : 0;
        p->item[i].done = there == 1;
    }
    return rc;
}

int plan_make(plan_t *p, const sweep_t *s, db_t *db, diag_t *d)
{
    *p = (plan_t){.n = s->n, .item = calloc(s->n ? s->n : 1, sizeof *p->item)};
    if (!p->item)
        return diag_at(d, s->file, 0, 0, "out of memory"), -ENOMEM;
    for (unsigned i = 0; i < s->n; i++)
        p->item[i] = (plan_item_t){.point = &s->point[i]};
    keep_distinct(p);
    knowledge_t k = {0};
    int rc = db ? ask(p, db, &k, d) : 0;
    for (unsigned i = 0; i < p->n; i++) {
        const point_t *x = p->item[i].point;
        p->item[i].seconds = seconds_of(&k, x) * (double)x->warp_inst;
    }
    free(k.item);
    qsort(p->item, p->n, sizeof *p->item, by_time);
    return rc;
}

void plan_free(plan_t *p)
{
    free(p->item);
    *p = (plan_t){0};
}
