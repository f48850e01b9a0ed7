/* lockwarp merge: results that were made in several databases, in one. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/args.h"
#include "cli/cmd.h"
#include "db/db.h"

const char cmd_merge_doc[] = "results of several databases into one";

enum { KEY_DB = 0x700, MAX_FILES = 256 };

typedef struct merge_args {
    const char *db;
    const char *from[MAX_FILES];
    unsigned n;
} merge_args_t;

static const struct argp_option options[] = {
    {"db", KEY_DB, "FILE", ARG_KEEPS,
     "the database that takes them (default lockwarp.db); made if it is "
     "not there",
     0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    merge_args_t *a = state->input;
    switch (key) {
    case KEY_DB:
        a->db = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (a->n == MAX_FILES)
            cmd_usage_error(state, "more than %d databases", MAX_FILES);
        a->from[a->n++] = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        cmd_usage_error(state, "expected databases to take results from");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Can all that is to be merged be read, before a database is made for it? */
static int check_sources(const merge_args_t *a, diag_t *d)
{
    int rc = 0;
    for (unsigned i = 0; !rc && i < a->n; i++) {
        db_t *source = NULL;
        rc = db_open(a->from[i], DB_READ, &source, d);
        rc = rc ? rc : db_sound(source, d);
        db_close(source);
    }
    return rc;
}

static int64_t runs(db_t *db, diag_t *d)
{
    sqlite3_stmt *q = db_prepare(db, "SELECT count(*) FROM runs", d);
    int64_t n = q && db_step(db, q, d) == 1 ? sqlite3_column_int64(q, 0) : -1;
    sqlite3_finalize(q);
    return n;
}

static int merge_one(db_t *db, const char *from, diag_t *d)
{
    int64_t before = runs(db, d);
    int rc = before < 0 ? -EIO : db_merge(db, from, d);
    int64_t after = rc ? -1 : runs(db, d);
    if (after < 0)
        return rc ? rc : -EIO;
    fprintf(stderr, "%s: %" PRId64 " runs were new\n", from, after - before);
    return 0;
}

int cmd_merge(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "FROM.db...",
        .doc = "Copies the runs, failures and sweeps that the database has not; what it has stays "
               "as it is. The files they come from are not changed.",
    };
    merge_args_t a = {.db = "lockwarp.db"};
    if (args_parse(&argp, argc, argv, 0, &a))
        return CMD_BAD_INPUT;
    diag_t d = {{0}};
    db_t *db = NULL;
    int rc = check_sources(&a, &d);
    rc = rc ? rc : db_open(a.db, DB_WRITE, &db, &d);
    for (unsigned i = 0; !rc && i < a.n; i++)
        rc = merge_one(db, a.from[i], &d);
    if (rc)
        db_discard(db);
    else
        db_close(db);
    return rc ? cmd_bad_input(&d) : CMD_DONE;
}
