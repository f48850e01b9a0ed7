/*
 * The report: one self-contained HTML page without scripts, or the same tables as Markdown. The
 * same results give the same bytes. Names and values from results are text in both (text/out.h).
 */
#ifndef LW_REPORT_PAGE_H
#define LW_REPORT_PAGE_H

#include "report/catalog.h"
#include "report/evidence.h"
#include "report/figure.h"
#include "report/results.h"
#include "text/out.h"

/* paper: the name of the only one wanted, or NULL for all. 0 or a negative errno. */
int page_html(const results_t *r, const catalog_t *c, const evidence_t *e, const char *paper,
              out_t *o);
int page_markdown(const results_t *r, const catalog_t *c, const evidence_t *e, const char *paper,
                  out_t *o);

/* ---- page_facts.c ---- */

/* How the figures of a paper came out; in_range: within the range that the paper has words for, no
 * part of close; unnumbered: there, but the paper has no number; caused: with
 * a cause in the machine shown, alone: with one that holds for the row alone. */
typedef struct tally {
    unsigned figures, close, in_range, differs, other_sign, unnumbered, not_run, caused, alone,
        input;
} tally_t;
void page_tally(const results_t *r, const catalog_t *c, const char *paper, tally_t *t);

/* The same under the paper's alternative configuration, without causes. */
void page_tally_alternative(const results_t *r, const catalog_t *c, const char *paper, tally_t *t);
/* Which of these rows are of another sweep than is asked for, all that have runs or some: " Not
 * recorded with the paper's inputs, but at the default scale: a, b."; nothing where there are none.
 * One sweep of a paper stands beside another, so that one label is that of all. */
void page_alternative_elsewhere(const results_t *r, const catalog_t *c, const char *paper,
                                out_t *o);
/* Is a figure computed from a sweep, also where it stands beside, or under the alternative? */
bool page_figure_uses(const figure_t *f, const char *sweep);

/* Has a sweep of the paper run, at least in part, and as the paper's? */
bool page_has_runs(const results_t *r, const catalog_t *c, const char *paper);
/* Is a sweep one that the paper's figures or plots are computed from? */
bool page_uses_sweep(const catalog_t *c, const char *paper, const char *sweep);

/* Is any of the sweeps a quick form? */
bool page_is_quick(const results_t *r);

/* ---- page_chosen.c ---- */

/* What was chosen for a paper by a sweep over its programs (data/views/abyp_chosen.sql), if any. */
void page_chosen(const char *paper, out_t *o);
void page_chosen_markdown(const char *paper, out_t *o);

/* ---- commands.c ---- */

/* The command that makes a sweep's runs, as a shell takes it, with its folder where that is
 * recorded, into plain text; nothing where the sweep's file is not. */
void page_sweep_command(out_t *o, const sweep_info_t *s);
/* For which folder relative paths in it and in its runs' commands hold; NULL: they name it. */
const char *page_sweep_folder(const sweep_info_t *s);
/* The command of a run, with the folder for which names of files in it hold, into text that is
 * already code; and as code of its own. */
void page_command(out_t *o, const run_t *run);
void page_command_code(out_t *o, const run_t *run);

/* Statistics and settings that the formulas and tables over these results' sweeps name, each maybe
 * several times: what the compact form of results keeps. 0 or -ENOMEM. */
int page_names(const results_t *r, const catalog_t *c, results_names_t *stats,
               results_names_t *settings);
void page_names_free(results_names_t *n);

/* Parts of the HTML. */
void page_paper(const results_t *r, const catalog_t *c, const evidence_t *e, const paper_t *p,
                out_t *o);
/* Area, timing and verification of the units of a family: a paper's, or "common". */
void page_evidence(const results_t *r, const catalog_t *c, const evidence_t *e, const char *family,
                   out_t *o);
void page_evidence_markdown(const evidence_t *e, const char *family, out_t *o);
bool page_has_units(const char *family);
void page_runs(const results_t *r, const sweep_info_t *s, out_t *o);
/* Where a sweep has runs that the paper's has not (asked.h), or is its quick form: what and which;
 * else nothing. */
void page_notice(const results_t *r, const sweep_info_t *s, out_t *o);
void page_notice_markdown(const results_t *r, const sweep_info_t *s, out_t *o);
/* Those of no sweep; nothing if there are none. */
void page_single_runs(const results_t *r, out_t *o);

extern const char lw_report_style[]; /* style.css, after the plots' */

#endif
