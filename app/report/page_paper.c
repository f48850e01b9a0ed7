/* A paper's section: its plots, its figures beside ours, its runs with their commands. */
#include <stdlib.h>
#include <string.h>

#include "report/page.h"
#include "report/plot.h"
#include "report/words.h"

enum { TEXT = 1024 };

static void formula(const figure_t *f, out_t *o)
{
    const rule_t *rule = &f->rule;
    out_f(o, "<p>");
    out_code(o, rule->formula->text);
    if (rule->mean != MEAN_ONE)
        out_f(o, ", %s over ", words_mean(rule->mean));
    else if (rule->scope)
        out_f(o, " of ");
    if (rule->scope)
        out_text(o, rule->scope->label);
    out_f(o, "%s</p>\n", words_form(rule->form));
}

static void commands(const value_t *v, out_t *o)
{
    if (!v->n_runs && !v->n_commands)
        return;
    out_f(o, "<pre tabindex=\"0\">");
    for (unsigned i = 0; i < v->n_commands; i++) {
        out_text(o, v->command[i]);
        out_f(o, "\n");
    }
    for (unsigned i = 0; i < v->n_runs; i++) {
        page_command(o, v->run[i]);
        out_f(o, "\n");
    }
    out_f(o, "</pre>\n");
}

static void how(const comparison_t *c, out_t *o)
{
    const figure_t *f = c->figure;
    if (!f->has_rule)
        return;
    out_f(o, "<details class=\"how\"><summary>how</summary>\n");
    formula(f, o);
    if (c->ours.state != VALUE_THERE && *c->ours.missing) {
        out_f(o, "<p>There is %s.</p>\n", c->ours.missing);
    }
    if (c->instead) {
        out_f(o, "<p>Of sweep %s.</p>\n", c->instead->sweep);
    }
    if (c->ours.state == VALUE_THERE && c->ours.have < c->ours.want)
        out_f(o, "<p>%u of %u workloads have a value.</p>\n", c->ours.have, c->ours.want);
    commands(&c->ours, o);
    if (c->caused) {
        out_f(o, "<p>Without the cause: ");
        out_code(o, f->without_cause->text);
        out_f(o, "</p>\n");
        commands(&c->without, o);
    }
    out_f(o, "</details>");
}

/* The choices of an alternative configuration, with their sources, and the score of all rows under
 * it. */
static void alternative(const results_t *r, const catalog_t *c, const paper_t *p, out_t *o)
{
    tally_t t;
    page_tally_alternative(r, c, p->name, &t);
    out_f(o, "<p>One alternative configuration, of documented choices, for all rows:</p>\n<ul "
             "class=\"choices\">\n");
    for (unsigned i = 0; i < p->n_choices; i++) {
        out_f(o, "<li>");
        out_code(o, p->choice[i].override);
        out_f(o, ": %s.</li>\n", p->choice[i].source);
    }
    out_f(
        o,
        "</ul>\n<p>Under it %u of %u rows are within half, %u in range, %u differ, %u have another "
        "sign; %u are input, %u have no number in the paper, %u are not measured.",
        t.close, t.figures, t.in_range, t.differs, t.other_sign, t.input, t.unnumbered, t.not_run);
    page_alternative_elsewhere(r, c, p->name, o);
    out_f(o, "</p>\n");
}

static void figure_row(const comparison_t *c, bool with_alternative, out_t *o)
{
    const figure_t *f = c->figure;
    char text[TEXT];
    static const char *const marks[] = {[GRADE_CLOSE] = "close",
                                        [GRADE_DIFFERS] = "differs",
                                        [GRADE_OTHER_SIGN] = "other",
                                        [GRADE_NONE] = "unnumbered"};
    out_f(o, "<tr id=\"f-%s\" class=\"is-%s\"><th scope=\"row\"><span class=\"what\">", f->id,
          c->ours.state == VALUE_THERE ? marks[c->grade] : "none");
    words_subject(text, sizeof text, f);
    out_text(o, text);
    out_f(o, "</span> <span class=\"id\">%s</span>", f->id);
    if (*f->place)
        out_f(o, "<span class=\"place\">%s</span>", f->place);
    out_f(o, "</th>");
    words_paper(text, sizeof text, f);
    out_f(o, "<td class=\"n%s\" data-label=\"paper\">",
          f->bound == BOUND_RANGE || f->bound == BOUND_NONE ? " wide" : "");
    out_words(o, text);
    out_f(o, "</td><td class=\"n\" data-label=\"ours\">");
    if (c->ours.state == VALUE_THERE) {
        words_ours(text, sizeof text, f, c->ours.v);
        out_f(o, "<data value=\"%.12g\">", c->ours.v);
        out_words(o, text);
        out_f(o, "</data>");
        words_beside(text, sizeof text, c);
        out_f(o, *text ? "<span class=\"beside\">" : "");
        out_text(o, text);
        out_f(o, *text ? "</span>" : "");
    } else {
        out_f(o, "<span class=\"grade\">%s</span>", words_grade(c));
    }
    out_f(o, "</td><td class=\"n\" data-label=\"difference\">");
    if (c->ours.state == VALUE_THERE) {
        words_difference(text, sizeof text, c);
        out_words(o, text);
        out_f(o, " <span class=\"grade\">%s</span>", words_grade(c));
    }
    if (with_alternative) {
        words_alternative(text, sizeof text, c);
        out_f(o, "</td><td class=\"n\" data-label=\"alternative\">");
        out_text(o, text);
    }
    out_f(o, "</td><td class=\"why\">");
    words_cause(text, sizeof text, c);
    out_words(o, text);
    how(c, o);
    out_f(o, "</td></tr>\n");
}

