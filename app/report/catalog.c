#include "report/catalog.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/yaml.h"
#include "report/formula.h"

/* A row of a file, with the file's columns. */
typedef struct row {
    catalog_t *c;
    const csv_t *csv;
    unsigned n;
    const int *at;
    diag_t *d;
} row_t;

static const char *cell(const row_t *r, int column)
{
    return csv_cell(r->csv, r->n, r->at[column]);
}

/* Where a row of a file goes. */
typedef int read_fn(const row_t *r);

static int read_rows(catalog_t *c, unsigned file, const char *const *columns, unsigned n,
                     read_fn *read, diag_t *d)
{
    int at[16];
    const csv_t *csv = &c->file[file];
    for (unsigned i = 0; i < n; i++)
        if ((at[i] = csv_need(csv, columns[i], d)) < 0)
            return -EINVAL;
    if (csv->n_cols != n)
        return diag_at(d, csv->name, 1, 0, "%u columns; expected %u", csv->n_cols, n);
    int rc = 0;
    for (unsigned i = 0; !rc && i < csv->n_rows; i++)
        rc = read(&(row_t){c, csv, i, at, d});
    return rc;
}

static int out_of_memory(const row_t *r)
{
    csv_error(r->csv, r->n, r->d, "out of memory");
    return -ENOMEM;
}

/* A copy that may be cut into pieces. */
static char *copy(const row_t *r, const char *text)
{
    catalog_t *c = r->c;
    char **kept = realloc(c->kept, (c->n_kept + 1) * sizeof *kept);
    if (!kept)
        return NULL;
    c->kept = kept;
    return kept[c->n_kept++] = strdup(text);
}

static int find_word(const row_t *r, const char *what, const char *text, const char *const *words,
                     int n)
{
    for (int i = 0; i < n; i++)
        if (strcmp(text, words[i]) == 0)
            return i;
    return csv_error(r->csv, r->n, r->d, "unknown %s \"%s\"; expected %s, ... or %s", what, text,
                     words[0], words[n - 1]);
}

static int find_mean(const row_t *r, const char *text)
{
    static const char *const words[] = {"one", "arithmetic", "geometric", "least", "greatest"};
    return find_word(r, "mean", text, words, 5);
}

static int find_form(const row_t *r, const char *text)
{
    static const char *const words[] = {"plain", "percent", "gain", "loss", "ratio"};
    return find_word(r, "form", text, words, 5);
}

/* The formula of a row as the view "KIND NAME". */
static int add_formula(const row_t *r, const char *view, const char *sweep, const char *text,
                       formula_t **out)
{
    diag_t why = {{0}};
    int rc = formulas_add(r->c->formulas, view, text, *sweep, out, &why);
    return rc ? csv_error(r->csv, r->n, r->d, "%s", why.text) : 0;
}

/* ---- Scopes ---- */

static int split_words(const row_t *r, const char *text, const char **word, unsigned max)
{
    char *rest = NULL, *list = copy(r, text);
    int n = 0;
    if (!list)
        return out_of_memory(r);
    for (char *w = strtok_r(list, " ", &rest); w; w = strtok_r(NULL, " ", &rest)) {
        if ((unsigned)n == max)
            return csv_error(r->csv, r->n, r->d, "more than %u words", max);
        word[n++] = w;
    }
    return n;
}

static const scope_t *add_scope(const row_t *r, const char *label, const char *workloads)
{
    scope_t *s = &r->c->scope[r->c->n_scopes]; /* there is room */
    int n = split_words(r, workloads, s->workload, SCOPE_MAX);
    if (n == 0)
        csv_error(r->csv, r->n, r->d, "no workload");
    if (n <= 0)
        return NULL;
    s->label = label;
    s->n = (unsigned)n;
    r->c->n_scopes++;
    return s;
}

/* A scope by its name, or workloads as they are. */
static const scope_t *scope(const row_t *r, const char *text)
{
    const scope_t *s = catalog_scope(r->c, text);
    return s ? s : add_scope(r, text, text);
}

