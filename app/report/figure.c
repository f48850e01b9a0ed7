#include "report/figure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/hardware.h"

/* What a formula is evaluated over; into: the value whose runs are noted, or NULL. */
typedef struct lookup {
    const results_t *r;
    const char *sweep, *workload;
    value_t *into;
} lookup_t;

static void note_run(value_t *v, const run_t *run)
{
    if (!v || v->n_runs == FIGURE_RUNS)
        return;
    for (unsigned i = 0; i < v->n_runs; i++)
        if (v->run[i] == run)
            return;
    v->run[v->n_runs++] = run;
}

static void note_missing(value_t *v, const formula_ref_t *ref, const char *workload,
                         results_found_t found)
{
    static const char *const words[] = {
        [RESULTS_NONE] = "no", [RESULTS_OTHER] = "another", [RESULTS_SEVERAL] = "several"};
    if (v && !*v->missing)
        snprintf(v->missing, sizeof v->missing, "%s %.80s of %.80s%s", words[found], ref->series,
                 workload, found == RESULTS_OTHER ? " than the paper's sweep has" : "");
}

/* The runs are of a time when nothing asked for the statistic, or there is none of that name. */
static void note_unrecorded(value_t *v, const formula_ref_t *ref)
{
    if (v && !*v->missing)
        snprintf(v->missing, sizeof v->missing, "no %s recorded in any of the runs", ref->column);
}

/* Of no run. */
static formula_status_t hardware(const lookup_t *l, const formula_ref_t *ref, double *v)
{
    hardware_t h;
    value_t *into = l->into;
    formula_status_t s = hardware_value(l->r->evidence, ref, &h);
    *v = h.v;
    if (!into)
        return s;
    if (s != FORMULA_VALUE && !*into->missing)
        snprintf(into->missing, sizeof into->missing, "%s", h.missing);
    for (unsigned i = 0; i < into->n_commands; i++)
        if (strcmp(into->command[i], h.command) == 0)
            return s;
    if (*h.command && into->n_commands < FIGURE_COMMANDS)
        snprintf(into->command[into->n_commands++], sizeof into->command[0], "%s", h.command);
    return s;
}

/* The workload that a reference means: the one at hand, that without an end, or another. */
static const char *workload_of(const char *at_hand, const char *named, char buf[FIGURE_NAME])
{
    size_t n = strlen(at_hand), end = strlen(named);
    if (*named != '-')
        return end ? named : at_hand;
    end--;
    if (n <= end || n >= FIGURE_NAME || strcmp(at_hand + n - end, named + 1))
        return named;
    memcpy(buf, at_hand, n - end);
    buf[n - end] = 0;
    return buf;
}

static formula_status_t look_up(void *ctx, const formula_ref_t *ref, double *v)
{
    const lookup_t *l = ctx;
    const source_row_t *row = ref->row;
    const run_t *run;
    if (ref->row->kind != ROW_RUN)
        return hardware(l, ref, v);
    char shortened[FIGURE_NAME];
    const char *workload = workload_of(l->workload, row->workload, shortened);
    const results_wanted_t want = {l->sweep, ref->series, workload, row->setting, row->value};
    results_found_t found =
        row->pick == ROW_ONLY ? results_find(l->r, &want, &run)
                              : results_best(l->r, &want, row->by, row->pick == ROW_GREATEST, &run);
    if (found != RESULTS_ONE) {
        note_missing(l->into, ref, workload, found);
        return FORMULA_MISSING;
    }
    note_run(l->into, run);
    if (results_stat(l->r, run, ref->column, v))
        return FORMULA_VALUE;
    if (results_records(l->r, run, ref->column))
        return FORMULA_UNDEFINED;
    note_unrecorded(l->into, ref);
    return FORMULA_MISSING;
}

formula_status_t value_of(const results_t *r, const formula_t *formula, const formula_at_t *at,
                          double *v)
{
    lookup_t l = {r, at->sweep, at->workload, NULL};
    return formula_value(formula, at, look_up, &l, v);
}

