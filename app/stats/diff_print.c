/* The ranked differences of two runs for people: one screen, or everything. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "stats/diff.h"

typedef struct page {
    FILE *out;
    bool all;
    unsigned lines;
} page_t;

/* One line, cut to the screen's width unless everything is wanted; no spaces at its end. */
__attribute__((format(printf, 2, 3))) static void put(page_t *p, const char *fmt, ...)
{
    char line[2048];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    size_t n = strlen(line);
    if (!p->all && n > DIFF_COLUMNS) {
        n = DIFF_COLUMNS;
        memcpy(line + n - 3, "...", 3);
    }
    while (n && line[n - 1] == ' ')
        n--;
    fprintf(p->out, "%.*s\n", (int)n, line);
    p->lines++;
}

/* ---- numbers ---- */

enum { TEXT = 32 };

/* Columns: a value has 10 characters, a change 11, a relative change 9. */
#define NUMBERS "%10s %10s %11s %9s"

/* Counts as they are while they fit a column, all else with five digits. */
static const char *count(double x, char buf[TEXT])
{
    bool whole = !(floor(x) < x);
    snprintf(buf, TEXT, whole && fabs(x) < 1e10 ? "%.0f" : "%.5g", x);
    return buf;
}

static const char *change(double a, double b, char buf[TEXT])
{
    double x = b - a;
    bool whole = !(floor(x) < x);
    snprintf(buf, TEXT, whole && fabs(x) < 1e10 ? "%+.0f" : "%+.5g", x);
    return buf;
}

static const char *relative(double a, double b, char buf[TEXT])
{
    double r = 100 * (b / a - 1);
    if (!(fabs(a) > 0))
        snprintf(buf, TEXT, fabs(b) > 0 ? "from 0" : "none");
    else
        snprintf(buf, TEXT,
                 fabs(r) < 1000  ? "%+.2f %%"
                 : fabs(r) < 1e6 ? "%+.0f %%"
                                 : "%+.1e%%",
                 r);
    return buf;
}

/* ---- what was compared ---- */

static const char *text_at(const cJSON *doc, const char *a, const char *b)
{
    const cJSON *o = cJSON_GetObjectItemCaseSensitive(doc, a);
    const char *s = cJSON_GetStringValue(b ? cJSON_GetObjectItemCaseSensitive(o, b) : o);
    return s ? s : "?";
}

static void policies(const cJSON *doc, char *buf, size_t bytes)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(doc, "policies");
    size_t at = 0;
    snprintf(buf, bytes, "no policy");
    for (const cJSON *e = list ? list->child : NULL; e && at < bytes; e = e->next)
        at +=
            (size_t)snprintf(buf + at, bytes - at, "%s%s", at ? "+" : "", text_at(e, "name", NULL));
}

static void put_run(page_t *p, const diff_t *d, unsigned k, const char *name)
{
    const cJSON *doc = d->doc[k];
    enum { NAME = 24 };
    char with[128];
    size_t len = strlen(name);
    bool cut = !p->all && len > NAME;
    policies(doc, with, sizeof with);
    const cJSON *work = cJSON_GetObjectItemCaseSensitive(doc, "workload");
    bool scaled = cJSON_IsString(cJSON_GetObjectItemCaseSensitive(work, "scale"));
    put(p, "%c %s%s: %s%s%s on %s, %s, engine %s%s, %s", k ? 'B' : 'A', cut ? "..." : "",
        cut ? name + len - NAME + 3 : name, text_at(doc, "workload", "name"), scaled ? " " : "",
        scaled ? text_at(doc, "workload", "scale") : "", text_at(doc, "config", "name"), with,
        text_at(doc, "engine", NULL), d->stopped[k] ? ", stopped at --max-cycles" : "",
        text_at(doc, "workload", "result"));
}

/* What is said of the policies as a whole: not key by key of those that one run lacks. */
static bool of_one_policy(const diff_row_t *r)
{
    return !strncmp(r->path, "policies.", 9) && (!r->v[0] || !r->v[1]);
}

/* "key A -> B", the key without the name of its section. */
static void setup_text(const diff_row_t *r, char *buf, size_t bytes)
{
    char a[80], b[80];
    const char *key = r->path;
    if (!strncmp(key, "config.", 7))
        key = strcmp(key, "config.name") ? key + 7 : "config";
    snprintf(buf, bytes, "%s %s -> %s", key, diff_text(r->v[0], a, sizeof a),
             diff_text(r->v[1], b, sizeof b));
}

/* The items of "differ in", on as many lines as the screen has for them. */
typedef struct items {
    page_t *p;
    char line[DIFF_COLUMNS + 1];
    size_t start, at;
    unsigned lines, left_out;
} items_t;

