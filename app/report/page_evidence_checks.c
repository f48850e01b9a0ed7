/* How C and RTL of a family's units were compared, in HTML. */
#include "report/page_evidence.h"

#include <math.h>
#include <stdio.h>

/* A cell of a row that is stale, failed or good; text and grade are for the last two. */
static void row_cell(out_t *o, const char *label, const evidence_row_t *r, const char *text,
                     const char *good, const char *bad)
{
    if (evidence_stale(r))
        page_evidence_cell(o, label, "is-differs", text, "stale");
    else if (!evidence_passed(r))
        page_evidence_cell(o, label, "is-other", text, bad);
    else
        page_evidence_cell(o, label, "is-close", text, good);
}

static void check_cell(out_t *o, const char *label, const evidence_row_t *r, const char *text,
                       const char *good, const char *bad)
{
    if (r)
        row_cell(o, label, r, text, good, bad);
    else
        page_evidence_cell(o, label, "is-none", "", "not run");
}

static void random_cell(const evidence_t *e, const char *unit, const char *geometry, out_t *o)
{
    const evidence_row_t *r = page_evidence_best(e, EVIDENCE_COSIM, unit, geometry, "random");
    char text[TEXT] = "", good[TEXT] = "", label[32], cycles[32];
    if (r) {
        page_evidence_millions(cycles, sizeof cycles, evidence_number(r, "compared"));
        snprintf(text, sizeof text, "%s cycles", cycles);
        snprintf(good, sizeof good, "equal, %s of %s events", evidence_cell(r, "events_seen"),
                 evidence_cell(r, "events"));
    }
    snprintf(label, sizeof label, "random, %s", geometry);
    if (!r)
        page_evidence_cell(o, label, "is-none", "", page_evidence_no_cosim(unit, geometry));
    else
        row_cell(o, label, r, text, good, "FAILED");
}

static void directed_cell(const evidence_t *e, const char *unit, out_t *o)
{
    const evidence_row_t *worst = NULL;
    unsigned good = 0;
    char text[TEXT] = "";
    for (int g = 0; g < UNIT_GEOMETRIES; g++) {
        const evidence_row_t *r = page_evidence_best(
            e, EVIDENCE_COSIM, unit, unit_geometry_name((unit_geometry_t)g), "directed");
        bool is_good = r && evidence_passed(r) && !evidence_stale(r);
        good += is_good;
        if (r && (!worst || !is_good))
            worst = r;
    }
    snprintf(text, sizeof text, "%u of %d geometries", good, UNIT_GEOMETRIES);
    check_cell(o, "directed", worst, text, "equal", "FAILED");
}

static void exhaustive_cell(const evidence_t *e, const char *unit, out_t *o)
{
    const evidence_row_t *r = page_evidence_best(e, EVIDENCE_EXHAUSTIVE, unit, NULL, NULL);
    char text[TEXT] = "", good[TEXT] = "";
    if (r) {
        snprintf(text, sizeof text, "%s states", evidence_cell(r, "states"));
        snprintf(good, sizeof good, "%s transitions equal%s", evidence_cell(r, "transitions"),
                 *evidence_cell(r, "held") ? ", inputs held" : "");
    }
    if (!r)
        page_evidence_cell(o, "all states", "is-none", "", page_evidence_no_states(unit));
    else
        row_cell(o, "all states", r, text, good, "FAILED");
}

static void one_step_cell(const evidence_t *e, const char *unit, out_t *o)
{
    const evidence_row_t *r = page_evidence_best(e, EVIDENCE_ONE_STEP, unit, NULL, NULL);
    char text[TEXT] = "", good[TEXT] = "", steps[32];
    if (r) {
        page_evidence_millions(steps, sizeof steps, evidence_number(r, "steps"));
        snprintf(text, sizeof text, "%s states", steps);
        snprintf(good, sizeof good, "equal, %s of %s events", evidence_cell(r, "events_seen"),
                 evidence_cell(r, "events"));
    }
    check_cell(o, "one step", r, text, good, "FAILED");
}

