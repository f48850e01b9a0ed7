/* What is said of a paper's sweep whose runs are not all those of the paper's sweep. */
#include "report/page.h"

#include <string.h>

static bool is_other(const run_t *x, const sweep_info_t *s)
{
    return x->there && x->instead_of && strcmp(x->sweep, s->name) == 0;
}

static void row(const run_t *x, out_t *o)
{
    out_f(o, "<tr><td class=\"word\">%s</td><th scope=\"row\">%s</th><td class=\"word\">",
          x->series, x->workload);
    page_command_code(o, x);
    out_f(o, "</td><td class=\"word\">%s", *x->instead_of ? "" : "nothing");
    out_code(o, x->instead_of);
    out_f(o, "</td></tr>\n");
}

static void others(const results_t *r, const sweep_info_t *s, out_t *o)
{
    out_f(
        o,
        "<p><b>Not the paper's sweep:</b> %u of the %u runs of sweep %s in %s are not what %s has. "
        "No figure and no plot is made of them.</p>\n<details class=\"runs\"><summary>which"
        "</summary>\n",
        s->others, s->done, s->name, s->from,
        s->asked ? s->asked : "a sweep that this program knows");
    out_f(o,
          "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"other runs\"><table>"
          "<thead><tr><th scope=\"col\">series</th><th scope=\"col\">workload</th><th "
          "scope=\"col\">the run that is there</th><th scope=\"col\">%s has</th></tr></thead>\n"
          "<tbody>\n",
          s->asked ? s->asked : "the program");
    for (unsigned i = 0; i < r->n_runs; i++)
        if (is_other(&r->run[i], s))
            row(&r->run[i], o);
    out_f(o, "</tbody></table></div></details>\n");
}

void page_notice(const results_t *r, const sweep_info_t *s, out_t *o)
{
    if (!s->others && !(s->quick && s->done))
        return;
    out_f(o, "<div class=\"notice\" role=\"note\">\n");
    if (s->others)
        others(r, s, o);
    if (s->quick && s->done > s->others) {
        out_f(o,
              "<p><b>Quick form:</b> the runs of sweep %s are those of <code>--quick</code>, with "
              "fewer or smaller inputs than the figures ask for.</p>\n",
              s->name);
    }
    out_f(o, "</div>\n");
}

void page_notice_markdown(const results_t *r, const sweep_info_t *s, out_t *o)
{
    if (!s->others)
        return;
    out_f(o,
          "\n**Not the paper's sweep**: of sweep %s these are not what %s has. No figure is made "
          "of them.\n\n| series | workload | the run that is there | instead of |\n"
          "| --- | --- | --- | --- |\n",
          s->name, s->asked ? s->asked : "a sweep that this program knows");
    for (unsigned i = 0; i < r->n_runs; i++) {
        const run_t *x = &r->run[i];
        if (!is_other(x, s))
            continue;
        out_f(o, "| %s | %s | ", x->series, x->workload);
        page_command_code(o, x);
        out_f(o, " | ");
        out_code(o, *x->instead_of ? x->instead_of : "nothing");
        out_f(o, " |\n");
    }
}
