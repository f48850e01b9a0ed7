/* What the tables of evidence share: a unit's rows, their words, a cell. */
#include "report/page_evidence.h"

#include <stdio.h>
#include <string.h>

bool page_evidence_of_family(const unit_desc_t *u, const char *family)
{
    size_t n = strlen(family);
    return strncmp(u->name, family, n) == 0 && (!u->name[n] || u->name[n] == '.');
}

void page_evidence_millions(char *text, size_t size, double v)
{
    if (v >= 1e6)
        snprintf(text, size, "%.4g M", v / 1e6);
    else
        snprintf(text, size, "%.0f", v);
}

void page_evidence_synth_words(char *text, size_t size, const evidence_row_t *r)
{
    const char *params = evidence_cell(r, "params"), *library = evidence_cell(r, "library");
    const char *words = evidence_library(library);
    snprintf(text, size, "%s%s%s%s", words ? words : library,
             strcmp(evidence_cell(r, "memories"), "sram") ? "" : ", SRAM macros",
             *params ? ", " : "", params);
    for (char *plus = text; (plus = strchr(plus, '+'));)
        *plus = ' ';
}

static double extent(const evidence_row_t *r)
{
    return evidence_number(r, "cycles") + evidence_number(r, "transitions") +
           evidence_number(r, "steps") + evidence_number(r, "state_bits");
    /* the one that the kind has; steps and the bits of their states go together */
}

/* Does row a say more than row b, which may be none? */
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

const evidence_row_t *page_evidence_best(const evidence_t *e, evidence_kind_t kind,
                                         const char *unit, const char *geometry,
                                         const char *stimulus)
{
    const evidence_row_t *found = NULL, *r = NULL;
    while ((r = evidence_next(e, kind, unit, r)))
        if ((!geometry || !strcmp(r->cell[1], geometry)) &&
            (!stimulus || !strcmp(evidence_cell(r, "stimulus"), stimulus)) && says_more(r, found))
            found = r;
    return found;
}

/* The paper's geometry is not named, another one is, and so are parameters of the row's own. */
void page_evidence_prove_words(char *text, size_t size, const evidence_row_t *r)
{
    const char *params = evidence_cell(r, "params"), *geometry = evidence_cell(r, "geometry");
    const char *other = strcmp(geometry, "paper") ? geometry : "";
    snprintf(text, size, "%s bits of state%s%s%s%s", evidence_cell(r, "state_bits"),
             *other ? ", " : "", other, *params ? ", " : "", params);
    for (char *plus = text; (plus = strchr(plus, '+'));)
        *plus = ' ';
}

const evidence_row_t *page_evidence_faults(const evidence_t *e, const char *unit)
{
    const evidence_row_t *r = page_evidence_best(e, EVIDENCE_MUTATION, unit, "small", NULL);
    return r ? r : page_evidence_best(e, EVIDENCE_MUTATION, unit, "paper", NULL);
}

const char *page_evidence_no_cosim(const char *unit, const char *geometry)
{
    const unit_desc_t *d = unit_find(unit);
    const int g = unit_geometry_find(geometry);
    uint32_t paper[UNIT_MAX_PARAMS] = {0}, this[UNIT_MAX_PARAMS] = {0};
    if (!d || g <= UNIT_PAPER)
        return "not run";
    unit_cfg_geometry(d, UNIT_PAPER, paper);
    unit_cfg_geometry(d, (unit_geometry_t)g, this);
    return memcmp(paper, this, sizeof paper) == 0 ? "as at the paper's" : "not run";
}

const char *page_evidence_no_states(const char *unit)
{
    const unit_desc_t *d = unit_find(unit);
    return d && d->n_subs ? "in parts" : "not run";
}

void page_evidence_faults_of_paper(const evidence_t *e, const char *unit, char text[TEXT])
{
    const evidence_row_t *r = page_evidence_best(e, EVIDENCE_MUTATION, unit, "paper", NULL);
    *text = 0;
    if (!r)
        snprintf(text, TEXT, "; none tried at the paper's geometry");
    if (!r || r == page_evidence_faults(e, unit))
        return;
    if (evidence_stale(r) || !evidence_passed(r))
        snprintf(text, TEXT, "; at the paper's geometry %s",
                 evidence_stale(r) ? "stale" : "FAILED");
    else
        snprintf(text, TEXT, "; at the paper's geometry %s of %s, %s", evidence_cell(r, "killed"),
                 evidence_cell(r, "faults"), evidence_cell(r, "equivalent"));
}

void page_evidence_cell(out_t *o, const char *label, const char *class, const char *text,
                        const char *grade)
{
    out_f(o, "<td class=\"n %s\" data-label=\"%s\">", class, label);
    out_words(o, text);
    if (*grade)
        out_f(o, " <span class=\"grade\">%s</span>", grade);
    out_f(o, "</td>");
}
