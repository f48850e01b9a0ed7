/* docs/reproduction.md: a row a figure, how each is computed, and the runs. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "report/page.h"
#include "report/words.h"

enum { TEXT = 1024 };

static void summary(const results_t *r, const catalog_t *c, const char *only, out_t *o)
{
    out_f(o, "| paper | rows | within half | in range | differ | other sign | cause shown | row "
             "alone | input | no number | not run |\n"
             "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
    for (unsigned i = 0; i < c->n_papers; i++) {
        tally_t t;
        const char *name = c->paper[i].name;
        if (only && strcmp(only, name))
            continue;
        page_tally(r, c, name, &t);
        out_f(o, "| [%s](#%s) | %u | %u | %u | %u | %u | %u | %u | %u | %u | %u |\n", name, name,
              t.figures, t.close, t.in_range, t.differs, t.other_sign, t.caused, t.alone, t.input,
              t.unnumbered, t.not_run);
    }
    out_f(
        o,
        "\nA figure that can be read in several ways has a row for each.\n\n"
        "- Within half: ours has the paper's sign and is off by at most half of its value; differ: "
        "by more. A ratio is\n  graded on its gain over 1, a percentage on itself; a lower bound "
        "is "
        "met by what is above it.\n"
        "- In range: the paper's text has words for a range of values, and ours is in it. What is "
        "outside differs\n  or has another sign.\n"
        "- Cause shown: of those that differ or have another sign, those for which a run on "
        "another machine, without the\n  cause, comes nearer to the paper. Row alone: those for "
        "which a run with another input, another program, another\n  definition or another machine "
        "for one program does. Of the others the cause is unknown.\n"
        "- Input: what ours is computed with, no result.\n"
        "- No number: the paper shows a picture, and its text prints no number; nothing is read "
        "off "
        "pictures.\n"
        "- Not run: also what is stale (evidence of other sources than these) or has no value; the "
        "row says which.\n\n"
        "Ours are measured. One parameter is chosen by a sweep over programs that are then scored: "
        "abyp's threshold,\nwhich is cross-validated under abyp.\n");
}

/* The choices of an alternative configuration, with their sources, and the score of all rows under
 * it. */
static void alternative(const results_t *r, const catalog_t *c, const paper_t *p, out_t *o)
{
    tally_t t;
    page_tally_alternative(r, c, p->name, &t);
    out_f(o, "One alternative configuration, of documented choices, for all rows:\n\n");
    for (unsigned i = 0; i < p->n_choices; i++) {
        out_f(o, "- ");
        out_code(o, p->choice[i].override);
        out_f(o, ": %s.\n", p->choice[i].source);
    }
    out_f(o,
          "\nUnder it %u of %u rows are within half, %u in range, %u differ, %u have another sign; "
          "%u "
          "are input, %u have no number in the paper, %u are not measured.",
          t.close, t.figures, t.in_range, t.differs, t.other_sign, t.input, t.unnumbered,
          t.not_run);
    page_alternative_elsewhere(r, c, p->name, o);
    out_f(o, "\n\n");
}

static void figure_row(const comparison_t *x, bool with_alternative, out_t *o)
{
    const figure_t *f = x->figure;
    char text[TEXT];
    out_f(o, "| ");
    out_code(o, f->id);
    out_f(o, " | ");
    words_subject(text, sizeof text, f);
    out_text(o, text);
    words_paper(text, sizeof text, f);
    out_f(o, " | %s | ", text);
    if (x->ours.state == VALUE_THERE) {
        words_ours(text, sizeof text, f, x->ours.v);
        out_text(o, text);
        words_beside(text, sizeof text, x);
        out_f(o, "%s | ", text);
        words_difference(text, sizeof text, x);
        out_f(o, "%s%s%s | ", text, *text ? ", " : "", words_grade(x));
        words_alternative(text, sizeof text, x);
        if (with_alternative)
            out_f(o, "%s | ", text);
        words_cause(text, sizeof text, x);
        out_text(o, text);
    } else {
        words_alternative(text, sizeof text, x);
        out_f(o, "%s | |", words_grade(x));
        if (with_alternative)
            out_f(o, "%s |", text);
    }
    out_f(o, " |\n");
}

static void how_row(const comparison_t *x, out_t *o)
{
    const figure_t *f = x->figure;
    const rule_t *rule = &f->rule;
    out_f(o, "| ");
    out_code(o, f->id);
    out_f(o, " | %s", rule->scope ? rule->scope->label : "no run");
    for (unsigned i = 0; i < x->ours.n_commands; i++) {
        out_f(o, ", ");
        out_code(o, x->ours.command[i]);
    }
    out_f(o, " | ");
    out_code(o, rule->formula->text);
    out_f(o, "%s%s%s", rule->mean == MEAN_ONE ? "" : ", ", words_mean(rule->mean),
          words_form(rule->form));
    if (x->ours.state != VALUE_THERE && *x->ours.missing) {
        out_f(o, "; there is %s", x->ours.missing);
    } else if (x->ours.state == VALUE_THERE && x->ours.have < x->ours.want) {
        out_f(o, "; %u of %u workloads have a value", x->ours.have, x->ours.want);
    }
    out_f(o, f->without_cause ? " | " : " |");
    out_code(o, f->without_cause ? f->without_cause->text : "");
    out_f(o, " |\n");
}