double value_form(form_t form, double x)
{
    switch (form) {
    case FORM_PERCENT:
        return 100 * x;
    case FORM_GAIN:
        return 100 * (x - 1);
    case FORM_LOSS:
        return 100 * (1 - x);
    default:
        return x;
    }
}

/* The mean of what has been added up. */
typedef struct sums {
    unsigned n;
    double sum, logs, least, greatest;
    bool positive; /* all of them */
} sums_t;

static void add(sums_t *s, double v)
{
    s->least = s->n && s->least < v ? s->least : v;
    s->greatest = s->n && s->greatest > v ? s->greatest : v;
    s->positive = (!s->n || s->positive) && v > 0;
    s->logs += v > 0 ? log(v) : 0;
    s->sum += v;
    s->n++;
}

static double mean_of(const sums_t *s, mean_t mean)
{
    switch (mean) {
    case MEAN_GEOMETRIC:
        return s->positive ? exp(s->logs / s->n) : NAN;
    case MEAN_LEAST:
        return s->least;
    case MEAN_GREATEST:
        return s->greatest;
    default:
        return s->sum / s->n;
    }
}

void value_over(const results_t *r, const rule_t *rule, const char *bar, value_t *v)
{
    static const scope_t none = {.label = "", .n = 1, .workload = {""}};
    const scope_t *scope = rule->scope ? rule->scope : &none;
    sums_t s = {0};
    bool missing = false, stale = false;
    *v = (value_t){.want = scope->n};
    for (unsigned i = 0; i < scope->n; i++) {
        lookup_t l = {r, rule->sweep, scope->workload[i], v};
        double x;
        const formula_at_t at = {rule->sweep, scope->workload[i], bar};
        formula_status_t e = formula_value(rule->formula, &at, look_up, &l, &x);
        missing |= e == FORMULA_MISSING;
        stale |= e == FORMULA_STALE;
        if (e == FORMULA_VALUE)
            add(&s, x);
    }
    v->have = s.n;
    v->state = missing ? VALUE_NOT_RUN : stale ? VALUE_STALE : s.n ? VALUE_THERE : VALUE_UNDEFINED;
    if (v->state == VALUE_THERE)
        v->v = value_form(rule->form, mean_of(&s, rule->mean));
    if (v->state == VALUE_THERE && !isfinite(v->v)) {
        v->state = VALUE_UNDEFINED;
        v->v = 0;
    }
}

static bool signs_differ(double a, double b)
{
    return (a > 0) != (b > 0) || (a < 0) != (b < 0);
}

double figure_nearest(const figure_t *f, double v)
{
    if (f->bound == BOUND_NONE || (f->bound == BOUND_LEAST && v >= f->value))
        return v;
    return f->bound == BOUND_RANGE ? fmax(f->value, fmin(v, f->most)) : f->value;
}

grade_t figure_grade(const figure_t *f, double v)
{
    double one = strcmp(f->unit, "x") ? 0 : 1, nearest = figure_nearest(f, v);
    double ours = v - one, theirs = nearest - one;
    if (f->bound == BOUND_NONE)
        return GRADE_NONE;
    if (f->bound != BOUND_VALUE && v == nearest)
        return GRADE_CLOSE;
    if (signs_differ(ours, theirs))
        return GRADE_OTHER_SIGN;
    if (f->bound == BOUND_RANGE)
        return GRADE_DIFFERS;
    /* What the subtraction of 1 rounds off decides nothing. */
    return fabs(ours - theirs) > 0.5 * fabs(theirs) + 1e-12 * fabs(f->value) ? GRADE_DIFFERS
                                                                             : GRADE_CLOSE;
}

/* How far a value is from what the paper says; 0 where a bound is met. */
static double distance(const figure_t *f, double v)
{
    return fabs(v - figure_nearest(f, v));
}

/* Is a graded value apart from the paper's? */
static bool apart(grade_t g)
{
    return g == GRADE_DIFFERS || g == GRADE_OTHER_SIGN;
}

