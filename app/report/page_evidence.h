/*
 * What the files page_evidence*.c share, of which only page_evidence() and page_evidence_markdown()
 * are for others (page.h).
 */
#ifndef LW_REPORT_PAGE_EVIDENCE_H
#define LW_REPORT_PAGE_EVIDENCE_H

#include "common/unit.h"
#include "report/page.h"

enum { TEXT = 512 };

/* ---- page_evidence_parts.c ---- */

bool page_evidence_of_family(const unit_desc_t *u, const char *family);

/* "12.3 M" */
void page_evidence_millions(char *text, size_t size, double v);
/* What a row of synthesis is of: "Nangate 45 nm, SRAM macros, policy=0 flush=1". */
void page_evidence_synth_words(char *text, size_t size, const evidence_row_t *r);
/* What a proof is of. */
void page_evidence_prove_words(char *text, size_t size, const evidence_row_t *r);

/* Of several rows the one that says most: current before stale, failed before passed, long before
 * short; NULL if there is none. geometry, stimulus: NULL for any. */
const evidence_row_t *page_evidence_best(const evidence_t *e, evidence_kind_t kind,
                                         const char *unit, const char *geometry,
                                         const char *stimulus);
/* The faults of the small geometry, or of the paper's where those have not been tried. */
const evidence_row_t *page_evidence_faults(const evidence_t *e, const char *unit);
/* Why there is no row of random stimulus at a geometry ("as at the paper's", whose parameters it
 * has), or of all states ("in parts"); "not run" if none is expected to be missing. */
const char *page_evidence_no_cosim(const char *unit, const char *geometry);
const char *page_evidence_no_states(const char *unit);
/* Beside those of the small geometry: "; at the paper's 55 of 56, 1", or that there are none. */
void page_evidence_faults_of_paper(const evidence_t *e, const char *unit, char text[TEXT]);

/* A cell of an HTML table; grade: what stands behind the text, or "". */
void page_evidence_cell(out_t *o, const char *label, const char *class, const char *text,
                        const char *grade);

/* ---- page_evidence_cost.c ---- */

/* Area, timing and power of a family's units as a table. */
void page_evidence_synth(const evidence_t *e, const char *family, double goal_mhz, out_t *o);
/* The paper's own figures of them, beside ours; nothing where it has none. */
void page_evidence_paper_costs(const results_t *r, const catalog_t *c, const char *paper, out_t *o);

/* ---- page_evidence_checks.c ---- */

/* How C and RTL of a family's units were compared, as a table. */
void page_evidence_checks(const evidence_t *e, const char *family, out_t *o);

#endif
