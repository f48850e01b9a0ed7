/* What all parts of the report ask of the results and the catalog. */
#include <string.h>

#include "report/page.h"

static void count(tally_t *t, value_state_t state, grade_t grade, const figure_t *f)
{
    bool there = state == VALUE_THERE, graded = there && !*f->input;
    t->figures++;
    t->not_run += !there;
    t->input += there && *f->input;
    t->close += graded && grade == GRADE_CLOSE && f->bound != BOUND_RANGE;
    t->in_range += graded && grade == GRADE_CLOSE && f->bound == BOUND_RANGE;
    t->differs += graded && grade == GRADE_DIFFERS;
    t->other_sign += graded && grade == GRADE_OTHER_SIGN;
    t->unnumbered += graded && grade == GRADE_NONE;
}

void page_tally(const results_t *r, const catalog_t *c, const char *paper, tally_t *t)
{
    *t = (tally_t){0};
    for (unsigned i = 0; i < c->n_figures; i++) {
        comparison_t x;
        if (strcmp(c->figure[i].paper, paper))
            continue;
        figure_compare(r, &c->figure[i], &x);
        count(t, x.ours.state, x.grade, x.figure);
        if (*x.figure->input)
            continue;
        t->caused += x.caused && x.figure->kind == CAUSE_MACHINE;
        t->alone += x.caused && x.figure->kind != CAUSE_MACHINE;
    }
}

void page_tally_alternative(const results_t *r, const catalog_t *c, const char *paper, tally_t *t)
{
    *t = (tally_t){0};
    for (unsigned i = 0; i < c->n_figures; i++) {
        comparison_t x;
        if (strcmp(c->figure[i].paper, paper))
            continue;
        figure_compare(r, &c->figure[i], &x);
        count(t, x.alternative.state, x.alternative_grade, x.figure);
    }
}

void page_alternative_elsewhere(const results_t *r, const catalog_t *c, const char *paper, out_t *o)
{
    const beside_t *first = NULL;
    unsigned measured = 0, elsewhere = 0;
    out_t rows = {.form = OUT_PLAIN};
    for (unsigned i = 0; i < c->n_figures; i++) {
        const figure_t *f = &c->figure[i];
        comparison_t x;
        if (strcmp(f->paper, paper) || !f->has_rule)
            continue;
        figure_compare(r, f, &x);
        measured += *f->rule.sweep && x.alternative.state == VALUE_THERE;
        if (!x.alternative_in)
            continue;
        first = first ? first : x.alternative_in;
        out_f(&rows, "%s%s", elsewhere++ ? ", " : "", f->id);
    }
    o->failed |= rows.failed;
    if (first && elsewhere == measured)
        out_f(o, " All rows that have runs are %s; none is recorded %s.", first->label,
              first->of_label);
    else if (first)
        out_f(o, " Not recorded %s, but %s: %s.", first->of_label, first->label, rows.text);
    out_free(&rows);
}

bool page_is_quick(const results_t *r)
{
    for (unsigned i = 0; i < r->n_sweeps; i++)
        if (r->sweep[i].quick)
            return true;
    return false;
}

bool page_figure_uses(const figure_t *f, const char *sweep)
{
    const char *other = f->other_sweep.label ? f->other_sweep.sweep : "";
    const char *const of[] = {f->rule.sweep, other, f->alternative, f->other_alternative};
    for (unsigned i = 0; f->has_rule && *sweep && i < sizeof of / sizeof *of; i++)
        if (strcmp(of[i], sweep) == 0)
            return true;
    return false;
}

bool page_uses_sweep(const catalog_t *c, const char *paper, const char *sweep)
{
    for (unsigned i = 0; i < c->n_figures; i++)
        if (page_figure_uses(&c->figure[i], sweep) &&
            (!paper || strcmp(c->figure[i].paper, paper) == 0))
            return true;
    for (unsigned i = 0; i < c->n_plots; i++)
        if (strcmp(c->plot[i].sweep, sweep) == 0 &&
            (!paper || strcmp(c->plot[i].paper, paper) == 0))
            return true;
    return false;
}

bool page_has_runs(const results_t *r, const catalog_t *c, const char *paper)
{
    for (unsigned i = 0; i < r->n_sweeps; i++)
        if (r->sweep[i].done > r->sweep[i].others && page_uses_sweep(c, paper, r->sweep[i].name))
            return true;
    return false;
}
