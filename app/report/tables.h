/*
 * The report database: results and records in memory, in the tables of data/report.sql, with the
 * views of data/views and data/tables, which the build puts into the program. Each file of
 * data/tables makes the view of its name, a table as the pages of documentation show it:
 *
 *     lockwarp report docs/results/best.csv --table best-tiny
 */
#ifndef LW_REPORT_TABLES_H
#define LW_REPORT_TABLES_H

#include "report/catalog.h"
#include "report/results.h"

/* data/report.sql and the views; ends with a row without a name. */
extern const catalog_text_t tables_texts[];
/* A record that pages are made of: docs/results/abyp-default.csv. */
extern const catalog_text_t tables_abyp;

/* The name of the n-th table with what it shows, which holds until the next call; false: there are
 * no more. */
typedef struct table_info {
    char name[64], shows[512];
} table_info_t;
bool tables_next(unsigned n, table_info_t *info);
/* 0, or -EINVAL with the names that there are. */
int tables_check(const char *name, diag_t *d);

/* What follows gives 0, or a negative errno with a message. */
/* The database with the papers' figures and no other rows; db_close() it. */
int tables_open(db_t **db, diag_t *d);
/* Is the file of one of the records that the database has a table for? Then 1, and it is added. */
int tables_add_record(db_t *db, const char *path, diag_t *d);
/* The same of a text. */
int tables_add_text(db_t *db, const catalog_text_t *text, diag_t *d);
/* Adds the runs that are there and, in sweeps of the repository, that it has. */
int tables_add_results(db_t *db, const results_t *r, diag_t *d);

/* A table in the form of the text. -ENODATA with a message: it has no row. */
int tables_print(db_t *db, const char *name, out_t *o, diag_t *d);
/* The database as a file of SQLite's. */
int tables_save(db_t *db, const char *path, diag_t *d);

/* Adds the names that the views over any of the results' sweeps have in quotes, each maybe several
 * times: those of statistics and settings among them are what the compact form keeps. 0 or -ENOMEM.
 */
int tables_names(const results_t *r, results_names_t *names);

#endif
