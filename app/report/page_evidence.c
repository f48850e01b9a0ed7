/* What was measured of a paper's structures beside runs: area and timing, and how C and RTL were
 * compared. Only recorded evidence is shown; what is missing or of other sources is said. */
#include "report/page_evidence.h"

#include <string.h>

bool page_has_units(const char *family)
{
    for (unsigned i = 0; i < unit_registry_count; i++)
        if (page_evidence_of_family(unit_registry[i], family))
            return true;
    return false;
}

/* Every cell between keys and result that is no hash: "cells 7766, area_um2 8434.1". */
static void counts(const evidence_row_t *r, out_t *o)
{
    const evidence_form_t *f = &evidence_forms[r->kind];
    const char *before = "";
    for (unsigned i = 1; i < f->n_columns; i++) {
        static const char *const not [] = {"rtl", "model", "flow", "result", "command", "geometry"};
        bool left_out = !*r->cell[i];
        for (unsigned k = 0; k < sizeof not / sizeof not [0]; k++)
            left_out |= strcmp(f->column[i], not [k]) == 0;
        if (left_out)
            continue;
        out_f(o, "%s%s %s", before, f->column[i], r->cell[i]);
        before = ", ";
    }
}

static void commands(const evidence_t *e, const char *family, out_t *o)
{
    out_f(o, "<details class=\"log\"><summary>all of it, with the commands</summary>\n<pre "
             "tabindex=\"0\">");
    for (unsigned i = 0; i < unit_registry_count; i++)
        for (unsigned k = 0; k < EVIDENCE_KINDS; k++) {
            const evidence_row_t *r = NULL;
            const char *unit = unit_registry[i]->name;
            while (page_evidence_of_family(unit_registry[i], family) &&
                   (r = evidence_next(e, (evidence_kind_t)k, unit, r))) {
                out_f(o, "# %s, %s, %s%s%s: ", evidence_forms[k].name, unit, r->cell[1],
                      evidence_stale(r) ? ", STALE" : "", evidence_passed(r) ? "" : ", FAILED");
                counts(r, o);
                out_f(o, "\n");
                out_text(o, evidence_cell(r, "command"));
                out_f(o, "\n");
            }
        }
    out_f(o, "</pre></details>\n");
}

static void how_many(const evidence_t *e, const char *family, out_t *o)
{
    unsigned n = 0, stale = 0, unknown = 0, failed = 0;
    for (unsigned i = 0; i < unit_registry_count; i++)
        for (unsigned k = 0;
             k < EVIDENCE_KINDS && page_evidence_of_family(unit_registry[i], family); k++) {
            const evidence_row_t *r = NULL;
            while ((r = evidence_next(e, (evidence_kind_t)k, unit_registry[i]->name, r))) {
                n++;
                stale += evidence_stale(r);
                unknown += evidence_unknown(r);
                failed += !evidence_stale(r) && !evidence_passed(r);
            }
        }
    out_f(o,
          "<p class=\"state\">%u measurements are recorded; %u are <b>stale</b>, of other sources "
          "than these; %u of the others failed.",
          n, stale, failed);
    if (unknown)
        out_f(
            o,
            " Of %u this program cannot tell, because it was built without Verilator and knows no "
            "hash of the RTL.",
            unknown);
    out_f(o, "</p>\n");
}

void page_evidence(const results_t *r, const catalog_t *c, const evidence_t *e, const char *family,
                   out_t *o)
{
    const paper_t *p = catalog_paper(c, family);
    out_f(o, "<div class=\"evidence\" id=\"evidence-%s\"><h3>The structures in hardware</h3>\n",
          family);
    if (page_has_units(family)) {
        how_many(e, family, o);
        page_evidence_synth(e, family, p ? p->goal_mhz : 0, o);
        page_evidence_paper_costs(r, c, family, o);
        page_evidence_checks(e, family, o);
        commands(e, family, o);
    } else {
        out_f(o, "<p class=\"state\">No unit of it is in this program: nothing is measured.</p>\n");
        page_evidence_paper_costs(r, c, family, o);
    }
    out_f(o, "</div>\n");
}