static void put_item(items_t *it, const char *text)
{
    enum { MOST_LINES = 2, ROOM = DIFF_COLUMNS - 18 };
    if (it->p->all) {
        put(it->p, "differ in %s", text);
        return;
    }
    if (it->at > it->start && it->at + strlen(text) + 2 > ROOM) {
        if (it->lines + 1 == MOST_LINES || it->left_out) {
            it->left_out++;
            return;
        }
        it->lines++;
        put(it->p, "%s,", it->line);
        it->at = it->start;
        memset(it->line, ' ', it->start);
    }
    snprintf(it->line + it->at, sizeof it->line - it->at, "%s%s", it->at > it->start ? ", " : "",
             text);
    it->at = strlen(it->line);
}

static void put_setup(page_t *p, const diff_t *d)
{
    items_t it = {.p = p, .line = "differ in "};
    char with[2][128], text[640];
    it.start = it.at = strlen(it.line);
    for (unsigned k = 0; k < 2; k++)
        policies(d->doc[k], with[k], sizeof with[k]);
    if (strcmp(with[0], with[1])) {
        snprintf(text, sizeof text, "policies: %s -> %s", with[0], with[1]);
        put_item(&it, text);
    }
    for (unsigned i = 0; i < d->n_setup; i++) {
        if (of_one_policy(d->setup[i]))
            continue;
        setup_text(d->setup[i], text, sizeof text);
        put_item(&it, text);
    }
    if (!d->n_setup)
        put(p, "same configuration, workload and policies");
    else if (!p->all && it.left_out)
        put(p, "%s, and %u more", it.line, it.left_out);
    else if (!p->all)
        put(p, "%s", it.line);
}

/* Policies' numbers and the items of an energy table come and go with what was run. */
static bool in_every_run(const char *path)
{
    return strncmp(path, "units.", 6) && strncmp(path, "totals.energy.", 14);
}

static void put_notes(page_t *p, const diff_t *d)
{
    unsigned only[2] = {0, 0};
    for (unsigned i = 0; i < d->n_counters; i++)
        for (unsigned k = 0; k < 2; k++)
            only[k] += in_every_run(d->counter[i]->path) && !d->counter[i]->v[!k];
    if (d->timed[0] != d->timed[1])
        put(p, "%c is functional: no timing to compare", d->timed[0] ? 'B' : 'A');
    else if (only[0] || only[1])
        put(p, "totals in one run only: %u keys of A, %u of B (--all names them)", only[0],
            only[1]);
    if (!d->same_work)
        put(p, "the work differs: rates can be compared, sums cannot");
}

/* ---- headline ---- */

static void put_headline(page_t *p, const diff_t *d)
{
    char name[64], a[TEXT], b[TEXT], c[TEXT], r[TEXT];
    for (unsigned i = 0; i < DIFF_HEADLINES; i++) {
        const diff_headline_t *h = &d->headline[i];
        if (!h->present[0] || !h->present[1])
            continue;
        snprintf(name, sizeof name, "%s", h->name);
        if (i == 0 && d->speedup > 0)
            snprintf(name, sizeof name, "%s (speedup %.4f)", h->name, d->speedup);
        put(p, "%-29s " NUMBERS, name, count(h->x[0], a), count(h->x[1], b),
            change(h->x[0], h->x[1], c), relative(h->x[0], h->x[1], r));
    }
}

static void put_stalls(page_t *p, const diff_t *d)
{
    bool any = false;
    for (unsigned i = 0; i < d->n_stalls; i++)
        any = any || fabs(d->stall[i].effect) > 0;
    if (!any)
        return;
    put(p, "%-29s " NUMBERS, "scheduler-cycles by cause", "share in A", "share in B", "in cycles",
        "of A's");
    for (unsigned i = 0; i < d->n_stalls; i++) {
        const diff_stall_t *s = &d->stall[i];
        put(p, "  %-27s %8.2f %% %8.2f %% %+11.0f %+7.2f %%", s->name, 100 * s->share[0],
            100 * s->share[1], s->effect, 100 * s->effect / d->headline[0].x[0]);
    }
}

/* ---- counters and loads ---- */

static const char *short_path(const diff_row_t *r)
{
    return strncmp(r->path, "totals.", 7) ? r->path : r->path + 7;
}

