#include "report/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* To the digits that a mean keeps. */
static bool equal(const figure_t *f, double v)
{
    bool one = f->bound == BOUND_VALUE || f->bound == BOUND_LEAST;
    return one && fabs(v - f->value) <= 1e-9 * fabs(f->value);
}

/* The grade g of a value. */
static const char *grade_words(const figure_t *f, grade_t g, double v)
{
    static const char *const grades[] = {[GRADE_CLOSE] = "within half",
                                         [GRADE_DIFFERS] = "differs",
                                         [GRADE_OTHER_SIGN] = "other sign",
                                         [GRADE_NONE] = "no number"};
    if (equal(f, v))
        return "equal";
    if (f->bound == BOUND_LEAST && v > f->value)
        return "meets the bound";
    return f->bound == BOUND_RANGE && g == GRADE_CLOSE ? "within the range" : grades[g];
}

const char *words_mean(mean_t m)
{
    static const char *const names[] = {
        [MEAN_ONE] = "",        [MEAN_ARITHMETIC] = "mean",   [MEAN_GEOMETRIC] = "geometric mean",
        [MEAN_LEAST] = "least", [MEAN_GREATEST] = "greatest",
    };
    return names[m];
}

const char *words_form(form_t f)
{
    static const char *const names[] = {
        [FORM_PLAIN] = "",
        [FORM_PERCENT] = ", in percent",
        [FORM_GAIN] = ", less one, in percent",
        [FORM_LOSS] = ", taken from one, in percent",
        [FORM_RATIO] = "",
    };
    return names[f];
}

/* One decimal of a percentage, two of a ratio, three digits of anything else; no "-0.0". */
static void number(char *text, size_t size, form_t form, double v)
{
    if (form == FORM_PLAIN) {
        snprintf(text, size, fabs(v) >= 100 ? "%.0f" : "%.3g", v);
        return;
    }
    if (form == FORM_RATIO) {
        snprintf(text, size, "%.2f", v);
        return;
    }
    if (fabs(v) < 0.05)
        v = 0;
    snprintf(text, size, form == FORM_GAIN && v > 0 ? "+%.1f" : "%.1f", v);
}

void words_value(char *text, size_t size, form_t form, double v)
{
    number(text, size, form, v);
    if (form != FORM_PLAIN && form != FORM_RATIO)
        strncat(text, " %", size - strlen(text) - 1);
}

void words_ours(char *text, size_t size, const figure_t *f, double v)
{
    char digits[40];
    number(digits, sizeof digits, f->rule.form, v);
    snprintf(text, size, "%s%s%s", digits, *f->unit ? " " : "", f->unit);
}

void words_paper(char *text, size_t size, const figure_t *f)
{
    bool plus = f->has_rule && f->rule.form == FORM_GAIN && f->value > 0;
    const char *space = *f->unit ? " " : "";
    if (f->bound == BOUND_NONE)
        snprintf(text, size, "no number");
    else if (f->bound == BOUND_RANGE)
        snprintf(text, size, "%g to %g%s%s", f->value, f->most, space, f->unit);
    else
        snprintf(text, size, "%s%s%g%s%s", f->bound == BOUND_LEAST ? "at least " : "",
                 plus ? "+" : "", f->value, space, f->unit);
}

void words_difference(char *text, size_t size, const comparison_t *c)
{
    const char *unit = c->figure->unit;
    double by = c->ours.v - figure_nearest(c->figure, c->ours.v);
    char digits[40];
    if (c->figure->bound == BOUND_NONE) {
        *text = 0;
        return;
    }
    bool points = strcmp(unit, "%") == 0;
    bool gain = points && c->figure->rule.form != FORM_PLAIN && c->figure->rule.form != FORM_RATIO;
    number(digits, sizeof digits, gain ? FORM_GAIN : FORM_PLAIN, by);
    snprintf(text, size, "%s%s%s%s", !gain && by > 0 ? "+" : "", digits, *unit ? " " : "",
             points ? "points" : unit);
    if (equal(c->figure, c->ours.v) || by == 0)
        snprintf(text, size, "none");
}

