/*
 * Edits of the uses of parameters in a unit's module (edits.h), each compared with the C model:
 *
 *   uses list UNIT
 *   uses run UNIT DIR [--one-in N] [--form FORM] [--table FILE] [--journal FILE]
 *   uses draw DIR N UNIT...
 *   uses examples DIR FILE.csv
 *   uses check FILE
 *
 * DIR is a folder to work in. list prints the edits of a unit. run tries them all, or one in
 * N, and writes the unit's row into the table; what the journal (journal.h) has of an earlier run,
 * which was interrupted, is not tried again. draw tries N of the units together, by the seed of
 * LW_SEED, which it prints. examples tries the edits of a list (unit, form, before, after), which
 * must be generated and killed. check compares the table and the list of equal edits with what is
 * generated now, and tries nothing.
 *
 * An edit that is not killed must be proved to change nothing (equal.h) or stand in equal.csv with
 * the reason why no geometry can show it, unless Verilator makes the same code of it at every
 * geometry of the list. A row of equal.csv is for one edit, or, with an asterisk as what it
 * becomes, for all edits of a line. Exit status 1: one
 * survived without a reason; 2: it could not be tried.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "common/rng.h"
#include "common/root.h"
#include "compare.h"
#include "journal.h"
#include "listed.h"
#include "lockstep/model_files.h"
#include "report/evidence.h"

enum { LINE = 1024, MOST_UNITS = 128 };

/* A module and its edits. */
typedef struct subject {
    const unit_desc_t *desc;
    char file[PATH_MAX]; /* relative to the root */
    sv_text_t s;
    edits_t e;
} subject_t;

typedef struct tally {
    unsigned n, outcome[BROKEN + 1], proved;
    double seconds;
} tally_t;

static const char *const outcome_name[] = {"killed",   "refused",  "same",  "proved",
                                           "SURVIVED", "SURVIVED", "BROKEN"};

static int complain(const diag_t *diag)
{
    fprintf(stderr, "uses: %s\n", diag->text);
    return 2;
}

/* --- a unit's edits --------------------------------------------------------------------------- */

static int subject_open(subject_t *t, const char *unit, diag_t *diag)
{
    char family[64], path[2 * PATH_MAX];
    const char *name[UNIT_MAX_PARAMS];
    edit_param_t param[UNIT_MAX_PARAMS];
    const unit_desc_t *d = t->desc = unit_find(unit);
    if (!d)
        return diag_at(diag, unit, 0, 0, "no such unit");
    snprintf(t->file, sizeof t->file, "rtl/%s/%s.sv", unit_family(d, family, sizeof family),
             d->prefix);
    snprintf(path, sizeof path, "%s/%s", root_dir(), t->file);
    for (unsigned i = 0; i < d->n_params; i++) {
        const unit_param_t *p = &d->params[i];
        name[i] = p->rtl_name;
        param[i] = (edit_param_t){
            .small = p->value[UNIT_SMALL], .paper = p->value[UNIT_PAPER], .max = p->max};
    }
    size_t n;
    char *text = model_file_read(path, &n);
    if (!text)
        return diag_at(diag, path, 0, 0, "cannot read: %s", strerror(errno));
    if (!sv_read(&t->s, text, name, d->n_params) || !edits_find(&t->e, &t->s, param, d->n_params))
        return diag_at(diag, path, 0, 0, "too long");
    return 0;
}

static void subject_close(subject_t *t)
{
    free(t->s.text);
    t->s.text = NULL;
}

static void print_edit(const subject_t *t, const edit_t *e)
{
    char before[LINE], after[LINE];
    edit_lines(&t->s, e, before, after, LINE);
    printf("%-8s %s:%u: %s -> %s", edit_form_name(e->form), t->file, e->line, before, after);
}

/* --- lists ------------------------------------------------------------------------------------ */

/* An asterisk in the column after: any edit of the line. */
static bool any_edit(const listed_t *l, unsigned row)
{
    return strcmp(listed_cell(l, row, "after"), "*") == 0;
}