static void how(const results_t *r, const catalog_t *c, const paper_t *p, out_t *o)
{
    bool any = false;
    for (unsigned i = 0; i < c->n_figures; i++) {
        const figure_t *f = &c->figure[i];
        comparison_t x;
        if (!f->has_rule || strcmp(f->paper, p->name))
            continue;
        if (!any)
            out_f(o,
                  "\n### How %s's are computed\n\n| figure | over | formula | without the cause "
                  "|\n| --- | --- | --- | --- |\n",
                  p->name);
        any = true;
        figure_compare(r, f, &x);
        how_row(&x, o);
    }
}

static void runs(const results_t *r, const sweep_info_t *s, out_t *o)
{
    out_t command = {.form = OUT_PLAIN};
    out_f(o, "\n### Runs of sweep %s%s\n\n", s->name, s->quick ? ", quick form" : "");
    page_sweep_command(&command, s);
    o->failed |= command.failed;
    out_code(o, command.n ? command.text : "");
    out_f(o, command.n ? " makes all; " : "Its file is not recorded; ");
    out_f(o, "%u of %u are there. ", s->done, s->points);
    out_free(&command);
    if (page_sweep_folder(s))
        out_f(o, "Relative paths hold for %s. ", page_sweep_folder(s));
    out_f(o, "One by one:\n");
    page_notice_markdown(r, s, o);
    out_f(o, "\n| series | workload | cycles | command |\n| --- | --- | ---: | --- |\n");
    for (unsigned i = 0; i < r->n_runs; i++) {
        const run_t *x = &r->run[i];
        double cycles = 0;
        if (!x->there || strcmp(x->sweep, s->name))
            continue;
        results_stat(r, x, "cycles", &cycles);
        out_f(o, "| %s | %s | %.0f | ", x->series, x->workload, cycles);
        page_command_code(o, x);
        out_f(o, " |\n");
    }
}

static void paper(const results_t *r, const catalog_t *c, const evidence_t *e, const paper_t *p,
                  out_t *o)
{
    out_f(o, "\n## %s\n\n%s. %s.\n\n", p->name, p->title, p->source);
    bool other = p->n_choices > 0;
    if (other)
        alternative(r, c, p, o);
    if (other)
        out_f(o, "| figure | what | paper | ours | difference | alternative | cause |\n"
                 "| --- | --- | ---: | ---: | --- | --- | --- |\n");
    else
        out_f(o, "| figure | what | paper | ours | difference | cause |\n"
                 "| --- | --- | ---: | ---: | --- | --- |\n");
    for (unsigned i = 0; i < c->n_figures; i++) {
        comparison_t x;
        if (strcmp(c->figure[i].paper, p->name))
            continue;
        figure_compare(r, &c->figure[i], &x);
        figure_row(&x, other, o);
    }
    page_chosen_markdown(p->name, o);
    how(r, c, p, o);
    page_evidence_markdown(e, p->name, o);
    for (unsigned i = 0; i < r->n_sweeps; i++)
        if (page_uses_sweep(c, p->name, r->sweep[i].name))
            runs(r, &r->sweep[i], o);
}

/* Sweeps that no paper's figures are made of: a user's own. */
static void other_sweeps(const results_t *r, const catalog_t *c, out_t *o)
{
    for (unsigned i = 0; i < r->n_sweeps; i++) {
        const sweep_info_t *s = &r->sweep[i];
        if (page_uses_sweep(c, NULL, s->name))
            continue;
        out_f(o, "\n## Sweep %s\n%s%s%s", s->name, *s->doc ? "\n" : "", s->doc,
              *s->doc ? "\n" : "");
        runs(r, s, o);
    }
}

int page_markdown(const results_t *r, const catalog_t *c, const evidence_t *e, const char *only,
                  out_t *o)
{
    o->form = OUT_MARKDOWN;
    if (page_is_quick(r))
        out_f(
            o,
            "# The papers' figures and ours: quick form\n\nMade by `lockwarp report --markdown` of "
            "quick sweeps: inputs are smaller than those\nthat the documents quote.\n\n");
    else
        out_f(
            o,
            "# The papers' figures and ours\n\nMade by `lockwarp report docs/results/sweeps/*.csv "
            "--markdown -o docs/reproduction.md`; do not edit.\n[The guide](guide/report.md) says "
            "how to "
            "make the results again.\n\n");
    summary(r, c, only, o);
    for (unsigned i = 0; i < c->n_papers; i++)
        if (!only || strcmp(only, c->paper[i].name) == 0)
            paper(r, c, e, &c->paper[i], o);
    if (!only && page_has_units("common")) {
        out_f(o, "\n## common\n\nStructures that the papers' units are made of.\n");
        page_evidence_markdown(e, "common", o);
    }
    if (!only)
        other_sweeps(r, c, o);
    return o->failed ? -ENOMEM : 0;
}