static int read_scope(const row_t *r)
{
    return add_scope(r, cell(r, 1), cell(r, 2)) ? 0 : -EINVAL;
}

/* ---- Papers and figures ---- */

static int read_paper(const row_t *r)
{
    char *end;
    double goal = strtod(cell(r, 1), &end);
    if (!*cell(r, 1) || *end || !(goal > 0))
        return csv_error(r->csv, r->n, r->d, "goal_mhz is \"%s\"; expected a clock in MHz",
                         cell(r, 1));
    r->c->paper[r->c->n_papers++] =
        (paper_t){.name = cell(r, 0), .title = cell(r, 2), .source = cell(r, 3), .goal_mhz = goal};
    return 0;
}

/* A number, a range LOW..HIGH, or nothing. */
static int read_value(const row_t *r, const char *text, figure_t *f)
{
    const char *dots = strstr(text, "..");
    char low[64];
    if (!*text) {
        f->bound = BOUND_NONE;
        return 0;
    }
    snprintf(low, sizeof low, "%.*s", dots ? (int)(dots - text) : (int)strlen(text), text);
    if (text_f64(low, &f->value) || (dots && text_f64(dots + 2, &f->most)))
        return csv_error(r->csv, r->n, r->d, "\"%s\" is no number and no range LOW..HIGH", text);
    if (dots && !(f->value < f->most))
        return csv_error(r->csv, r->n, r->d, "the range \"%s\" is empty", text);
    f->bound = dots ? BOUND_RANGE : BOUND_VALUE;
    return 0;
}

static int read_paper_figure(const row_t *r)
{
    figure_t f = {.id = cell(r, 0),
                  .paper = cell(r, 1),
                  .scope = cell(r, 2),
                  .metric = cell(r, 3),
                  .unit = cell(r, 5),
                  .baseline = cell(r, 6),
                  .place = cell(r, 7),
                  .reading = "",
                  .alternative = "",
                  .other_alternative = "",
                  .input = "",
                  .cause = "",
                  .note = ""};
    if (!catalog_paper(r->c, f.paper))
        return csv_error(r->csv, r->n, r->d, "no paper \"%s\" in data/papers.csv", f.paper);
    if (!*f.id || catalog_figure(r->c, f.id))
        return csv_error(r->csv, r->n, r->d, "\"%s\" is there twice or empty", f.id);
    int rc = read_value(r, cell(r, 4), &f);
    if (!rc)
        r->c->figure[r->c->n_figures++] = f;
    return rc;
}

static figure_t *need_figure(const row_t *r)
{
    for (unsigned i = 0; i < r->c->n_figures; i++)
        if (strcmp(r->c->figure[i].id, cell(r, 0)) == 0)
            return &r->c->figure[i];
    csv_error(r->csv, r->n, r->d, "no figure \"%s\" in data/paper-figures.csv", cell(r, 0));
    return NULL;
}

/* A further row of a figure: behind those it has, with the name after the slash. */
static figure_t *add_reading(const row_t *r)
{
    catalog_t *c = r->c;
    const char *id = cell(r, 0);
    size_t n = strcspn(id, "/");
    unsigned at = 0;
    while (at < c->n_figures &&
           (strncmp(c->figure[at].id, id, n) || c->figure[at].id[n] || !c->figure[at].has_rule))
        at++;
    if (at == c->n_figures) {
        csv_error(r->csv, r->n, r->d, "\"%s\": no row \"%.*s\" stands before", id, (int)n, id);
        return NULL;
    }
    figure_t f = c->figure[at];
    for (at++; at < c->n_figures && strncmp(c->figure[at].id, id, n + 1) == 0; at++)
        if (strcmp(c->figure[at].id, id) == 0)
            return &c->figure[at];
    memmove(&c->figure[at + 1], &c->figure[at], (c->n_figures - at) * sizeof f);
    c->n_figures++; /* there is room */
    c->figure[at] = f;
    c->figure[at].id = id;
    c->figure[at].has_rule = false;
    if (f.bound == BOUND_LEAST)
        c->figure[at].bound = BOUND_VALUE; /* its own rule says */
    return &c->figure[at];
}

