/* The page around the papers: head, summary, sweeps. */
#include "report/page.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hash/sha256.h"
#include "report/plot.h"

static void summary_row(const paper_t *p, const tally_t *t, out_t *o)
{
    out_f(o, "<tr><th scope=\"row\"><a href=\"#%s\">%s</a></th>", p->name, p->name);
    out_f(o,
          "<td>%u</td><td>%u</td>"
          "<td>%u</td>"
          "<td>%u</td><td>%u</td>"
          "<td>%u</td><td>%u</td><td>%u</td><td>%u</td></tr>\n",
          t->figures, t->close, t->in_range, t->differs, t->other_sign, t->caused, t->alone,
          t->unnumbered, t->not_run);
}

static void summary(const results_t *r, const catalog_t *c, const char *only, out_t *o)
{
    out_f(o, "<section id=\"summary\"><h2>Summary</h2>\n<div class=\"scroll\" tabindex=\"0\" "
             "role=\"group\" aria-label=\"summary\"><table class=\"tally\"><thead><tr>"
             "<th scope=\"col\">paper</th><th scope=\"col\">rows</th><th "
             "scope=\"col\">within half</th><th scope=\"col\">in range</th><th "
             "scope=\"col\">differ</th><th scope=\"col\">other "
             "sign</th><th scope=\"col\">cause shown</th><th scope=\"col\">row alone</th><th "
             "scope=\"col\">no number</th><th scope=\"col\">not "
             "run</th></tr></thead>\n<tbody>\n");
    for (unsigned i = 0; i < c->n_papers; i++) {
        tally_t t;
        if (only && strcmp(only, c->paper[i].name))
            continue;
        page_tally(r, c, c->paper[i].name, &t);
        summary_row(&c->paper[i], &t, o);
    }
    out_f(
        o,
        "</tbody></table></div>\n<p class=\"hint\">A figure that can be read in several ways has a "
        "row "
        "for "
        "each. <b>Within half</b>: ours has the paper's sign and is off by at most half of its "
        "value; <b>differ</b>: by more. A ratio is graded on its gain over 1, a percentage on "
        "itself; a lower bound is met by what is above it. <b>In range</b>: the paper's text has "
        "words for a range of values, and ours is in it; what is outside differs or has another "
        "sign. <b>Cause "
        "shown</b>: of those that "
        "differ "
        "or have another sign, those for which a run on another machine, without the cause, comes "
        "nearer to the paper. <b>Row alone</b>: those for which a run with another input, another "
        "program, another definition or another machine for one program does. Of the others the "
        "cause is unknown. <b>Input</b>: what ours is computed with, no result. <b>No number</b>: "
        "the paper shows a picture, and its text prints no number; nothing is read off "
        "pictures. <b>Not run</b>: also what is stale (evidence of other sources than these) or "
        "has "
        "no value; the row says which.</p>\n<p "
        "class=\"hint\">Ours are measured. One parameter is chosen by a sweep over programs that "
        "are then scored: abyp's threshold, which is cross-validated under abyp. Under each figure "
        "stands how it is computed, with the commands that repeat it.</p>\n");
}

/* The command, and where that does not say it for which folder relative names hold in it and in its
 * runs' commands. */
static void sweep_command(const sweep_info_t *s, out_t *o)
{
    out_t command = {.form = OUT_PLAIN};
    const char *folder = page_sweep_folder(s);
    page_sweep_command(&command, s);
    o->failed |= command.failed;
    if (command.n)
        out_code(o, command.text);
    else
        out_f(o, "Its file is not recorded");
    if (folder)
        out_f(o, "; relative paths, also of its runs, hold for %s.", folder);
    out_free(&command);
}