static void prove_cell(const evidence_t *e, const char *unit, out_t *o)
{
    const evidence_row_t *r = page_evidence_best(e, EVIDENCE_PROVE, unit, NULL, NULL);
    char text[TEXT] = "";
    if (r)
        page_evidence_prove_words(text, sizeof text, r);
    check_cell(o, "proof", r, text, "one step equal", "REFUTED");
}

static void mutation_cell(const evidence_t *e, const char *unit, out_t *o)
{
    const evidence_row_t *r = page_evidence_faults(e, unit);
    char text[TEXT] = "", good[2 * TEXT] = "", bad[TEXT] = "", paper[TEXT];
    page_evidence_faults_of_paper(e, unit, paper);
    if (r) {
        snprintf(text, sizeof text, "%s of %s killed", evidence_cell(r, "killed"),
                 evidence_cell(r, "faults"));
        snprintf(good, sizeof good, "%s harmless%s", evidence_cell(r, "equivalent"), paper);
        snprintf(bad, sizeof bad, "%s survived", evidence_cell(r, "survived"));
    }
    check_cell(o, "faults", r, text, good, bad);
}

static void coverage_cell(const evidence_t *e, const char *unit, out_t *o)
{
    const evidence_row_t *r = page_evidence_best(e, EVIDENCE_COVERAGE, unit, NULL, NULL);
    char text[TEXT] = "", good[TEXT] = "";
    if (r) {
        double of = evidence_number(r, "points"), hit = evidence_number(r, "covered");
        snprintf(text, sizeof text, "%.1f %%", of > 0 ? floor(1000 * hit / of) / 10 : 0);
        snprintf(good, sizeof good, "%.0f of %.0f points", hit, of);
    }
    check_cell(o, "coverage", r, text, good, "");
}

void page_evidence_checks(const evidence_t *e, const char *family, out_t *o)
{
    out_f(o,
          "<table class=\"cards checks\" id=\"checks-%s\"><caption>C and RTL compared</caption>\n",
          family);
    out_f(o,
          "<thead><tr><th scope=\"col\">unit</th><th scope=\"col\">random, paper</th><th "
          "scope=\"col\">random, small</th><th scope=\"col\">random, large</th><th "
          "scope=\"col\">directed</th><th scope=\"col\">all states</th><th scope=\"col\">one step, "
          "paper</th><th scope=\"col\">proof</th><th scope=\"col\">faults in the netlist</th><th "
          "scope=\"col\">RTL coverage</th></tr></thead>\n<tbody>\n");
    for (unsigned i = 0; i < unit_registry_count; i++) {
        const char *unit = unit_registry[i]->name;
        if (!page_evidence_of_family(unit_registry[i], family))
            continue;
        out_f(o, "<tr><th scope=\"row\"><span class=\"what\">%s</span></th>", unit);
        random_cell(e, unit, "paper", o);
        random_cell(e, unit, "small", o);
        random_cell(e, unit, "large", o);
        directed_cell(e, unit, o);
        exhaustive_cell(e, unit, o);
        one_step_cell(e, unit, o);
        prove_cell(e, unit, o);
        mutation_cell(e, unit, o);
        coverage_cell(e, unit, o);
        out_f(o, "</tr>\n");
    }
    out_f(
        o,
        "</tbody></table>\n<p class=\"hint\">Every output is compared in every cycle, all "
        "state after every edge. All states: from reset, every reachable state under every "
        "input, at a small geometry. One step: from any state that satisfies the unit's "
        "invariant, drawn at random. Proof: one step of the C model is one step of the RTL for all "
        "such states and all inputs. Faults are drawn at random by Yosys, at the small geometry "
        "and in some units at the paper's; each is seen by the comparison or proved to change "
        "nothing. Coverage: lines and "
        "toggles of the RTL at the small geometry.</p>\n");
}