void words_alternative(char *text, size_t size, const comparison_t *c)
{
    char ours[64];
    if (!c->figure->has_rule || c->alternative.state != VALUE_THERE) {
        snprintf(text, size, "not measured");
        return;
    }
    const char *in = c->alternative_in ? c->alternative_in->label : "";
    words_ours(ours, sizeof ours, c->figure, c->alternative.v);
    if (!*c->figure->rule.sweep)
        snprintf(text, size, "as ours");
    else if (*c->figure->input)
        snprintf(text, size, "%s%s%s", ours, *in ? " " : "", in);
    else
        snprintf(text, size, "%s%s%s, %s", ours, *in ? " " : "", in,
                 grade_words(c->figure, c->alternative_grade, c->alternative.v));
}

void words_beside(char *text, size_t size, const comparison_t *c)
{
    char ours[64];
    size_t n = 0;
    *text = 0;
    if (c->instead)
        n += (size_t)snprintf(text, size, " %s; not recorded %s", c->instead->label,
                              c->instead->of_label);
    for (unsigned i = 0; i < c->n_beside && n < size; i++) {
        words_ours(ours, sizeof ours, c->figure, c->of_beside[i].v);
        n += (size_t)snprintf(text + n, size - n, "; %s %s", c->beside[i]->label, ours);
    }
}

const char *words_grade(const comparison_t *c)
{
    if (c->ours.state != VALUE_THERE)
        return c->ours.state == VALUE_NOT_RUN ? "not run"
               : c->ours.state == VALUE_STALE ? "stale"
                                              : "no value";
    if (*c->figure->input)
        return "input, by construction";
    return grade_words(c->figure, c->grade, c->ours.v);
}

void words_cause(char *text, size_t size, const comparison_t *c)
{
    static const char *const alone[] = {
        [CAUSE_NONE] = "",
        [CAUSE_MACHINE] = "",
        [CAUSE_INPUT] = "With another input, for this row alone. ",
        [CAUSE_PROGRAM] = "With another program, for this row alone. ",
        [CAUSE_DEFINITION] = "By another definition, for this row alone. ",
        [CAUSE_ROW] = "With another machine, for this row alone. ",
    };
    const figure_t *f = c->figure;
    char without[64], with[64] = "";
    snprintf(text, size, "%s", c->ours.state == VALUE_THERE ? f->input : "");
    if (*f->input || c->ours.state != VALUE_THERE || c->grade == GRADE_CLOSE ||
        c->grade == GRADE_NONE)
        return;
    if (c->caused) {
        words_ours(without, sizeof without, f, c->without.v);
        if (c->cause_in)
            words_ours(with, sizeof with, f, c->with.v);
        snprintf(text, size, "%s%s Without it%s%s: %s%s%s.", alone[f->kind], f->cause,
                 c->cause_in ? ", " : "", c->cause_in ? c->cause_in->label : "", without,
                 c->cause_in ? ", with it " : "", with);
    } else if (*f->cause &&
               (c->without.state == VALUE_NOT_RUN || c->without.state == VALUE_STALE)) {
        snprintf(text, size, "Unknown here: the runs that would show it have not been made.");
    } else if (c->cause_in && c->with.state == VALUE_THERE && !c->cause_apart) {
        words_ours(with, sizeof with, f, c->with.v);
        snprintf(text, size, "Unknown: %s, where it was looked for, ours is %s.%s%s",
                 c->cause_in->label, with, *f->note ? " " : "", f->note);
    } else {
        snprintf(text, size, "Unknown.%s%s", *f->note ? " " : "", f->note);
    }
}

void words_subject(char *text, size_t size, const figure_t *f)
{
    snprintf(text, size, "%s: %s%s%s%s%s", f->scope, f->metric, *f->reading ? ", " : "", f->reading,
             *f->baseline ? ", against " : "", f->baseline);
}
