#include "report/plot.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "report/figure.h"
#include "report/words.h"

/* The paper's figure for a row: over the same workload or scope. */
static const figure_t *mark_of(const catalog_t *c, const plot_t *p, const scope_t *scope,
                               const char *workload)
{
    for (unsigned i = 0; i < p->n_marks; i++) {
        const figure_t *f = catalog_figure(c, p->mark[i]);
        const scope_t *s = f->rule.scope;
        if (workload ? s && s->n == 1 && strcmp(s->workload[0], workload) == 0 : s == scope)
            return f;
    }
    return NULL;
}

static plot_row_t *add_row(plot_data_t *data, const scope_t *scope, const char *label, unsigned k)
{
    const plot_t *p = data->plot;
    if (data->n == PLOT_ROWS)
        return NULL;
    plot_row_t *row = &data->row[data->n++];
    *row = (plot_row_t){.label = label,
                        .series = p->n_series ? p->series[k].label : "",
                        .scope = scope,
                        .first = k == 0,
                        .last = k + 1 >= p->n_series};
    return row;
}

static int add_workload(plot_data_t *data, const results_t *r, const catalog_t *c,
                        const scope_t *scope, const char *workload)
{
    const plot_t *p = data->plot;
    for (unsigned k = 0; k == 0 || k < p->n_series; k++) {
        plot_row_t *row = add_row(data, scope, workload, k);
        if (!row)
            return -E2BIG;
        row->mark = k ? NULL : mark_of(c, p, NULL, workload);
        for (unsigned i = 0; i < p->n_parts; i++) {
            double x;
            const formula_at_t at = {p->sweep, workload, p->n_series ? p->series[k].series : NULL};
            row->there[i] = value_of(r, p->part[i].formula, &at, &x) == FORMULA_VALUE;
            row->v[i] = row->there[i] ? value_form(p->form, x) : 0;
            data->values += row->there[i];
            data->of_part[i] += row->there[i];
        }
    }
    return 0;
}

/* Below a scope's workloads the mean's name, by itself the scope's. */
static const char *mean_label(const plot_t *p, const scope_t *scope)
{
    return p->kind == PLOT_MEANS       ? scope->label
           : p->mean == MEAN_GEOMETRIC ? "geomean"
                                       : words_mean(p->mean);
}

static int add_mean(plot_data_t *data, const results_t *r, const catalog_t *c, const scope_t *scope)
{
    const plot_t *p = data->plot;
    for (unsigned k = 0; k == 0 || k < p->n_series; k++) {
        plot_row_t *row = add_row(data, scope, mean_label(p, scope), k);
        if (!row)
            return -E2BIG;
        row->mean = p->kind != PLOT_MEANS; /* nothing to stand out from */
        row->mark = k ? NULL : mark_of(c, p, scope, NULL);
        for (unsigned i = 0; i < p->n_parts; i++) {
            rule_t rule = {p->sweep, scope, p->mean, p->form, p->part[i].formula};
            value_t v;
            value_over(r, &rule, p->n_series ? p->series[k].series : NULL, &v);
            row->there[i] = v.state == VALUE_THERE;
            row->v[i] = row->there[i] ? v.v : 0;
            if (p->kind == PLOT_MEANS) {
                data->values += row->there[i];
                data->of_part[i] += row->there[i];
            }
        }
    }
    return 0;
}

int plot_compute(const results_t *r, const catalog_t *c, const plot_t *p, plot_data_t *data)
{
    int rc = 0;
    data->plot = p;
    data->n = data->values = 0;
    memset(data->of_part, 0, sizeof data->of_part);
    for (unsigned s = 0; !rc && s < p->n_scopes; s++) {
        const scope_t *scope = p->scope[s];
        for (unsigned w = 0; !rc && p->kind != PLOT_MEANS && w < scope->n; w++)
            rc = add_workload(data, r, c, scope, scope->workload[w]);
        if (!rc && p->mean != MEAN_ONE && (scope->n > 1 || p->kind == PLOT_MEANS))
            rc = add_mean(data, r, c, scope);
    }
    return rc;
}

static void head(const plot_t *p, out_t *o)
{
    out_f(o, "<thead><tr><th scope=\"col\">workload</th>");
    if (p->n_series)
        out_f(o, "<th scope=\"col\">bar</th>");
    for (unsigned i = 0; i < p->n_parts; i++) {
        out_f(o, "<th scope=\"col\">");
        out_text(o, p->part[i].label);
        out_f(o, "</th>");
    }
    out_f(o, p->n_marks ? "<th scope=\"col\">paper</th>" : "");
    out_f(o, "</tr></thead>\n<tbody>\n");
}

void plot_table(const plot_data_t *data, out_t *o)
{
    const plot_t *p = data->plot;
    char text[64];
    out_f(o, "<details class=\"data\"><summary>data</summary>\n<div class=\"scroll\" "
             "tabindex=\"0\" role=\"group\" aria-label=\"");
    out_text(o, p->title);
    out_f(o, "\"><table id=\"data-%s\">", p->id);
    head(p, o);
    for (unsigned n = 0; n < data->n; n++) {
        const plot_row_t *row = &data->row[n];
        out_f(o, row->mean ? "<tr class=\"mean\"><th scope=\"row\">" : "<tr><th scope=\"row\">");
        out_text(o, row->label);
        out_f(o, "</th>");
        if (p->n_series) {
            out_f(o, "<td class=\"word\">");
            out_text(o, row->series);
            out_f(o, "</td>");
        }
        for (unsigned i = 0; i < p->n_parts; i++) {
            words_value(text, sizeof text, p->form, row->v[i]);
            if (row->there[i]) {
                out_f(o, "<td><data value=\"%.12g\">", row->v[i]);
                out_words(o, text);
                out_f(o, "</data></td>");
            } else {
                out_f(o, "<td>no value</td>");
            }
        }
        if (p->n_marks && row->mark)
            words_paper(text, sizeof text, row->mark);
        if (p->n_marks) {
            out_f(o, "<td>");
            out_words(o, row->mark ? text : "");
            out_f(o, "</td>");
        }
        out_f(o, "</tr>\n");
    }
    out_f(o, "</tbody></table></div></details>\n");
}