/* The rule over what stands beside its figure. */
static rule_t rule_of(const rule_t *rule, const beside_t *b)
{
    rule_t other = *rule;
    other.sweep = b->sweep ? b->sweep : rule->sweep;
    other.scope = b->scope ? b->scope : rule->scope;
    return other;
}

/* Ours, of the other sweep where it is not there in the rule's own; and what stands beside it. */
static void find_ours(const results_t *r, const figure_t *f, comparison_t *c)
{
    rule_t rule = f->rule;
    value_over(r, &rule, NULL, &c->ours);
    if (f->other_sweep.label) {
        const rule_t other = rule_of(&rule, &f->other_sweep);
        value_t v;
        value_over(r, &other, NULL, &v);
        if (v.state == VALUE_THERE && c->ours.state != VALUE_THERE) {
            c->ours = v;
            c->instead = &f->other_sweep;
            rule = other;
        } else if (v.state == VALUE_THERE) {
            c->of_beside[c->n_beside] = v;
            c->beside[c->n_beside++] = &f->other_sweep;
        }
    }
    if (f->other_scope.label && c->ours.state == VALUE_THERE) {
        rule = rule_of(&rule, &f->other_scope);
        value_over(r, &rule, NULL, &c->of_beside[c->n_beside]);
        c->beside[c->n_beside] = &f->other_scope;
        c->n_beside += c->of_beside[c->n_beside].state == VALUE_THERE;
    }
}

/* Is a value off to the side to which another is? */
static bool same_side(const figure_t *f, double a, double b)
{
    return (a > figure_nearest(f, a)) == (b > figure_nearest(f, b));
}

/* The figure without its cause, where ours is or else in the other sweep, there against the figure
 * with it, which must be off there, too, and to the same side: does it come nearer to the paper's?
 */
static void find_cause(const results_t *r, const figure_t *f, comparison_t *c)
{
    rule_t rule = c->instead ? rule_of(&f->rule, c->instead) : f->rule;
    const value_t *with = &c->ours;
    rule.formula = f->without_cause;
    value_over(r, &rule, NULL, &c->without);
    if (c->without.state != VALUE_THERE && f->other_sweep.label && !c->instead) {
        rule_t other = rule_of(&f->rule, &f->other_sweep);
        value_over(r, &other, NULL, &c->with);
        other.formula = f->without_cause;
        value_over(r, &other, NULL, &c->without);
        c->cause_in = &f->other_sweep;
        with = &c->with;
    }
    if (c->without.state != VALUE_THERE || with->state != VALUE_THERE)
        return;
    c->cause_apart = apart(figure_grade(f, with->v)) && same_side(f, with->v, c->ours.v);
    c->caused = c->cause_apart && distance(f, c->without.v) < distance(f, with->v);
}

/* Ours of the sweeps of the alternative configuration; what is of no run is the same under it. */
static void find_alternative(const results_t *r, const figure_t *f, comparison_t *c)
{
    rule_t rule = f->rule;
    if (!*rule.sweep)
        c->alternative = c->ours;
    for (unsigned i = 0; *f->rule.sweep && i < 2 && c->alternative.state != VALUE_THERE; i++) {
        rule.sweep = i ? f->other_alternative : f->alternative;
        if (*rule.sweep)
            value_over(r, &rule, NULL, &c->alternative);
        if (i && c->alternative.state == VALUE_THERE)
            c->alternative_in = &f->other_sweep;
    }
    if (c->alternative.state == VALUE_THERE)
        c->alternative_grade = figure_grade(f, c->alternative.v);
}

void figure_compare(const results_t *r, const figure_t *f, comparison_t *c)
{
    *c = (comparison_t){.figure = f,
                        .ours = {.state = VALUE_NOT_RUN},
                        .without = {.state = VALUE_NOT_RUN},
                        .alternative = {.state = VALUE_NOT_RUN}};
    if (!f->has_rule)
        return;
    find_ours(r, f, c);
    find_alternative(r, f, c);
    if (c->ours.state != VALUE_THERE)
        return;
    c->grade = figure_grade(f, c->ours.v);
    if (apart(c->grade) && *f->cause)
        find_cause(r, f, c);
}