static int read_rule(const row_t *r)
{
    figure_t *f = strchr(cell(r, 0), '/') ? add_reading(r) : need_figure(r);
    int mean = f ? find_mean(r, cell(r, 3)) : -EINVAL;
    int form = mean < 0 ? mean : find_form(r, cell(r, 4));
    if (form < 0)
        return form;
    if (f->has_rule)
        return csv_error(r->csv, r->n, r->d, "\"%s\" is there twice", f->id);
    if (*cell(r, 7) && strcmp(cell(r, 7), "least"))
        return csv_error(r->csv, r->n, r->d, "bound is \"%s\"; expected least or nothing",
                         cell(r, 7));
    if (*cell(r, 7) && (f->bound == BOUND_RANGE || f->bound == BOUND_NONE))
        return csv_error(r->csv, r->n, r->d, "the paper gives \"%s\" no single value to be a bound",
                         f->id);
    char view[128];
    formula_t *formula;
    snprintf(view, sizeof view, "figure %s", f->id);
    int rc = add_formula(r, view, cell(r, 1), cell(r, 5), &formula);
    if (rc)
        return rc;
    f->has_rule = true;
    f->bound = *cell(r, 7) ? BOUND_LEAST : f->bound;
    f->reading = cell(r, 8);
    f->input = cell(r, 6);
    f->rule = (rule_t){
        .sweep = cell(r, 1), .mean = (mean_t)mean, .form = (form_t)form, .formula = formula};
    if (!*f->rule.sweep)
        return 0;
    f->rule.scope = scope(r, cell(r, 2));
    if (f->rule.scope && (f->rule.mean == MEAN_ONE) != (f->rule.scope->n == 1))
        return csv_error(r->csv, r->n, r->d, "mean \"%s\" over %u workloads", cell(r, 3),
                         f->rule.scope->n);
    return f->rule.scope ? 0 : -EINVAL;
}

/* Of every figure over a sweep, or every mean over a scope. */
static int read_beside(const row_t *r)
{
    static const char *const kinds[] = {"sweep", "scope"};
    catalog_t *c = r->c;
    int kind = find_word(r, "kind", cell(r, 0), kinds, 2);
    const scope_t *of = kind == 1 ? catalog_scope(c, cell(r, 1)) : NULL;
    const beside_t b = {cell(r, 4), cell(r, 2), kind == 1 ? NULL : cell(r, 3),
                        kind == 1 ? catalog_scope(c, cell(r, 3)) : NULL};
    bool any = false;
    if (kind < 0)
        return kind;
    if (kind == 1 && (!of || !b.scope))
        return csv_error(r->csv, r->n, r->d, "no scope \"%s\" in data/scopes.csv",
                         cell(r, of ? 3 : 1));
    for (unsigned i = 0; i < c->n_figures; i++) {
        figure_t *f = &c->figure[i];
        if (!f->has_rule)
            continue;
        if (kind == 0 && strcmp(f->rule.sweep, cell(r, 1)) == 0) {
            f->other_sweep = b;
            any = true;
        }
        if (kind == 1 && f->rule.scope == of &&
            (f->rule.mean == MEAN_ARITHMETIC || f->rule.mean == MEAN_GEOMETRIC)) {
            f->other_scope = b;
            any = true;
        }
    }
    return any ? 0
               : csv_error(r->csv, r->n, r->d, "no figure is %s \"%s\"",
                           kind ? "a mean over" : "of sweep", cell(r, 1));
}

static int find_kind(const row_t *r, const char *text)
{
    static const char *const words[] = {"", "machine", "input", "program", "definition", "row"};
    for (int i = CAUSE_NONE; i <= CAUSE_ROW; i++)
        if (strcmp(text, words[i]) == 0)
            return i;
    return csv_error(r->csv, r->n, r->d,
                     "kind is \"%s\"; expected machine, input, program, definition or row", text);
}