/* The row of the edit, or -1. */
static int list_find(const listed_t *l, const subject_t *t, const edit_t *e)
{
    char before[LINE], after[LINE];
    edit_lines(&t->s, e, before, after, LINE);
    for (unsigned i = 0; i < l->csv.n_rows; i++)
        if (strcmp(listed_cell(l, i, "unit"), t->desc->name) == 0 &&
            strcmp(listed_cell(l, i, "before"), before) == 0 &&
            (any_edit(l, i) || (strcmp(listed_cell(l, i, "form"), edit_form_name(e->form)) == 0 &&
                                strcmp(listed_cell(l, i, "after"), after) == 0)))
            return (int)i;
    return -1;
}

static const char *beside(const char *name, char path[2 * PATH_MAX])
{
    snprintf(path, 2 * (size_t)PATH_MAX, "%s/%s", root_dir(), name);
    return path;
}

static int equal_open(listed_t *l, diag_t *diag)
{
    static char path[2 * PATH_MAX];
    return listed_open(l, beside("tests/mutation/uses/equal.csv", path), diag);
}

/* --- trying ----------------------------------------------------------------------------------- */

static int open_unit(unit_under_t *u, const unit_desc_t *d, const char *work, diag_t *diag)
{
    char list[2 * PATH_MAX];
    static char compile[2 * PATH_MAX];
    return compare_open(u, d, work, beside("tests/cosim/geometries.csv", list),
                        beside("tests/mutation/uses/compile.sh", compile), diag);
}

/* Seconds of the processor's time, the tools' included: a busy machine does not change them. */
static double now(void)
{
    struct rusage r[2];
    double seconds = 0;
    getrusage(RUSAGE_SELF, &r[0]);
    getrusage(RUSAGE_CHILDREN, &r[1]);
    for (int i = 0; i < 2; i++)
        seconds += (double)(r[i].ru_utime.tv_sec + r[i].ru_stime.tv_sec) +
                   1e-6 * (double)(r[i].ru_utime.tv_usec + r[i].ru_stime.tv_usec);
    return seconds;
}

/* Counts the outcome of an edit. A reason of the list, which has it in this row or not at all (-1),
 * counts only for one that no run shows. */
static void count_edit(const subject_t *t, const edit_t *e, const listed_t *equal, int row,
                       outcome_t o, const char *why, double seconds, tally_t *n)
{
    bool proved = o == EQUAL || (o == UNPROVED && row >= 0);
    printf("%-8s ", proved ? "proved" : outcome_name[o]);
    print_edit(t, e);
    printf(" | %s (%.1f s)\n", why, seconds);
    if (row >= 0 && !any_edit(equal, (unsigned)row) && o != UNPROVED) {
        printf("         but equal.csv says: %s\n", listed_cell(equal, (unsigned)row, "reason"));
        n->outcome[BROKEN]++;
    }
    n->n++;
    n->proved += proved;
    n->outcome[o] += !proved;
    n->seconds += seconds;
}

/* Tries one edit and counts it. Where the list has a reason for all edits of a line, no proof is
 * tried. */
static outcome_t try_edit(unit_under_t *u, const subject_t *t, const edit_t *e,
                          const listed_t *equal, tally_t *n)
{
    char why[WHY];
    double start = now();
    int row = list_find(equal, t, e);
    outcome_t o = compare_edit(u, &t->s, e, row < 0 || !any_edit(equal, (unsigned)row), why);
    count_edit(t, e, equal, row, o, why, now() - start, n);
    return o;
}

/* Whether an earlier run has the outcome: it is counted. One without a proof is tried again if
 * there is no reason for it now. */
static bool known_edit(const journal_t *j, const subject_t *t, int edit, const listed_t *equal,
                       tally_t *n)
{
    const edit_t *e = &t->e.edit[edit];
    int row = list_find(equal, t, e);
    outcome_t o = j->known[edit].outcome;
    if (o == BROKEN || o == SURVIVED || (o == UNPROVED && row < 0))
        return false;
    count_edit(t, e, equal, row, o, "as an earlier run has it", j->known[edit].seconds, n);
    return true;
}

static unsigned survived(const tally_t *n)
{
    return n->outcome[UNPROVED] + n->outcome[SURVIVED];
}