static void figures(const results_t *r, const catalog_t *c, const paper_t *p, out_t *o)
{
    bool other = p->n_choices > 0;
    if (other)
        alternative(r, c, p, o);
    out_f(
        o,
        "<table class=\"figures cards\" id=\"figures-%s\"><caption>The paper's figures</caption>\n",
        p->name);
    out_f(o, "<thead><tr><th scope=\"col\">figure</th><th scope=\"col\">paper</th><th "
             "scope=\"col\">ours</th><th scope=\"col\">difference</th>");
    out_f(o, other ? "<th scope=\"col\">alternative</th>" : "");
    out_f(o, "<th scope=\"col\">cause</th></tr></thead>\n<tbody>\n");
    for (unsigned i = 0; i < c->n_figures; i++) {
        comparison_t x;
        if (strcmp(c->figure[i].paper, p->name))
            continue;
        figure_compare(r, &c->figure[i], &x);
        figure_row(&x, other, o);
    }
    out_f(o, "</tbody></table>\n");
}

static void plots(const results_t *r, const catalog_t *c, const paper_t *p, out_t *o)
{
    plot_data_t *data = malloc(sizeof *data);
    o->failed |= !data;
    out_f(o, "<div class=\"plots\">\n");
    for (unsigned i = 0; data && i < c->n_plots; i++) {
        const plot_t *plot = &c->plot[i];
        if (strcmp(plot->paper, p->name))
            continue;
        if (plot_compute(r, c, plot, data)) {
            o->failed = true;
            break;
        }
        if (!data->values)
            continue;
        out_f(o,
              "<figure class=\"plot\" id=\"figure-%s\"><figcaption><h3>%s</h3>\n<p>%s</p>"
              "</figcaption>\n",
              plot->id, plot->title, plot->note);
        plot_svg(data, o);
        plot_table(data, o);
        out_f(o, "</figure>\n");
    }
    out_f(o, "</div>\n");
    free(data);
}

/* What a row says in its first cell: a point's series, a single run's GPU and policies. */
static void run_label(const run_t *x, out_t *o)
{
    out_text(o, *x->sweep ? x->series : x->config);
    if (*x->sweep || !*x->policies)
        return;
    out_f(o, ", ");
    out_text(o, x->policies);
}

static void run_table(const results_t *r, const char *sweep, const char *label, out_t *o)
{
    double cycles, instructions;
    out_f(o,
          "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
          "aria-label=\"runs\"><table><thead><tr><th scope=\"col\">%s</th><th "
          "scope=\"col\">workload</th><th scope=\"col\">scale</th><th "
          "scope=\"col\">cycles</th><th scope=\"col\">IPC</th><th "
          "scope=\"col\">command</th></tr></thead>\n<tbody>\n",
          label);
    for (unsigned i = 0; i < r->n_runs; i++) {
        const run_t *x = &r->run[i];
        if (!x->there || strcmp(x->sweep, sweep))
            continue;
        out_f(o, "<tr><td class=\"word\">");
        run_label(x, o);
        out_f(o, "</td><th scope=\"row\">%s</th><td class=\"word\">%s</td>", x->workload, x->scale);
        if (results_stat(r, x, "cycles", &cycles) && cycles > 0 &&
            results_stat(r, x, "warp_instructions", &instructions))
            out_f(o, "<td>%.0f</td><td>%.3f</td>", cycles, instructions / cycles);
        else
            out_f(o, "<td>-</td><td>-</td>");
        out_f(o, "<td class=\"word\">");
        page_command_code(o, x);
        out_f(o, "</td></tr>\n");
    }
    out_f(o, "</tbody></table></div>");
}

void page_runs(const results_t *r, const sweep_info_t *s, out_t *o)
{
    out_f(o,
          "<details class=\"runs\"><summary>The %u runs of sweep %s and their commands</summary>\n",
          s->done, s->name);
    run_table(r, s->name, "series", o);
    out_f(o, "</details>\n");
}

void page_single_runs(const results_t *r, out_t *o)
{
    bool any = false;
    for (unsigned i = 0; i < r->n_runs; i++)
        any |= !*r->run[i].sweep;
    if (!any)
        return;
    out_f(o,
          "<section id=\"single\"><h2>Single runs</h2>\n<p>Of no sweep: stored by <code>lockwarp "
          "run --db</code>, or left of a sweep that has changed. Relative paths "
          "in a command that names no folder hold for the one in which it was called.</p>\n<div "
          "class=\"runs\">");
    run_table(r, "", "GPU and policies", o);
    out_f(o, "</div></section>\n");
}

void page_paper(const results_t *r, const catalog_t *c, const evidence_t *e, const paper_t *p,
                out_t *o)
{
    bool ran = page_has_runs(r, c, p->name);
    out_f(o, "<section id=\"%s\"><h2>%s</h2>\n<p class=\"source\"><cite>%s</cite>. %s.</p>\n",
          p->name, p->name, p->title, p->source);
    for (unsigned i = 0; i < r->n_sweeps; i++)
        if (page_uses_sweep(c, p->name, r->sweep[i].name))
            page_notice(r, &r->sweep[i], o);
    if (ran)
        plots(r, c, p, o);
    else
        out_f(o, "<p>None of its sweeps has run.</p>\n");
    if (!ran)
        out_f(o, "<details class=\"unrun\"><summary>its figures</summary>\n");
    figures(r, c, p, o);
    out_f(o, ran ? "" : "</details>\n");
    page_chosen(p->name, o);
    page_evidence(r, c, e, p->name, o);
    for (unsigned i = 0; i < r->n_sweeps; i++)
        if (page_uses_sweep(c, p->name, r->sweep[i].name))
            page_runs(r, &r->sweep[i], o);
    out_f(o, "</section>\n");
}
