/* A file as a database: read for a report, merged into another, and taken as a task's piece. */
#include "fuzz.h"

#include <stdio.h>
#include <unistd.h>

#include "db/db.h"
#include "db/image.h"
#include "report/results.h"

/* 0: it is one of ours. */
static int read_results(const char *path)
{
    results_t r = {0};
    out_t o = {0};
    diag_t d = {{0}};
    const results_names_t none = {0};
    int rc = results_add(&r, path, &d);
    fuzz_answer(rc, &d);
    if (!rc)
        results_export(&r, &none, &none, &o);
    out_free(&o);
    results_free(&r);
    return rc;
}

static void merge(const char *path)
{
    db_t *db = NULL;
    diag_t d = {{0}};
    if (db_open_memory(&db, &d))
        fuzz_fail("%s", d.text);
    fuzz_answer(db_merge(db, path, &d), &d);
    db_close(db);
}

static void take_piece(const char *path)
{
    db_t *db = NULL;
    diag_t d = {{0}};
    int rc = image_read(path, &db, &d);
    fuzz_answer(rc, &d);
    if (!rc)
        db_close(db);
}

/* What SQLite makes beside a file. */
static void remove_beside(const char *path)
{
    static const char *const end[] = {"-wal", "-shm", "-journal"};
    char name[160];
    for (unsigned i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", path, end[i]);
        unlink(name);
    }
}

void fuzz_one(const uint8_t *data, size_t size)
{
    const char *path = fuzz_disk_file("input.db", data, size);
    remove_beside(path);
    if (!read_results(path))
        merge(path);
    take_piece(path);
    remove_beside(path);
}