static void sweeps(const results_t *r, out_t *o)
{
    out_f(o, r->n_sweeps ? "<ul class=\"sweeps\">\n" : "<p>No sweep has run.</p>\n");
    for (unsigned i = 0; i < r->n_sweeps; i++) {
        const sweep_info_t *s = &r->sweep[i];
        out_f(o, "<li>Sweep <b>%s</b>%s: %u of %u runs are there. ", s->name,
              s->quick ? ", its quick form" : "", s->done, s->points);
        sweep_command(s, o);
        out_f(o, "</li>\n");
    }
    out_f(o, r->n_sweeps ? "</ul>\n" : "");
    out_f(o, "</section>\n");
}

/* The page's style, and the rule that nothing else applies: nothing is loaded, from anywhere, no
 * script runs, and no style but this one. */
static void style(out_t *o)
{
    char hash[SHA256_BASE64];
    out_t text = {.form = OUT_PLAIN};
    out_f(&text, "\n%s%s", lw_report_plot_style, lw_report_style);
    o->failed |= text.failed;
    if (text.failed)
        return;
    sha256_base64(text.text, text.n, hash);
    out_f(o,
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
          "'sha256-%s'; img-src data:; base-uri 'none'; form-action 'none'\">\n<style>",
          hash);
    out_embedded(o, text.text, text.n);
    out_f(o, "</style>\n");
    out_free(&text);
}

static void head(const results_t *r, const catalog_t *c, const char *only, out_t *o)
{
    bool quick = page_is_quick(r);
    out_f(o, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta name=\"color-scheme\" content=\"light dark\">\n"
             "<meta name=\"referrer\" content=\"no-referrer\">\n");
    style(o);
    out_f(o, "<link rel=\"icon\" href=\"data:,\">\n<title>lockwarp: %s%s</title>\n",
          only ? only : "the papers' figures and ours", quick ? ", quick form" : "");
    out_f(o, "</head>\n<body>\n<header>\n<h1>The papers' figures and ours");
    out_f(o, quick ? ": quick form</h1>\n<p class=\"quick\"><b>Of quick sweeps: inputs are smaller "
                     "than those that the documents quote.</b></p>\n"
                   : "</h1>\n");
    out_f(o, "<p>Cache and scheduler structures of five papers, simulated by lockwarp on the "
             "papers' machines and workloads.</p>\n<nav aria-label=\"papers\">");
    for (unsigned i = 0; i < c->n_papers; i++)
        if (!only || strcmp(only, c->paper[i].name) == 0)
            out_f(o, "<a href=\"#%s\">%s</a> ", c->paper[i].name, c->paper[i].name);
    out_f(o, "</nav>\n</header>\n<main>\n");
}

/* Sweeps that no paper's figures are made of: a user's own. */
static void other_sweeps(const results_t *r, const catalog_t *c, out_t *o)
{
    for (unsigned i = 0; i < r->n_sweeps; i++) {
        const sweep_info_t *s = &r->sweep[i];
        if (page_uses_sweep(c, NULL, s->name))
            continue;
        out_f(o, "<section><h2>Sweep %s</h2>\n<p>%s</p>\n", s->name, s->doc);
        page_runs(r, s, o);
        out_f(o, "</section>\n");
    }
}

/* Structures that the papers' units are made of. */
static void shared_units(const results_t *r, const catalog_t *c, const evidence_t *e, out_t *o)
{
    if (!page_has_units("common"))
        return;
    out_f(o, "<section id=\"common\"><h2>common</h2>\n<p>Structures that the papers' units are "
             "made of.</p>\n");
    page_evidence(r, c, e, "common", o);
    out_f(o, "</section>\n");
}

int page_html(const results_t *r, const catalog_t *c, const evidence_t *e, const char *only,
              out_t *o)
{
    o->form = OUT_HTML;
    head(r, c, only, o);
    summary(r, c, only, o);
    sweeps(r, o);
    for (unsigned i = 0; i < c->n_papers; i++)
        if (!only || strcmp(only, c->paper[i].name) == 0)
            page_paper(r, c, e, &c->paper[i], o);
    if (!only) {
        shared_units(r, c, e, o);
        other_sweeps(r, c, o);
        page_single_runs(r, o);
    }
    out_f(o, "</main>\n</body>\n</html>\n");
    return o->failed ? -ENOMEM : 0;
}
