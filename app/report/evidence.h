/*
 * Evidence: what was measured of units apart from runs (area and timing, lockstep, mutation,
 * coverage, all states, one step, proofs), as rows of compact files,
 * docs/results/evidence/KIND.csv, which the build puts into the program. A row has the command that
 * makes it and the hashes of the sources that it is of; when these have changed it is stale. Nobody
 * writes a row by hand: the programs that measure do.
 */
#ifndef LW_REPORT_EVIDENCE_H
#define LW_REPORT_EVIDENCE_H

#include <stdbool.h>

#include "report/catalog.h"
#include "report/csv.h"
#include "text/out.h"

typedef enum evidence_kind {
    EVIDENCE_SYNTH,
    EVIDENCE_COSIM,
    EVIDENCE_MUTATION,
    EVIDENCE_COVERAGE,
    EVIDENCE_EXHAUSTIVE,
    EVIDENCE_ONE_STEP,
    EVIDENCE_PROVE,
    EVIDENCE_KINDS
} evidence_kind_t;

enum { EVIDENCE_COLUMNS = 24, EVIDENCE_CELL = 320 };

typedef struct evidence_form {
    const char *name;
    unsigned n_columns, n_keys; /* keys first: two rows of the same are one measurement */
    const char *column[EVIDENCE_COLUMNS];
} evidence_form_t;
extern const evidence_form_t evidence_forms[EVIDENCE_KINDS];

typedef struct evidence_row {
    evidence_kind_t kind;
    const char *cell[EVIDENCE_COLUMNS]; /* as the form has them */
} evidence_row_t;

typedef struct evidence {
    unsigned n, n_files;
    evidence_row_t *row; /* by kind and keys, units as the registry has them */
    csv_t *file;         /* that the cells are of */
} evidence_t;

/* What the build put in, a file a kind. */
extern const catalog_text_t evidence_texts[EVIDENCE_KINDS];

/* Adds those. 0, or a negative errno with file and line. evidence_free() in either case. */
int evidence_add_builtin(evidence_t *e, diag_t *d);
/* Adds a file's rows, which take the place of rows with their keys. As above. */
int evidence_add(evidence_t *e, const char *path, const char *text, size_t bytes, diag_t *d);
void evidence_free(evidence_t *e);

/* Does a file's text begin as one of evidence does? */
bool evidence_is(const char *text);

/* Has a kind a column of that name, of numbers? */
bool evidence_has_number(evidence_kind_t kind, const char *column);
/* A library's name among those that synth knows, in words ("Nangate 45 nm"); NULL for another. */
const char *evidence_library(const char *name);

const char *evidence_cell(const evidence_row_t *r, const char *column);
double evidence_number(const evidence_row_t *r, const char *column); /* 0 for an empty cell */
/* The hash of a unit's sources as they are, for one of the columns rtl, model and flow; "unknown"
 * for the RTL's in a program built without Verilator. */
enum { EVIDENCE_HASH = 17 };
void evidence_sources(const char *unit, const char *column, char hash[EVIDENCE_HASH]);
/* Of other sources than these, as far as their hashes are known. */
bool evidence_stale(const evidence_row_t *r);
/* Not stale, but not all of the hashes are known. */
bool evidence_unknown(const evidence_row_t *r);
/* Has it the result that it should have? Coverage has none: any will do. */
bool evidence_passed(const evidence_row_t *r);

/* The next row of a kind and unit after `from` (NULL: the first), or NULL. */
const evidence_row_t *evidence_next(const evidence_t *e, evidence_kind_t kind, const char *unit,
                                    const evidence_row_t *from);

/* ---- For programs that measure ---- */

typedef struct evidence_draft {
    evidence_kind_t kind;
    char cell[EVIDENCE_COLUMNS][EVIDENCE_CELL];
} evidence_draft_t;

/* Begins a row: unit, geometry and hashes. */
void evidence_begin(evidence_draft_t *r, evidence_kind_t kind, const char *unit,
                    const char *geometry);
void evidence_set(evidence_draft_t *r, const char *column, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Could rows of a kind be put into the file? For a check before long work. 0, or a negative errno
 * with a message. */
int evidence_check(const char *path, evidence_kind_t kind, diag_t *d);
/* Puts rows into a file, in place of those with their keys; the file is made if it is not there.
 * 0, or a negative errno with a message. */
int evidence_save(const char *path, const evidence_draft_t *r, unsigned n, diag_t *d);

#endif