static int read_cause(const row_t *r)
{
    figure_t *f = need_figure(r);
    int kind = f ? find_kind(r, cell(r, 1)) : -EINVAL;
    if (kind < 0)
        return kind;
    if (!f->has_rule)
        return csv_error(r->csv, r->n, r->d, "\"%s\" is not in data/figures.csv", f->id);
    if (!*cell(r, 2) != !kind)
        return csv_error(r->csv, r->n, r->d, "a cause has a kind, a note has none");
    if (f->bound == BOUND_NONE)
        return csv_error(r->csv, r->n, r->d, "\"%s\" has no number, hence no difference", f->id);
    if (!*cell(r, 2) != !*cell(r, 3))
        return csv_error(r->csv, r->n, r->d,
                         "a cause needs the formula of a run that shows it, and the other way "
                         "round; what is only suspected belongs in the note");
    f->kind = (cause_kind_t)kind;
    f->cause = cell(r, 2);
    f->note = cell(r, 4);
    char view[128];
    snprintf(view, sizeof view, "cause %s", f->id);
    return *f->cause ? add_formula(r, view, f->rule.sweep, cell(r, 3), &f->without_cause) : 0;
}

/* ---- Plots ---- */

/* "label=text; label=text" */
static int read_parts(const row_t *r, const char *text, plot_part_t *part, unsigned *n,
                      bool formula)
{
    char *rest = NULL, *list = copy(r, text);
    if (!list)
        return out_of_memory(r);
    *n = 0;
    for (char *p = strtok_r(list, ";", &rest); p; p = strtok_r(NULL, ";", &rest)) {
        char *equals = strchr(p, '=');
        if (!equals || *n == PLOT_PARTS)
            return csv_error(r->csv, r->n, r->d, "\"%s\": expected label=%s, at most %d", p,
                             formula ? "formula" : "series", PLOT_PARTS);
        *equals = 0;
        /* SERIES=label of a list of series, label=formula of formulas. */
        p += strspn(p, " ");
        for (unsigned i = 0; i < *n; i++)
            if (formula && strcmp(part[i].label, p) == 0)
                return csv_error(r->csv, r->n, r->d, "the label \"%s\" is there twice", p);
        plot_part_t *x = &part[(*n)++];
        *x = formula ? (plot_part_t){.label = p} : (plot_part_t){.label = equals + 1, .series = p};
        char view[256];
        snprintf(view, sizeof view, "plot %s, %s", cell(r, 0), p);
        int rc = formula ? add_formula(r, view, cell(r, 2), equals + 1, &x->formula) : 0;
        if (rc)
            return rc;
    }
    return 0;
}

static int read_scopes(const row_t *r, plot_t *p, const char *text)
{
    const char *name[PLOT_PARTS];
    int n = split_words(r, text, name, PLOT_PARTS);
    for (int i = 0; i < n; i++) {
        p->scope[i] = catalog_scope(r->c, name[i]);
        if (!p->scope[i])
            return csv_error(r->csv, r->n, r->d, "no scope \"%s\" in data/scopes.csv", name[i]);
    }
    p->n_scopes = n < 0 ? 0 : (unsigned)n;
    return n > 0 ? 0 : csv_error(r->csv, r->n, r->d, "no scope");
}

static int read_marks(const row_t *r, plot_t *p, const char *text)
{
    int n = split_words(r, text, p->mark, SCOPE_MAX);
    for (int i = 0; i < n; i++) {
        const figure_t *f = catalog_figure(r->c, p->mark[i]);
        if (!f || !f->has_rule)
            return csv_error(r->csv, r->n, r->d, "no figure \"%s\" in data/figures.csv",
                             p->mark[i]);
        if (f->bound == BOUND_RANGE || f->bound == BOUND_NONE)
            return csv_error(r->csv, r->n, r->d, "\"%s\" is no single value to be drawn", f->id);
    }
    p->n_marks = n < 0 ? 0 : (unsigned)n;
    return n < 0 ? n : 0;
}

