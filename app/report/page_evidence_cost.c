/* Area, timing and power of a family's units, and the paper's own figures of them, in HTML. */
#include "report/page_evidence.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/words.h"

/* The contract's formula at the paper's geometry: "ctr 128 x 4". */
static void state_formula(const unit_desc_t *u, out_t *o)
{
    void *cfg = calloc(1, u->cfg_bytes);
    const char *plus = "";
    if (!cfg) {
        o->failed = true;
        return;
    }
    unit_cfg_geometry(u, UNIT_PAPER, cfg);
    for (unsigned i = 0; i < u->n_fields; i++) {
        const unit_field_t *f = &u->fields[i];
        if (f->dir != UNIT_STATE || !f->count(cfg))
            continue;
        out_f(o, "%s%s %u \u00d7 %u", plus, f->name, f->count(cfg), f->width(cfg));
        plus = " + ";
    }
    if (!*plus)
        out_f(o, "no state");
    else
        out_f(o, " = %" PRIu64 " bits", unit_state_bits(u, cfg));
    free(cfg);
}

static void number_cell(out_t *o, const char *label, const char *class, const evidence_row_t *r,
                        const char *column)
{
    const char *text = evidence_cell(r, column);
    out_f(o, "<td class=\"n %s\" data-label=\"%s\">", class, label);
    if (*text)
        out_f(o, "<data value=\"%s\">%s</data>", text, text);
    else
        out_f(o, "-");
    out_f(o, "</td>");
}

/* The clock goal is of the typical corner at 45 nm and the paper's geometry. */
static void speed_cell(out_t *o, const evidence_row_t *r, double goal_mhz, bool stale)
{
    char text[64], grade[64] = "";
    double mhz = evidence_number(r, "fmax_mhz");
    bool has_goal = goal_mhz > 0 && !stale && !strcmp(evidence_cell(r, "library"), "nangate45") &&
                    !strcmp(evidence_cell(r, "geometry"), "paper");
    snprintf(text, sizeof text, "%.0f", mhz);
    if (has_goal)
        snprintf(grade, sizeof grade, "goal %.0f: %s", goal_mhz,
                 mhz >= goal_mhz ? "met" : "missed");
    page_evidence_cell(o, "MHz", has_goal ? mhz >= goal_mhz ? "is-close" : "is-other" : "", text,
                       grade);
}

static void synth_row(out_t *o, const unit_desc_t *u, const evidence_row_t *r, double goal_mhz,
                      bool first)
{
    bool stale = evidence_stale(r), passed = evidence_passed(r);
    const char *class = stale ? "is-stale" : "";
    char text[TEXT];
    out_f(o, "<tr class=\"%s\"><th scope=\"row\"><span class=\"what\">%s</span>", class, u->name);
    if (first) {
        out_f(o, "<span class=\"place\">");
        state_formula(u, o);
        out_f(o, "</span>");
    }
    out_f(o, "</th>");
    page_evidence_synth_words(text, sizeof text, r);
    if (strcmp(r->cell[1], "paper"))
        snprintf(text + strlen(text), sizeof text - strlen(text), ", %s", r->cell[1]);
    page_evidence_cell(o, "library",
                       stale    ? "is-differs"
                       : passed ? ""
                                : "is-other",
                       text,
                       stale    ? "stale: the RTL or the flow has changed"
                       : passed ? ""
                                : "a check failed");
    number_cell(o, "bits", class, r, "bits");
    number_cell(o, "cells", class, r, "cells");
    number_cell(o, "area, \u00b5m\u00b2", class, r, "area_um2");
    number_cell(o, "path, ns", class, r, "critical_ns");
    speed_cell(o, r, goal_mhz, stale);
    number_cell(o, "dynamic, mW", class, r, "dynamic_mw");
    number_cell(o, "leakage, mW", class, r, "leakage_mw");
    number_cell(o, "% of L1D", class, r, "l1d_percent");
    out_f(o, "</tr>\n");
}

void page_evidence_synth(const evidence_t *e, const char *family, double goal_mhz, out_t *o)
{
    out_f(o, "<table class=\"cards cost\" id=\"cost-%s\"><caption>Area, timing, power</caption>\n",
          family);
    out_f(o, "<thead><tr><th scope=\"col\">unit, its state</th><th scope=\"col\">library</th><th "
             "scope=\"col\">bits</th><th scope=\"col\">cells</th><th scope=\"col\">area, "
             "\u00b5m\u00b2</th><th scope=\"col\">path, ns</th><th scope=\"col\">MHz</th><th "
             "scope=\"col\">dynamic, mW</th><th scope=\"col\">leakage, mW</th><th "
             "scope=\"col\">%% of L1D</th></tr></thead>\n<tbody>\n");
    for (unsigned i = 0; i < unit_registry_count; i++) {
        const unit_desc_t *u = unit_registry[i];
        const evidence_row_t *r = NULL;
        if (!page_evidence_of_family(u, family))
            continue;
        bool first = true;
        while ((r = evidence_next(e, EVIDENCE_SYNTH, u->name, r))) {
            synth_row(o, u, r, goal_mhz, first);
            first = false;
        }
        if (!first)
            continue;
        out_f(o,
              "<tr class=\"is-none\"><th scope=\"row\"><span class=\"what\">%s</span><span "
              "class=\"place\">",
              u->name);
        state_formula(u, o);
        out_f(o, "</span></th><td class=\"n\" data-label=\"library\" colspan=\"9\"><span "
                 "class=\"grade\">not run</span></td></tr>\n");
    }
    out_f(o, "</tbody></table>\n<p class=\"hint\">Bits are flops and memory bits counted in the "
             "netlist; they equal the contract's formula, or the check fails. Before placement, "
             "dynamic power at the period aimed at with an assumed activity; L1D: 16 KB, 0.0945 "
             "mm\u00b2 at 45 nm.</p>\n");
}

/* Is a paper's figure one of area or storage? */
static bool is_cost(const figure_t *f)
{
    static const char *const units[] = {"bits", "B", "KB", "mm2", "um2"};
    for (unsigned i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(f->unit, units[i]) == 0)
            return true;
    return strstr(f->metric, "area") != NULL;
}

void page_evidence_paper_costs(const results_t *r, const catalog_t *c, const char *paper, out_t *o)
{
    char text[TEXT];
    bool first = true;
    for (unsigned i = 0; i < c->n_figures; i++) {
        const figure_t *f = &c->figure[i];
        comparison_t x;
        if (strcmp(f->paper, paper) || !is_cost(f))
            continue;
        figure_compare(r, f, &x);
        words_subject(text, sizeof text, f);
        out_f(o, first ? "<p class=\"costs\">The paper's own figures: " : "; ");
        out_f(o, "<a href=\"#f-%s\">%s</a> ", f->id, text);
        words_paper(text, sizeof text, f);
        out_words(o, text);
        out_f(o, ", ours ");
        if (x.ours.state == VALUE_THERE) {
            words_ours(text, sizeof text, f, x.ours.v);
            out_words(o, text);
        } else {
            out_text(o, words_grade(&x));
        }
        first = false;
    }
    out_f(o, first ? "" : ".</p>\n");
}
