/* lockwarp report: what sweeps have measured, beside the papers' figures. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args.h"
#include "cli/cmd.h"
#include "common/place.h"
#include "input/suggest.h"
#include "report/asked.h"
#include "report/figure.h"
#include "report/page.h"
#include "report/plot.h"
#include "report/tables.h"

const char cmd_report_doc[] = "one page of what sweeps have measured, beside the papers' figures";

enum { KEY_PAPER = 0x700, KEY_MARKDOWN, KEY_CSV, KEY_PLOTS, KEY_TABLE, KEY_SQL, MAX_SOURCES = 64 };

#define EVIDENCE_MAX ((size_t)64 << 20)

typedef enum form_of_page {
    PAGE_HTML,
    PAGE_MARKDOWN,
    PAGE_CSV,
    PAGE_PLOTS,
    PAGE_SQL
} form_of_page_t;

typedef struct report_args {
    const char *source[MAX_SOURCES];
    unsigned n;
    const char *out, *paper, *table, *to; /* to: the folder of plots, the file of SQL */
    form_of_page_t form;
} report_args_t;

static const struct argp_option options[] = {
    {"output", 'o', "FILE", ARG_WRITES | ARG_DASH,
     "where it goes (default report.html; - or, of text, nothing: standard output)", 0},
    {"paper", KEY_PAPER, "NAME", 0, "that paper alone", 0},
    {"markdown", KEY_MARKDOWN, NULL, 0, "the tables as Markdown", 0},
    {"csv", KEY_CSV, NULL, 0,
     "the runs in their compact form, of which reports are made as of databases", 0},
    {"plots", KEY_PLOTS, "FOLDER", ARG_FOLDER | ARG_READS,
     "in place of a page each plot as an SVG file in that folder: PLOT.svg", 0},
    {"table", KEY_TABLE, "NAME", 0,
     "in place of a page one table (lockwarp list tables) as Markdown, or with --csv as CSV", 0},
    {"sql", KEY_SQL, "FILE", ARG_WRITES,
     "in place of a page the database that the tables are made of, with its views", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    report_args_t *a = state->input;
    switch (key) {
    case 'o':
        a->out = arg;
        return 0;
    case KEY_PAPER:
        a->paper = arg;
        return 0;
    case KEY_MARKDOWN:
    case KEY_CSV:
    case KEY_PLOTS:
    case KEY_SQL:
        if (a->form != PAGE_HTML)
            cmd_usage_error(state, "one of --markdown, --csv, --plots and --sql");
        a->form = key == KEY_CSV     ? PAGE_CSV
                  : key == KEY_PLOTS ? PAGE_PLOTS
                  : key == KEY_SQL   ? PAGE_SQL
                                     : PAGE_MARKDOWN;
        a->to = arg;
        return 0;
    case KEY_TABLE:
        a->table = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (a->n == MAX_SOURCES)
            cmd_usage_error(state, "more than %d files", MAX_SOURCES);
        a->source[a->n++] = arg;
        return 0;
    case ARGP_KEY_END:
        if (a->to && a->out)
            cmd_usage_error(state, "-o is of a page; --plots and --sql name what they write");
        if (a->table && (a->to || a->paper))
            cmd_usage_error(state, "--table is alone, or with --csv");
        return 0;
    case ARGP_KEY_NO_ARGS:
        cmd_usage_error(state, "expected a database of lockwarp sweep, or a result file");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int write_csv(const results_t *r, const catalog_t *c, out_t *o)
{
    results_names_t stats = {0}, settings = {0};
    int rc = page_names(r, c, &stats, &settings);
    rc = rc ? rc : results_export(r, &stats, &settings, o);
    page_names_free(&stats);
    page_names_free(&settings);
    return rc;
}

static int make_plots(const report_args_t *a, const results_t *r, const catalog_t *c, diag_t *d)
{
    out_t said = {.form = OUT_PLAIN};
    int rc = plot_folder(r, c, a->paper, a->to, &said, d);
    int told = said.n ? file_write("-", said.text, said.n, rc ? NULL : d) : 0;
    out_free(&said);
    return rc ? rc : told;
}

static int make(const report_args_t *a, const results_t *r, const catalog_t *c, const evidence_t *e,
                diag_t *d)
{
    if (a->form == PAGE_PLOTS)
        return make_plots(a, r, c, d);
    out_t o = {0};
    const char *to = a->out ? a->out : a->form == PAGE_HTML ? "report.html" : "-";
    int rc = a->form == PAGE_CSV        ? write_csv(r, c, &o)
             : a->form == PAGE_MARKDOWN ? page_markdown(r, c, e, a->paper, &o)
                                        : page_html(r, c, e, a->paper, &o);
    if (rc || o.failed)
        rc = diag_at(d, to, 0, 0, rc == -EIO ? "the results cannot be read" : "out of memory");
    rc = rc ? rc : file_write(to, o.text, o.n, d);
    out_free(&o);
    return rc;
}

/* The database of all: with the figures, of which each is computed once. */
static int make_database(const report_args_t *a, const results_t *r, const catalog_t *c, db_t *db,
                         diag_t *d)
{
    static const char *const views[] = {"figure ", "cause ", NULL};
    for (unsigned i = 0; i < c->n_figures; i++) {
        comparison_t x;
        figure_compare(r, &c->figure[i], &x);
    }
    int rc = formulas_copy(c->formulas, views, db, d);
    return rc ? rc : tables_save(db, a->to, d);
}

/* One table, or the database of all. */
static int make_tables(const report_args_t *a, const results_t *r, const catalog_t *c, db_t *db,
                       diag_t *d)
{
    out_t o = {.form = a->form == PAGE_CSV ? OUT_CSV : OUT_MARKDOWN};
    int rc = tables_add_results(db, r, d);
    if (a->form == PAGE_SQL)
        return rc ? rc : make_database(a, r, c, db, d);
    rc = rc ? rc : tables_print(db, a->table, &o, d);
    if (!rc && o.failed)
        rc = diag_at(d, "--table", 0, 0, "out of memory");
    rc = rc ? rc : file_write(a->out ? a->out : "-", o.text, o.n, d);
    out_free(&o);
    return rc;
}

/* A record of the tables (db: of which it is, or NULL), a file of evidence, a database or a result
 * file, by how it begins. */
static int add_file(const char *path, results_t *r, evidence_t *e, db_t *db, diag_t *d)
{
    int added = db ? tables_add_record(db, path, d) : 0;
    if (added)
        return added < 0 ? added : 0;
    char head[16] = "", *text = NULL;
    size_t bytes = 0;
    head[file_head(path, head, sizeof head - 1)] = 0;
    if (!evidence_is(head))
        return results_add(r, path, d);
    int rc = file_read(path, EVIDENCE_MAX, &text, &bytes, d);
    rc = rc ? rc : evidence_add(e, path, text, bytes, d);
    free(text);
    return rc;
}

static int check_paper(const report_args_t *a, const catalog_t *c, diag_t *d)
{
    if (!a->paper || catalog_paper(c, a->paper))
        return 0;
    const char *names[32];
    char hint[240];
    unsigned n = 0;
    for (; n < c->n_papers && n < sizeof names / sizeof *names; n++)
        names[n] = c->paper[n].name;
    return diag_at(d, "--paper", 0, 0, "no paper \"%s\"; %s (lockwarp list papers)", a->paper,
                   suggest_among(a->paper, names, n, hint, sizeof hint));
}

int cmd_report(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "FILE.db|FILE.csv...",
        .doc =
            "Writes one self-contained page: for every paper its plots, its figures with ours "
            "beside them, and the commands that repeat each run. The files are databases of "
            "lockwarp sweep, result files of --csv, or files of --evidence; for --table and --sql "
            "also the records that a table is made of.",
    };
    report_args_t a = {.n = 0};
    if (args_parse(&argp, argc, argv, 0, &a))
        return CMD_BAD_INPUT;
    diag_t d = {{0}};
    catalog_t c;
    results_t r = {0};
    evidence_t e = {0};
    db_t *db = NULL;
    int rc = catalog_read(&c, catalog_texts, &d);
    rc = rc ? rc : check_paper(&a, &c, &d);
    rc = rc || !a.table ? rc : tables_check(a.table, &d);
    if (!rc && (a.table || a.form == PAGE_SQL))
        rc = tables_open(&db, &d);
    rc = rc ? rc : evidence_add_builtin(&e, &d);
    for (unsigned i = 0; !rc && i < a.n; i++)
        rc = add_file(a.source[i], &r, &e, db, &d);
    r.evidence = &e;
    rc = rc ? rc : asked_check(&r, &c, asked_texts, &d);
    rc = rc ? rc : db ? make_tables(&a, &r, &c, db, &d) : make(&a, &r, &c, &e, &d);
    db_close(db);
    evidence_free(&e);
    results_free(&r);
    catalog_free(&c);
    return rc ? cmd_bad_input(&d) : CMD_DONE;
}