static int read_plot(const row_t *r)
{
    static const char *const kinds[] = {"bars", "stack", "means"};
    int kind = find_word(r, "kind", cell(r, 4), kinds, 3);
    int mean = kind < 0 ? kind : find_mean(r, cell(r, 6));
    int form = mean < 0 ? mean : find_form(r, cell(r, 7));
    if (form < 0)
        return form;
    plot_t *p = &r->c->plot[r->c->n_plots++];
    *p = (plot_t){.id = cell(r, 0),
                  .paper = cell(r, 1),
                  .sweep = cell(r, 2),
                  .title = cell(r, 3),
                  .note = cell(r, 11),
                  .kind = (plot_kind_t)kind,
                  .mean = (mean_t)mean,
                  .form = (form_t)form};
    for (const plot_t *x = r->c->plot; x < p; x++)
        if (strcmp(x->id, p->id) == 0)
            return csv_error(r->csv, r->n, r->d, "\"%s\" is there twice", p->id);
    int rc = catalog_paper(r->c, p->paper)
                 ? 0
                 : csv_error(r->csv, r->n, r->d, "no paper \"%s\"", p->paper);
    rc = rc ? rc : read_scopes(r, p, cell(r, 5));
    rc = rc ? rc : read_parts(r, cell(r, 8), p->series, &p->n_series, false);
    rc = rc ? rc : read_parts(r, cell(r, 9), p->part, &p->n_parts, true);
    rc = rc ? rc : read_marks(r, p, cell(r, 10));
    if (!rc && (!p->n_parts || (p->kind == PLOT_STACK) != (p->n_series > 0)))
        rc = csv_error(r->csv, r->n, r->d, "expected parts, and series for a stack alone");
    if (!rc && p->kind == PLOT_MEANS && p->mean == MEAN_ONE)
        rc = csv_error(r->csv, r->n, r->d, "means of what? mean is \"one\"");
    return rc;
}

/* ---- Alternative configurations ---- */

/* A sweep's name with "-alt" behind; "" for none, NULL without memory. */
static const char *alternative_of(const row_t *r, const char *sweep)
{
    char name[128];
    if (!sweep || !*sweep)
        return "";
    snprintf(name, sizeof name, "%s-alt", sweep);
    return copy(r, name);
}

static int read_alternative(const row_t *r)
{
    catalog_t *c = r->c;
    paper_t *p = NULL;
    for (unsigned i = 0; i < c->n_papers; i++)
        if (strcmp(c->paper[i].name, cell(r, 0)) == 0)
            p = &c->paper[i];
    if (!p)
        return csv_error(r->csv, r->n, r->d, "no paper \"%s\" in data/papers.csv", cell(r, 0));
    if (!strchr(cell(r, 1), '='))
        return csv_error(r->csv, r->n, r->d, "\"%s\"; expected KEY=VALUE", cell(r, 1));
    if (!*cell(r, 2))
        return csv_error(r->csv, r->n, r->d, "a choice needs its source");
    if (p->n_choices == CHOICES)
        return csv_error(r->csv, r->n, r->d, "more than %d choices for %s", CHOICES, p->name);
    p->choice[p->n_choices++] = (choice_t){cell(r, 1), cell(r, 2)};
    if (p->n_choices > 1)
        return 0;
    for (unsigned i = 0; i < c->n_figures; i++) {
        figure_t *f = &c->figure[i];
        if (!f->has_rule || strcmp(f->paper, p->name))
            continue;
        f->alternative = alternative_of(r, f->rule.sweep);
        f->other_alternative = alternative_of(r, f->other_sweep.label ? f->other_sweep.sweep : "");
        if (!f->alternative || !f->other_alternative)
            return out_of_memory(r);
    }
    return 0;
}

/* ---- All of it ---- */

static int allocate(catalog_t *c)
{
    const csv_t *f = c->file;
    size_t scopes = (size_t)f[CATALOG_SCOPES].n_rows + f[CATALOG_FIGURES].n_rows + 1;
    c->paper = calloc(f[CATALOG_PAPERS].n_rows + 1, sizeof *c->paper);
    size_t figures = (size_t)f[CATALOG_PAPER_FIGURES].n_rows + f[CATALOG_FIGURES].n_rows + 1;
    c->figure = calloc(figures, sizeof *c->figure);
    c->plot = calloc(f[CATALOG_PLOTS].n_rows + 1, sizeof *c->plot);
    c->scope = calloc(scopes, sizeof *c->scope);
    return c->paper && c->figure && c->plot && c->scope ? 0 : -ENOMEM;
}