static int result(const tally_t *n)
{
    return n->outcome[BROKEN] ? 2 : survived(n) || !n->n ? 1 : 0;
}

static void print_tally(const char *what, const tally_t *n)
{
    printf(
        "%s: %u edits: %u killed, %u refused, %u the same circuit, %u proved equal, %u survived; "
        "%.0f s\n",
        what, n->n, n->outcome[KILLED], n->outcome[REFUSED], n->outcome[SAME], n->proved,
        survived(n), n->seconds);
}

/* --- the table -------------------------------------------------------------------------------- */

static const char head[] = "unit,rtl,uses,edits,killed,refused,same,proved,survived,seconds\n";

/* Writes the file with the unit's row in place of an earlier one, sorted by unit. */
static int write_row(const char *path, const char *unit, const char *row)
{
    char line[MOST_UNITS][LINE], text[LINE];
    unsigned n = 0, at = 0;
    FILE *f = fopen(path, "r");
    const size_t len = strlen(unit);
    while (f && n < MOST_UNITS - 1 && fgets(text, sizeof text, f))
        if (strcmp(text, head) != 0 && !(strncmp(text, unit, len) == 0 && text[len] == ','))
            snprintf(line[n++], LINE, "%s", text);
    if (f)
        fclose(f);
    while (at < n && strcmp(line[at], row) < 0)
        at++;
    memmove(line + at + 1, line + at, (n - at) * sizeof line[0]);
    snprintf(line[at], LINE, "%s", row);
    n++;
    f = fopen(path, "w");
    if (f)
        fputs(head, f);
    for (unsigned i = 0; f && i < n; i++)
        fputs(line[i], f);
    return f && fclose(f) == 0 ? 0 : 2;
}

static int keep(const char *path, const subject_t *t, const tally_t *n)
{
    char row[LINE], hash[EVIDENCE_HASH];
    evidence_sources(t->desc->name, "rtl", hash);
    snprintf(row, sizeof row, "%s,%s,%d,%d,%u,%u,%u,%u,%u,%.0f\n", t->desc->name, hash, t->e.uses,
             t->e.n, n->outcome[KILLED], n->outcome[REFUSED], n->outcome[SAME], n->proved,
             survived(n), n->seconds);
    return write_row(path, t->desc->name, row);
}

/* --- commands --------------------------------------------------------------------------------- */

static subject_t subject;
static unit_under_t under;

static int cmd_list(const char *unit)
{
    diag_t diag = {{0}};
    if (subject_open(&subject, unit, &diag))
        return complain(&diag);
    for (int i = 0; i < subject.e.n; i++) {
        print_edit(&subject, &subject.e.edit[i]);
        putchar('\n');
    }
    printf("%s: %d uses, %d edits\n", unit, subject.e.uses, subject.e.n);
    subject_close(&subject);
    return 0;
}

typedef struct run_opts {
    int one_in;
    const char *form, *table, *journal;
} run_opts_t;

static int run_opts(run_opts_t *o, char **argv)
{
    *o = (run_opts_t){.one_in = 1};
    for (; argv[0] && argv[1]; argv += 2)
        if (strcmp(argv[0], "--one-in") == 0)
            o->one_in = atoi(argv[1]);
        else if (strcmp(argv[0], "--form") == 0)
            o->form = argv[1];
        else if (strcmp(argv[0], "--table") == 0)
            o->table = argv[1];
        else if (strcmp(argv[0], "--journal") == 0)
            o->journal = argv[1];
        else
            return 2;
    return argv[0] || o->one_in < 1 ? 2 : 0;
}

static bool chosen(const run_opts_t *o, const edit_t *e)
{
    return !o->form || strcmp(o->form, edit_form_name(e->form)) == 0;
}

/* The edits that are chosen, each as the journal has it or tried now. */
static int run_edits(const run_opts_t *o, journal_t *j, const listed_t *equal, tally_t *n,
                     diag_t *diag)
{
    int err = 0;
    for (int i = 0; !err && i < subject.e.n; i += o->one_in) {
        const edit_t *e = &subject.e.edit[i];
        double before = n->seconds;
        if (!chosen(o, e) || known_edit(j, &subject, i, equal, n))
            continue;
        outcome_t outcome = try_edit(&under, &subject, e, equal, n);
        err = journal_add(j, i, outcome, n->seconds - before, diag);
    }
    return err;
}

