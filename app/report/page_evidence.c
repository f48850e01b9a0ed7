/* What was measured of a paper's structures beside runs: area and timing, and how C and RTL were
 * compared. Only recorded evidence is shown; what is missing or of other sources is said. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/unit.h"
#include "report/page.h"
#include "report/words.h"

enum { TEXT = 512 };

static bool of_family(const unit_desc_t *u, const char *family)
{
    size_t n = strlen(family);
    return strncmp(u->name, family, n) == 0 && (!u->name[n] || u->name[n] == '.');
}

bool page_has_units(const char *family)
{
    for (unsigned i = 0; i < unit_registry_count; i++)
        if (of_family(unit_registry[i], family))
            return true;
    return false;
}

/* "12.3 M" */
static void millions(char *text, size_t size, double v)
{
    if (v >= 1e6)
        snprintf(text, size, "%.4g M", v / 1e6);
    else
        snprintf(text, size, "%.0f", v);
}

/* ---- Area and timing ---- */

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

static void cell(out_t *o, const char *label, const char *class, const char *text,
                 const char *grade)
{
    out_f(o, "<td class=\"n %s\" data-label=\"%s\">", class, label);
    out_words(o, text);
    if (*grade)
        out_f(o, " <span class=\"grade\">%s</span>", grade);
    out_f(o, "</td>");
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

/* What a row is of: "Nangate 45 nm, SRAM macros, policy=0 flush=1". */
static void synth_words(char *text, size_t size, const evidence_row_t *r)
{
    const char *params = evidence_cell(r, "params"), *library = evidence_cell(r, "library");
    const char *words = evidence_library(library);
    snprintf(text, size, "%s%s%s%s", words ? words : library,
             strcmp(evidence_cell(r, "memories"), "sram") ? "" : ", SRAM macros",
             *params ? ", " : "", params);
    for (char *plus = text; (plus = strchr(plus, '+'));)
        *plus = ' ';
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
    cell(o, "MHz", has_goal ? mhz >= goal_mhz ? "is-close" : "is-other" : "", text, grade);
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
    synth_words(text, sizeof text, r);
    if (strcmp(r->cell[1], "paper"))
        snprintf(text + strlen(text), sizeof text - strlen(text), ", %s", r->cell[1]);
    cell(o, "library",
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

static void synth_table(const evidence_t *e, const char *family, double goal_mhz, out_t *o)
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
        if (!of_family(u, family))
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

static void paper_costs(const results_t *r, const catalog_t *c, const char *paper, out_t *o)
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

/* ---- Verification ---- */

static double extent(const evidence_row_t *r)
{
    return evidence_number(r, "cycles") + evidence_number(r, "transitions") +
           evidence_number(r, "steps") + evidence_number(r, "state_bits");
    /* the one that the kind has; steps and the bits of their states go together */
}

/* Of several rows the one that says most: current before stale, failed before passed, long before
 * short. */
static bool says_more(const evidence_row_t *a, const evidence_row_t *b)
{
    if (!b)
        return true;
    if (evidence_stale(a) != evidence_stale(b))
        return !evidence_stale(a);
    if (evidence_passed(a) != evidence_passed(b))
        return !evidence_passed(a);
    return extent(a) > extent(b);
}

static const evidence_row_t *best(const evidence_t *e, evidence_kind_t kind, const char *unit,
                                  const char *geometry, const char *stimulus)
{
    const evidence_row_t *found = NULL, *r = NULL;
    while ((r = evidence_next(e, kind, unit, r)))
        if ((!geometry || !strcmp(r->cell[1], geometry)) &&
            (!stimulus || !strcmp(evidence_cell(r, "stimulus"), stimulus)) && says_more(r, found))
            found = r;
    return found;
}

/* A cell of a row that is missing, stale, failed or good; text and grade are for the last two. */
static void check_cell(out_t *o, const char *label, const evidence_row_t *r, const char *text,
                       const char *good, const char *bad)
{
    if (!r)
        cell(o, label, "is-none", "", "not run");
    else if (evidence_stale(r))
        cell(o, label, "is-differs", text, "stale");
    else if (!evidence_passed(r))
        cell(o, label, "is-other", text, bad);
    else
        cell(o, label, "is-close", text, good);
}

static void random_cell(const evidence_t *e, const char *unit, const char *geometry, out_t *o)
{
    const evidence_row_t *r = best(e, EVIDENCE_COSIM, unit, geometry, "random");
    char text[TEXT] = "", good[TEXT] = "", label[32], cycles[32];
    if (r) {
        millions(cycles, sizeof cycles, evidence_number(r, "compared"));
        snprintf(text, sizeof text, "%s cycles", cycles);
        snprintf(good, sizeof good, "equal, %s of %s events", evidence_cell(r, "events_seen"),
                 evidence_cell(r, "events"));
    }
    snprintf(label, sizeof label, "random, %s", geometry);
    check_cell(o, label, r, text, good, "FAILED");
}

static void directed_cell(const evidence_t *e, const char *unit, out_t *o)
{
    const evidence_row_t *worst = NULL;
    unsigned good = 0;
    char text[TEXT] = "";
    for (int g = 0; g < UNIT_GEOMETRIES; g++) {
        const evidence_row_t *r =
            best(e, EVIDENCE_COSIM, unit, unit_geometry_name((unit_geometry_t)g), "directed");
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
    const evidence_row_t *r = best(e, EVIDENCE_EXHAUSTIVE, unit, NULL, NULL);
    char text[TEXT] = "", good[TEXT] = "";
    if (r) {
        snprintf(text, sizeof text, "%s states", evidence_cell(r, "states"));
        snprintf(good, sizeof good, "%s transitions equal%s", evidence_cell(r, "transitions"),
                 *evidence_cell(r, "held") ? ", inputs held" : "");
    }
    check_cell(o, "all states", r, text, good, "FAILED");
}

static void one_step_cell(const evidence_t *e, const char *unit, out_t *o)
{
    const evidence_row_t *r = best(e, EVIDENCE_ONE_STEP, unit, NULL, NULL);
    char text[TEXT] = "", good[TEXT] = "", steps[32];
    if (r) {
        millions(steps, sizeof steps, evidence_number(r, "steps"));
        snprintf(text, sizeof text, "%s states", steps);
        snprintf(good, sizeof good, "equal, %s of %s events", evidence_cell(r, "events_seen"),
                 evidence_cell(r, "events"));
    }
    check_cell(o, "one step", r, text, good, "FAILED");
}

/* Without parameters of its own the row is of the geometry as it is. */
static void prove_words(char *text, size_t size, const evidence_row_t *r)
{
    const char *params = evidence_cell(r, "params");
    snprintf(text, size, "%s bits of state%s%s", evidence_cell(r, "state_bits"),
             *params ? ", " : "", params);
    for (char *plus = text; (plus = strchr(plus, '+'));)
        *plus = ' ';
}

static void prove_cell(const evidence_t *e, const char *unit, out_t *o)
{
    const evidence_row_t *r = best(e, EVIDENCE_PROVE, unit, NULL, NULL);
    char text[TEXT] = "";
    if (r)
        prove_words(text, sizeof text, r);
    check_cell(o, "proof", r, text, "one step equal", "REFUTED");
}

/* The faults of the small geometry, or of the paper's where those have not been tried. */
static const evidence_row_t *faults_of(const evidence_t *e, const char *unit)
{
    const evidence_row_t *r = best(e, EVIDENCE_MUTATION, unit, "small", NULL);
    return r ? r : best(e, EVIDENCE_MUTATION, unit, "paper", NULL);
}

/* Beside those of the small geometry: "; at the paper's 55 of 56, 1", or nothing. */
static void faults_of_paper(const evidence_t *e, const char *unit, char text[TEXT])
{
    const evidence_row_t *r = best(e, EVIDENCE_MUTATION, unit, "paper", NULL);
    *text = 0;
    if (!r || r == faults_of(e, unit))
        return;
    if (evidence_stale(r) || !evidence_passed(r))
        snprintf(text, TEXT, "; at the paper's geometry %s",
                 evidence_stale(r) ? "stale" : "FAILED");
    else
        snprintf(text, TEXT, "; at the paper's geometry %s of %s, %s", evidence_cell(r, "killed"),
                 evidence_cell(r, "faults"), evidence_cell(r, "equivalent"));
}

static void mutation_cell(const evidence_t *e, const char *unit, out_t *o)
{
    const evidence_row_t *r = faults_of(e, unit);
    char text[TEXT] = "", good[2 * TEXT] = "", bad[TEXT] = "", paper[TEXT];
    faults_of_paper(e, unit, paper);
    if (r) {
        snprintf(text, sizeof text, "%s of %s killed", evidence_cell(r, "killed"),
                 evidence_cell(r, "faults"));
        snprintf(good, sizeof good, "%s proved harmless%s", evidence_cell(r, "equivalent"), paper);
        snprintf(bad, sizeof bad, "%s survived", evidence_cell(r, "survived"));
    }
    check_cell(o, "faults", r, text, good, bad);
}

static void coverage_cell(const evidence_t *e, const char *unit, out_t *o)
{
    const evidence_row_t *r = best(e, EVIDENCE_COVERAGE, unit, NULL, NULL);
    char text[TEXT] = "", good[TEXT] = "";
    if (r) {
        double of = evidence_number(r, "points"), hit = evidence_number(r, "covered");
        snprintf(text, sizeof text, "%.1f %%", of > 0 ? floor(1000 * hit / of) / 10 : 0);
        snprintf(good, sizeof good, "%.0f of %.0f points", hit, of);
    }
    check_cell(o, "coverage", r, text, good, "");
}

static void check_table(const evidence_t *e, const char *family, out_t *o)
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
        if (!of_family(unit_registry[i], family))
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

/* ---- As Markdown ---- */

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
        if (r->kind != EVIDENCE_SYNTH || !u || !of_family(u, family))
            continue;
        char text[TEXT];
        synth_words(text, sizeof text, r);
        out_f(o, "| %s%s | %s |", u->name, evidence_stale(r) ? " (stale)" : "", text);
        for (unsigned k = 0; k < sizeof columns / sizeof columns[0]; k++)
            out_f(o, " %s |", evidence_cell(r, columns[k]));
        out_f(o, "\n");
    }
}

/* A check's cell: what it says if it is there and of these sources. */
static void check_markdown(out_t *o, const evidence_row_t *r, const char *text)
{
    out_f(o, " %s |",
          !r                    ? "not run"
          : evidence_stale(r)   ? "stale"
          : !evidence_passed(r) ? "FAILED"
                                : text);
}

static void checks_markdown(const evidence_t *e, const char *family, out_t *o)
{
    out_f(o, "\n| unit | random, paper | random, small | random, large | all states, "
             "transitions | one step | proof, bits of state | faults | coverage, points "
             "|\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (unsigned i = 0; i < unit_registry_count; i++) {
        const char *unit = unit_registry[i]->name;
        char text[TEXT];
        if (!of_family(unit_registry[i], family))
            continue;
        out_f(o, "| %s |", unit);
        for (int g = 0; g < UNIT_GEOMETRIES; g++) {
            const evidence_row_t *r =
                best(e, EVIDENCE_COSIM, unit, unit_geometry_name((unit_geometry_t)g), "random");
            char cycles[32];
            millions(cycles, sizeof cycles, r ? evidence_number(r, "compared") : 0);
            snprintf(text, sizeof text, "%s cycles equal", cycles);
            check_markdown(o, r, text);
        }
        const evidence_row_t *x = best(e, EVIDENCE_EXHAUSTIVE, unit, NULL, NULL);
        if (x)
            snprintf(text, sizeof text, "%s, %s%s", evidence_cell(x, "states"),
                     evidence_cell(x, "transitions"), *evidence_cell(x, "held") ? ", held" : "");
        check_markdown(o, x, text);
        const evidence_row_t *s = best(e, EVIDENCE_ONE_STEP, unit, NULL, NULL);
        char steps[32];
        millions(steps, sizeof steps, s ? evidence_number(s, "steps") : 0);
        snprintf(text, sizeof text, "%s states equal", steps);
        check_markdown(o, s, text);
        const evidence_row_t *p = best(e, EVIDENCE_PROVE, unit, NULL, NULL);
        if (p)
            prove_words(text, sizeof text, p);
        check_markdown(o, p, text);
        const evidence_row_t *m = faults_of(e, unit);
        char all[2 * TEXT] = "", paper[TEXT];
        faults_of_paper(e, unit, paper);
        if (m)
            snprintf(all, sizeof all, "%s of %s killed, %s proved harmless%s",
                     evidence_cell(m, "killed"), evidence_cell(m, "faults"),
                     evidence_cell(m, "equivalent"), paper);
        check_markdown(o, m, all);
        const evidence_row_t *v = best(e, EVIDENCE_COVERAGE, unit, NULL, NULL);
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

/* ---- Commands ---- */

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
            while (of_family(unit_registry[i], family) &&
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
        for (unsigned k = 0; k < EVIDENCE_KINDS && of_family(unit_registry[i], family); k++) {
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
        synth_table(e, family, p ? p->goal_mhz : 0, o);
        paper_costs(r, c, family, o);
        check_table(e, family, o);
        commands(e, family, o);
    } else {
        out_f(o, "<p class=\"state\">No unit of it is in this program: nothing is measured.</p>\n");
        paper_costs(r, c, family, o);
    }
    out_f(o, "</div>\n");
}