int catalog_read(catalog_t *c, const catalog_text_t texts[CATALOG_FILES], diag_t *d)
{
    static const char *const papers[] = {"paper", "goal_mhz", "title", "source"};
    static const char *const scopes[] = {"scope", "label", "workloads"};
    static const char *const ours[] = {"figure",     "sweep", "scope", "mean",   "form",
                                       "expression", "input", "bound", "reading"};
    static const char *const beside[] = {"kind", "of", "of_label", "other", "label"};
    static const char *const causes[] = {"figure", "kind", "cause", "expression", "note"};
    static const char *const theirs[] = {"id",    "paper", "scope",    "metric",
                                         "value", "unit",  "baseline", "place"};
    static const char *const plots[] = {"plot", "paper", "sweep",  "title", "kind",  "scopes",
                                        "mean", "form",  "series", "parts", "marks", "note"};
    static const char *const alternatives[] = {"paper", "override", "source"};
    *c = (catalog_t){0};
    int rc = 0;
    for (unsigned i = 0; !rc && i < CATALOG_FILES; i++)
        rc = csv_read(texts[i].name, texts[i].text, (size_t)(texts[i].end - texts[i].text),
                      &c->file[i], d);
    if (!rc && allocate(c))
        return diag_at(d, texts[0].name, 0, 0, "out of memory"), -ENOMEM;
    rc = rc ? rc : rows_read(&c->file[CATALOG_ROWS], &c->file[CATALOG_STATISTICS], &c->rows, d);
    rc = rc ? rc : formulas_open(&c->rows, &c->formulas, d);
    rc = rc ? rc : read_rows(c, CATALOG_PAPERS, papers, 4, read_paper, d);
    rc = rc ? rc : read_rows(c, CATALOG_SCOPES, scopes, 3, read_scope, d);
    rc = rc ? rc : read_rows(c, CATALOG_PAPER_FIGURES, theirs, 8, read_paper_figure, d);
    rc = rc ? rc : read_rows(c, CATALOG_FIGURES, ours, 9, read_rule, d);
    rc = rc ? rc : read_rows(c, CATALOG_BESIDE, beside, 5, read_beside, d);
    rc = rc ? rc : read_rows(c, CATALOG_CAUSES, causes, 5, read_cause, d);
    rc = rc ? rc : read_rows(c, CATALOG_PLOTS, plots, 12, read_plot, d);
    return rc ? rc : read_rows(c, CATALOG_ALTERNATIVES, alternatives, 3, read_alternative, d);
}

void catalog_free(catalog_t *c)
{
    formulas_free(c->formulas);
    rows_free(&c->rows);
    for (unsigned i = 0; i < CATALOG_FILES; i++)
        csv_free(&c->file[i]);
    for (unsigned i = 0; i < c->n_kept; i++)
        free(c->kept[i]);
    free(c->kept);
    free(c->paper);
    free(c->figure);
    free(c->plot);
    free(c->scope);
    *c = (catalog_t){0};
}

const paper_t *catalog_paper(const catalog_t *c, const char *name)
{
    for (unsigned i = 0; i < c->n_papers; i++)
        if (strcmp(c->paper[i].name, name) == 0)
            return &c->paper[i];
    return NULL;
}

const figure_t *catalog_figure(const catalog_t *c, const char *id)
{
    for (unsigned i = 0; i < c->n_figures; i++)
        if (strcmp(c->figure[i].id, id) == 0)
            return &c->figure[i];
    return NULL;
}

const scope_t *catalog_scope(const catalog_t *c, const char *name)
{
    const csv_t *csv = &c->file[CATALOG_SCOPES];
    for (unsigned i = 0; i < csv->n_rows; i++)
        if (strcmp(csv_cell(csv, i, 0), name) == 0)
            return &c->scope[i];
    return NULL;
}
