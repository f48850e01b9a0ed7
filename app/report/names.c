/* Which statistics and settings the formulas and tables over given sweeps name. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/page.h"
#include "report/tables.h"

typedef struct names {
    results_names_t *stats, *settings;
    bool failed;
} names_t;

static bool add(results_names_t *n, const char *name)
{
    const char **p = realloc(n->name, (n->n + 1) * sizeof *p);
    if (!p)
        return false;
    n->name = p;
    p[n->n] = strdup(name);
    return p[n->n++] != NULL;
}

/* What a formula reads of runs. */
static void note_all(names_t *n, const formula_t *f)
{
    for (unsigned i = 0; f && i < f->n_reads; i++) {
        const source_row_t *row = f->read[i].row;
        if (row->kind != ROW_RUN)
            continue;
        n->failed |= !add(n->stats, f->read[i].column);
        if (*row->by)
            n->failed |= !add(n->stats, row->by);
        if (*row->setting)
            n->failed |= !add(n->settings, row->setting);
    }
}

static bool is_setting(const results_t *r, const char *name)
{
    for (unsigned i = 0; i < r->n_runs; i++)
        if (r->run[i].there && *results_setting(r, &r->run[i], name))
            return true;
    return false;
}

/* Of what is neither, no run has a value, and the compact form leaves it out. */
static void note_tables(names_t *n, const results_t *r)
{
    results_names_t quoted = {0};
    n->failed |= tables_names(r, &quoted) != 0;
    for (unsigned i = 0; i < quoted.n; i++)
        n->failed |= !add(is_setting(r, quoted.name[i]) ? n->settings : n->stats, quoted.name[i]);
    page_names_free(&quoted);
}

int page_names(const results_t *r, const catalog_t *c, results_names_t *stats,
               results_names_t *settings)
{
    names_t n = {stats, settings, false};
    for (unsigned i = 0; i < c->n_figures; i++) {
        const figure_t *f = &c->figure[i];
        bool used = false;
        for (unsigned k = 0; k < r->n_sweeps; k++)
            used |= page_figure_uses(f, r->sweep[k].name);
        if (!used)
            continue;
        note_all(&n, f->rule.formula);
        note_all(&n, f->without_cause);
    }
    for (unsigned i = 0; i < c->n_plots; i++)
        for (unsigned k = 0; k < c->plot[i].n_parts; k++)
            if (results_sweep(r, c->plot[i].sweep))
                note_all(&n, c->plot[i].part[k].formula);
    note_tables(&n, r);
    return n.failed ? -ENOMEM : 0;
}

void page_names_free(results_names_t *n)
{
    for (unsigned i = 0; i < n->n; i++)
        free((char *)(uintptr_t)n->name[i]);
    free(n->name);
    *n = (results_names_t){0};
}