static void put_counter(page_t *p, const diff_row_t *r)
{
    enum { COUNTER = 27 };
    char name[128], a[TEXT], b[TEXT], c[TEXT] = "", rel[TEXT] = "", w[TEXT] = "";
    if (!p->all && r->stands_for > 1) {
        char tail[TEXT];
        int n = snprintf(tail, sizeof tail, " (=%u)", r->stands_for);
        snprintf(name, sizeof name, "%.*s%s", COUNTER - n, short_path(r), tail);
    } else {
        snprintf(name, sizeof name, "%.*s", p->all ? 100 : COUNTER, short_path(r));
    }
    if (r->numeric) {
        change(r->x[0], r->x[1], c);
        relative(r->x[0], r->x[1], rel);
    }
    if (r->ranked)
        snprintf(w, sizeof w, "%.4f", r->weight);
    bool fits = r->numeric && !p->all;
    put(p, "  %-27s " NUMBERS " %6s", name,
        fits ? count(r->x[0], a) : diff_text(r->v[0], a, sizeof a),
        fits ? count(r->x[1], b) : diff_text(r->v[1], b, sizeof b), c, rel, w);
}

/* Rows of counters that a screen shows: the first of those with the same values. */
static unsigned counter_rows(const diff_t *d, bool all)
{
    unsigned n = 0;
    for (unsigned i = 0; i < d->n_ranked; i++)
        n += d->counter[i]->stands_for > 0;
    return all ? d->n_counters : n;
}

static void put_counters(page_t *p, const diff_t *d, unsigned room)
{
    unsigned n = counter_rows(d, p->all), shown = 0;
    char head[64];
    if (!n || room < 2)
        return;
    if (n > room - 1)
        n = room - 1;
    if (p->all)
        snprintf(head, sizeof head, "all %u totals that differ", n);
    else
        snprintf(head, sizeof head, "counters, %u of %u", n, d->n_ranked);
    put(p, "%-29s " NUMBERS " %6s", head, "A", "B", "change", "relative", "weight");
    for (unsigned i = 0; shown < n; i++)
        if (p->all || d->counter[i]->stands_for) {
            put_counter(p, d->counter[i]);
            shown++;
        }
}

static void put_loads(page_t *p, const diff_t *d, unsigned room)
{
    enum { NAME = 16 };
    unsigned n = d->n_loads;
    char head[64], v[4][TEXT], r[2][TEXT];
    if (!n || room < 2)
        return;
    if (n > room - 1)
        n = room - 1;
    snprintf(head, sizeof head, "loads, %u of %u", n, d->n_loads);
    put(p, "%-18s %10s %10s %9s %9s %9s %9s", head, "latency A", "latency B", "relative",
        "misses A", "misses B", "relative");
    for (unsigned i = 0; i < n; i++) {
        const diff_load_t *l = &d->load[i];
        size_t len = strlen(l->name);
        put(p, "  %-16s %10s %10s %9s %9s %9s %9s",
            p->all || len <= NAME ? l->name : l->name + len - NAME, count(l->latency[0], v[0]),
            count(l->latency[1], v[1]), relative(l->latency[0], l->latency[1], r[0]),
            count(l->misses[0], v[2]), count(l->misses[1], v[3]),
            relative(l->misses[0], l->misses[1], r[1]));
    }
}

static void put_others(page_t *p, const diff_t *d)
{
    for (unsigned i = 0; i < d->n_other; i++) {
        char a[80], b[80];
        const diff_row_t *r = d->other[i];
        put(p, "also %s %s -> %s", r->path, diff_text(r->v[0], a, sizeof a),
            diff_text(r->v[1], b, sizeof b));
    }
}

void diff_print(const diff_t *d, const char *const name[2], bool all, FILE *out)
{
    page_t p = {.out = out, .all = all};
    enum { LEAST_LOADS = 4 };
    put_run(&p, d, 0, name[0]);
    put_run(&p, d, 1, name[1]);
    if (d->equal) {
        put(&p, "equal: every key but host and engine");
        return;
    }
    put_setup(&p, d);
    put_notes(&p, d);
    put_headline(&p, d);
    put_stalls(&p, d);
    if (all) {
        put_counters(&p, d, UINT32_MAX);
        put_loads(&p, d, UINT32_MAX);
        put_others(&p, d);
        return;
    }
    unsigned left = p.lines < DIFF_LINES ? DIFF_LINES - p.lines : 0;
    unsigned loads = d->n_loads ? d->n_loads + 1 : 0, counters = counter_rows(d, false) + 1;
    unsigned for_loads = loads < LEAST_LOADS ? loads : LEAST_LOADS;
    if (counters + for_loads < left) /* what the counters do not need */
        for_loads = left - counters;
    put_counters(&p, d, left > for_loads ? left - for_loads : 0);
    put_loads(&p, d, p.lines < DIFF_LINES ? DIFF_LINES - p.lines : 0);
}