static int cmd_run(const char *unit, const char *work, char **argv)
{
    diag_t diag = {{0}};
    listed_t equal;
    run_opts_t o;
    char why[WHY], hash[EVIDENCE_HASH];
    tally_t n = {0};
    journal_t j;
    if (run_opts(&o, argv))
        return fprintf(stderr, "uses run: %s?\n", argv[0]), 2;
    if (equal_open(&equal, &diag) || subject_open(&subject, unit, &diag) ||
        open_unit(&under, subject.desc, work, &diag))
        return complain(&diag);
    double start = now();
    if (compare_unchanged(&under, &subject.s, why) != UNPROVED)
        return fprintf(stderr, "uses: %s without an edit: %s\n", unit, why), 2;
    n.seconds = now() - start;
    evidence_sources(unit, "rtl", hash);
    if (journal_open(&j, o.journal, &under, hash, subject.e.n, &diag) ||
        run_edits(&o, &j, &equal, &n, &diag))
        return complain(&diag);
    print_tally(unit, &n);
    printf("%s: %u models verilated, %u compared\n", unit, under.models, under.compared);
    int rc = result(&n);
    if (o.table && rc < 2 && n.n == (unsigned)subject.e.n && keep(o.table, &subject, &n))
        rc = 2;
    journal_close(&j, rc == 0 && n.n == (unsigned)subject.e.n);
    listed_close(&equal);
    subject_close(&subject);
    return rc;
}

/* As many of each unit, drawn; those of the list of equal ones are left out. */
static int draw_unit(const char *unit, const char *work, unsigned count, rng_t *random,
                     listed_t *equal, tally_t *n, diag_t *diag)
{
    int err = subject_open(&subject, unit, diag);
    err = err ? err : open_unit(&under, subject.desc, work, diag);
    for (unsigned k = 0, tries = 0; !err && k < count && tries < 1000; tries++) {
        const edit_t *e = &subject.e.edit[rng_below(random, (uint32_t)subject.e.n)];
        if (list_find(equal, &subject, e) >= 0)
            continue;
        try_edit(&under, &subject, e, equal, n);
        k++;
    }
    subject_close(&subject);
    return err;
}

static int cmd_draw(const char *work, unsigned count, char **unit)
{
    diag_t diag = {{0}};
    listed_t equal;
    tally_t n = {0};
    const char *given = getenv("LW_SEED");
    uint64_t seed = given && *given ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
    rng_t random;
    unsigned units = 0;
    if (equal_open(&equal, &diag))
        return complain(&diag);
    printf("LW_SEED=%" PRIu64 "\n", seed);
    rng_seed(&random, seed);
    while (unit[units])
        units++;
    for (unsigned i = 0; i < units; i++)
        if (draw_unit(unit[i], work, (count + units - 1) / units, &random, &equal, &n, &diag))
            return complain(&diag);
    print_tally("drawn", &n);
    listed_close(&equal);
    return result(&n);
}

/* One row of the examples: generated and killed? */
static bool example(const listed_t *l, unsigned row, const char *work, listed_t *none, diag_t *diag)
{
    tally_t n = {0};
    if (subject_open(&subject, listed_cell(l, row, "unit"), diag) ||
        open_unit(&under, subject.desc, work, diag))
        return false;
    for (int i = 0; i < subject.e.n && !n.n; i++)
        if (list_find(l, &subject, &subject.e.edit[i]) == (int)row)
            try_edit(&under, &subject, &subject.e.edit[i], none, &n);
    if (!n.n)
        printf("%s %s: %s -> %s is not generated\n", listed_cell(l, row, "unit"),
               listed_cell(l, row, "form"), listed_cell(l, row, "before"),
               listed_cell(l, row, "after"));
    subject_close(&subject);
    return n.outcome[KILLED] == 1;
}

