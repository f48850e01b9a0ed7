/* The tables of evidence as Markdown. */
#include "report/page_evidence.h"

#include <stdio.h>

static void synth_markdown(const evidence_t *e, const char *family, out_t *o)
{
    out_f(
        o,
        "| unit | library | bits | cells | area, \u00b5m\u00b2 | path, ns | MHz | dynamic, mW | "
        "leakage, mW | %% of L1D |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | "
        "---: |\n");
    static const char *const columns[] = {"bits",     "cells",      "area_um2",   "critical_ns",
                                          "fmax_mhz", "dynamic_mw", "leakage_mw", "l1d_percent"};
    for (unsigned i = 0; i < e->n; i++) {
        const evidence_row_t *r = &e->row[i];
        const unit_desc_t *u = unit_find(r->cell[0]);
        if (r->kind != EVIDENCE_SYNTH || !u || !page_evidence_of_family(u, family))
            continue;
        char text[TEXT];
        page_evidence_synth_words(text, sizeof text, r);
        out_f(o, "| %s%s | %s |", u->name, evidence_stale(r) ? " (stale)" : "", text);
        for (unsigned k = 0; k < sizeof columns / sizeof columns[0]; k++)
            out_f(o, " %s |", evidence_cell(r, columns[k]));
        out_f(o, "\n");
    }
}

/* A check's cell: what it says if it is there and of these sources; `none` if it is not there. */
static void cell_markdown(out_t *o, const evidence_row_t *r, const char *text, const char *none)
{
    out_f(o, " %s |",
          !r                    ? none
          : evidence_stale(r)   ? "stale"
          : !evidence_passed(r) ? "FAILED"
                                : text);
}

static void check_markdown(out_t *o, const evidence_row_t *r, const char *text)
{
    cell_markdown(o, r, text, "not run");
}

static void checks_markdown(const evidence_t *e, const char *family, out_t *o)
{
    out_f(o, "\n| unit | random, paper | random, small | random, large | all states, "
             "transitions | one step | proof, bits of state | faults | coverage, points "
             "|\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (unsigned i = 0; i < unit_registry_count; i++) {
        const char *unit = unit_registry[i]->name;
        char text[TEXT];
        if (!page_evidence_of_family(unit_registry[i], family))
            continue;
        out_f(o, "| %s |", unit);
        for (int g = 0; g < UNIT_GEOMETRIES; g++) {
            const char *geometry = unit_geometry_name((unit_geometry_t)g);
            const evidence_row_t *r =
                page_evidence_best(e, EVIDENCE_COSIM, unit, geometry, "random");
            char cycles[32];
            page_evidence_millions(cycles, sizeof cycles, r ? evidence_number(r, "compared") : 0);
            snprintf(text, sizeof text, "%s cycles equal", cycles);
            cell_markdown(o, r, text, page_evidence_no_cosim(unit, geometry));
        }
        const evidence_row_t *x = page_evidence_best(e, EVIDENCE_EXHAUSTIVE, unit, NULL, NULL);
        if (x)
            snprintf(text, sizeof text, "%s, %s%s", evidence_cell(x, "states"),
                     evidence_cell(x, "transitions"), *evidence_cell(x, "held") ? ", held" : "");
        cell_markdown(o, x, text, page_evidence_no_states(unit));
        const evidence_row_t *s = page_evidence_best(e, EVIDENCE_ONE_STEP, unit, NULL, NULL);
        char steps[32];
        page_evidence_millions(steps, sizeof steps, s ? evidence_number(s, "steps") : 0);
        snprintf(text, sizeof text, "%s states equal", steps);
        check_markdown(o, s, text);
        const evidence_row_t *p = page_evidence_best(e, EVIDENCE_PROVE, unit, NULL, NULL);
        if (p)
            page_evidence_prove_words(text, sizeof text, p);
        check_markdown(o, p, text);
        const evidence_row_t *m = page_evidence_faults(e, unit);
        char all[2 * TEXT] = "", paper[TEXT];
        page_evidence_faults_of_paper(e, unit, paper);
        if (m)
            snprintf(all, sizeof all, "%s of %s killed, %s harmless%s", evidence_cell(m, "killed"),
                     evidence_cell(m, "faults"), evidence_cell(m, "equivalent"), paper);
        check_markdown(o, m, all);
        const evidence_row_t *v = page_evidence_best(e, EVIDENCE_COVERAGE, unit, NULL, NULL);
        if (v)
            snprintf(text, sizeof text, "%s of %s", evidence_cell(v, "covered"),
                     evidence_cell(v, "points"));
        check_markdown(o, v, text);
        out_f(o, "\n");
    }
}

void page_evidence_markdown(const evidence_t *e, const char *family, out_t *o)
{
    if (!page_has_units(family))
        return;
    out_f(o,
          "\n### The structures of %s in hardware\n\n[Area, timing and power](synthesis.md), and "
          "[C and RTL compared](guide/cosim.md); commands in `docs/results/evidence`.\n\n",
          family);
    synth_markdown(e, family, o);
    checks_markdown(e, family, o);
}