static int cmd_examples(const char *work, const char *path)
{
    diag_t diag = {{0}};
    listed_t l, none = {0};
    bool seen[EDIT_FORMS] = {false};
    unsigned failures = 0;
    if (listed_open(&l, path, &diag))
        return complain(&diag);
    for (unsigned i = 0; i < l.csv.n_rows; i++) {
        bool good = example(&l, i, work, &none, &diag);
        if (diag.text[0])
            return complain(&diag);
        failures += !good;
        for (int f = 0; f < EDIT_FORMS; f++)
            seen[f] |=
                good && strcmp(edit_form_name((edit_form_t)f), listed_cell(&l, i, "form")) == 0;
    }
    for (int f = 0; f < EDIT_FORMS; f++)
        if (!seen[f]) {
            printf("no example of %s was killed\n", edit_form_name((edit_form_t)f));
            failures++;
        }
    printf("%u examples, %u failures\n", l.csv.n_rows, failures);
    listed_close(&l);
    return failures != 0;
}

/* Marks the rows of l that an edit of the unit matches. */
static void mark(listed_t *l, const subject_t *t)
{
    for (int i = 0; i < t->e.n; i++) {
        int row = list_find(l, t, &t->e.edit[i]);
        if (row >= 0)
            l->used[row] = true;
    }
}

static bool row_is_of_now(const listed_t *table, unsigned row, const subject_t *t)
{
    char hash[EVIDENCE_HASH];
    evidence_sources(t->desc->name, "rtl", hash);
    bool same = strcmp(listed_cell(table, row, "rtl"), hash) == 0 &&
                atoi(listed_cell(table, row, "edits")) == t->e.n &&
                atoi(listed_cell(table, row, "survived")) == 0;
    if (!same)
        printf("%s: the row of the table is of other sources, or an edit survived: "
               "LW_USES_TABLE=$PWD/docs/results/mutation-uses.csv ctest --test-dir build -R "
               "'^mutation_uses_%s$'\n",
               t->desc->name, t->desc->prefix);
    return same;
}

static int cmd_check(const char *path)
{
    diag_t diag = {{0}};
    listed_t equal, table;
    unsigned failures = 0, edits = 0, tried = 0;
    if (equal_open(&equal, &diag) || listed_open(&table, path, &diag))
        return complain(&diag);
    for (unsigned u = 0; u < unit_registry_count; u++) {
        const char *name = unit_registry[u]->name;
        if (subject_open(&subject, name, &diag))
            return complain(&diag);
        edits += (unsigned)subject.e.n;
        mark(&equal, &subject);
        for (unsigned i = 0; i < table.csv.n_rows; i++)
            if (strcmp(listed_cell(&table, i, "unit"), name) == 0) {
                failures += !row_is_of_now(&table, i, &subject);
                tried++;
            }
        subject_close(&subject);
    }
    for (unsigned i = 0; i < equal.csv.n_rows; i++)
        if (!equal.used[i] || !listed_cell(&equal, i, "reason")[0]) {
            printf("equal.csv:%d: %s\n", equal.csv.line[i + 1],
                   equal.used[i] ? "no reason" : "there is no such edit any more");
            failures++;
        }
    printf("%u edits of %u units, %u of which are in the table, %u reasons, %u failures\n", edits,
           unit_registry_count, tried, equal.csv.n_rows, failures);
    listed_close(&equal);
    listed_close(&table);
    return failures != 0;
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "list") == 0 && argc == 3)
        return cmd_list(argv[2]);
    if (strcmp(what, "run") == 0 && argc >= 4)
        return cmd_run(argv[2], argv[3], argv + 4);
    if (strcmp(what, "draw") == 0 && argc >= 5)
        return cmd_draw(argv[2], (unsigned)atoi(argv[3]), argv + 4);
    if (strcmp(what, "examples") == 0 && argc == 4)
        return cmd_examples(argv[2], argv[3]);
    if (strcmp(what, "check") == 0 && argc == 3)
        return cmd_check(argv[2]);
    fprintf(stderr, "usage: uses list|run|draw|examples|check ...\n");
    return 2;
}
