/* Versions of the database's schema: one that an older program wrote is read, written, merged and
 * brought up to date without a loss; what is newer or another program's is refused and left alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "common/file.h"
#include "db/db.h"
#include "db/schema.inc"

#define DUMP_MAX ((size_t)1 << 20)

static char folder[] = "/tmp/lockwarp_schema_XXXXXX";
static char path[64], other[64];

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/x.db", folder);
    snprintf(other, sizeof other, "%s/y.db", folder);
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    static const char *const ends[] = {"x.db", "x.db-wal", "x.db-shm",
                                       "y.db", "y.db-wal", "y.db-shm"};
    for (unsigned i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        char name[96];
        snprintf(name, sizeof name, "%s/%s", folder, ends[i]);
        unlink(name);
    }
    return 0;
}

static int remove_folder(void **state)
{
    remove_files(state);
    return rmdir(folder);
}

static void run_sql(sqlite3 *sql, const char *text)
{
    char *why = NULL;
    if (sqlite3_exec(sql, text, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s: %s", text, why);
}

/* A file of what SQL makes. */
static void make(const char *file, const char *text)
{
    sqlite3 *sql;
    assert_int_equal(sqlite3_open(file, &sql), SQLITE_OK);
    run_sql(sql, text);
    sqlite3_close(sql);
}

/* The database that the program of schema 1 has left. */
static void make_v1(const char *file)
{
    char *text;
    size_t bytes;
    diag_t d = {{0}};
    if (file_read("tests/unit/data/database_v1.sql", DUMP_MAX, &text, &bytes, &d))
        fail_msg("%s", d.text);
    make(file, text);
    free(text);
}

static db_t *open_as(const char *file, db_mode_t mode)
{
    db_t *db;
    diag_t d = {{0}};
    if (db_open(file, mode, &db, &d))
        fail_msg("%s", d.text);
    return db;
}

/* The rows of a query as text, the caller's. */
static char *rows(sqlite3 *sql, const char *query)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *f = open_memstream(&text, &bytes);
    sqlite3_stmt *q = NULL;
    int rc = sqlite3_prepare_v2(sql, query, -1, &q, NULL);
    while (rc == SQLITE_OK || rc == SQLITE_ROW) {
        rc = sqlite3_step(q);
        for (int i = 0; rc == SQLITE_ROW && i < sqlite3_column_count(q); i++) {
            const char *v = (const char *)sqlite3_column_text(q, i),
                       *name = sqlite3_column_name(q, i);
            if (strcmp(name, "id") && strcmp(name, "run"))
                fprintf(f, "%s|", v ? v : "NULL");
        }
        fputc('\n', f);
    }
    fclose(f);
    if (rc != SQLITE_DONE)
        fail_msg("%s: %s", query, sqlite3_errmsg(sql));
    sqlite3_finalize(q);
    return text;
}

/* Of every table what version 1 holds, known by the hash of its run: numbers of runs are a file's
 * own. */
static const char *const queries[] = {
    "SELECT * FROM runs ORDER BY hash",
    "SELECT r.hash, t.* FROM settings t JOIN runs r ON r.id = t.run ORDER BY 1, name",
    "SELECT r.hash, t.* FROM stats t JOIN runs r ON r.id = t.run ORDER BY 1, name",
    "SELECT r.hash, t.* FROM per_pc t JOIN runs r ON r.id = t.run ORDER BY 1, kernel, pc, name",
    "SELECT r.hash, t.* FROM series t JOIN runs r ON r.id = t.run ORDER BY 1, row, name",
    ("SELECT r.hash, program, host, started, wall_s, cpu_s, peak_rss_kb FROM provenance t"
     " JOIN runs r ON r.id = t.run ORDER BY 1"),
    "SELECT * FROM failures ORDER BY 1",
    "SELECT name, doc, file, quick FROM sweeps ORDER BY 1",
    "SELECT * FROM points ORDER BY 1, 2",
    "SELECT * FROM claims ORDER BY 1",
};
enum { TABLES = sizeof queries / sizeof queries[0], CLAIMS = TABLES - 1 };

/* The fixture has something in each. */
static char *content(sqlite3 *sql)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *f = open_memstream(&text, &bytes);
    for (unsigned i = 0; i < TABLES; i++) {
        char *part = rows(sql, queries[i]);
        assert_true(strlen(part) > 10);
        fputs(part, f);
        free(part);
    }
    fclose(f);
    return text;
}

/* Tables, indices, version and mark. */
static char *shape(sqlite3 *sql)
{
    char *text = NULL;
    char *a = rows(sql, "SELECT type, name, sql FROM sqlite_master ORDER BY 1, 2");
    char *b = rows(sql, "PRAGMA user_version"), *c = rows(sql, "PRAGMA application_id");
    assert_true(asprintf(&text, "%s%s%s", a, b, c) > 0);
    free(a);
    free(b);
    free(c);
    return text;
}

static void assert_same(char *a, char *b)
{
    assert_string_equal(a, b);
    free(a);
    free(b);
}

static char *bytes_of(const char *file, size_t *n)
{
    char *text;
    diag_t d = {{0}};
    if (file_read(file, DUMP_MAX, &text, n, &d))
        fail_msg("%s", d.text);
    return text;
}

static void db_schema_100_the_fixture_is_of_version_1(void **state)
{
    (void)state;
    sqlite3 *sql;
    make_v1(path);
    assert_int_equal(sqlite3_open(path, &sql), SQLITE_OK);
    assert_same(rows(sql, "PRAGMA user_version"), strdup("1|\n\n"));
    char *text = content(sql);
    assert_non_null(strstr(text, "nn"));
    free(text);
    sqlite3_close(sql);
}

static void db_schema_110_version_1_becomes_this_version_and_keeps_every_row(void **state)
{
    (void)state;
    sqlite3 *sql;
    make_v1(path);
    assert_int_equal(sqlite3_open(path, &sql), SQLITE_OK);
    char *before = content(sql);
    sqlite3_close(sql);
    db_t *db = open_as(path, DB_WRITE), *fresh = open_as(other, DB_WRITE);
    assert_false(db->copy);
    assert_same(before, content(db->sql));
    assert_same(shape(db->sql), shape(fresh->sql));
    assert_same(rows(db->sql, "PRAGMA integrity_check; "), strdup("ok|\n\n"));
    assert_same(rows(db->sql, "PRAGMA foreign_key_check"), strdup("\n"));
    db_close(db);
    db_close(fresh);
    db = open_as(path, DB_READ); /* and stays so */
    assert_false(db->copy);
    db_close(db);
}

/* From every version there was: its tables, then the rest of the steps. */
static void db_schema_120_each_version_has_a_path(void **state)
{
    (void)state;
    for (int version = 0; version < DB_SCHEMA; version++) {
        char text[64];
        sqlite3 *sql;
        remove_files(state);
        assert_int_equal(sqlite3_open(path, &sql), SQLITE_OK);
        for (int i = 0; i < version; i++)
            run_sql(sql, schema_steps[i]);
        snprintf(text, sizeof text, "PRAGMA user_version = %d", version);
        run_sql(sql, text);
        sqlite3_close(sql);
        db_t *db = open_as(path, DB_WRITE), *fresh = open_as(other, DB_WRITE);
        assert_same(shape(db->sql), shape(fresh->sql));
        db_close(db);
        db_close(fresh);
    }
}

static void db_schema_130_an_older_one_is_read_and_left_as_it_is(void **state)
{
    (void)state;
    size_t n, m;
    make_v1(path);
    char *before = bytes_of(path, &n);
    db_t *db = open_as(path, DB_READ);
    assert_true(db->copy);
    assert_string_equal(db->path, path);
    assert_same(rows(db->sql, "SELECT count(*) FROM runs WHERE workload = 'nn'"), strdup("2|\n\n"));
    assert_same(rows(db->sql, "PRAGMA user_version"), strdup("3|\n\n"));
    db_close(db);
    char *after = bytes_of(path, &m);
    assert_int_equal(n, m);
    assert_memory_equal(before, after, n);
    free(before);
    free(after);
}

static void db_schema_140_an_older_one_is_merged_and_left_as_it_is(void **state)
{
    (void)state;
    size_t n, m;
    diag_t d = {{0}};
    make_v1(path);
    char *before = bytes_of(path, &n);
    db_t *to = open_as(other, DB_WRITE);
    if (db_merge(to, path, &d))
        fail_msg("%s", d.text);
    char *after = bytes_of(path, &m);
    assert_int_equal(n, m);
    assert_memory_equal(before, after, n);
    free(before);
    free(after);
    db_t *from = open_as(path, DB_READ);
    for (unsigned i = 0; i < CLAIMS; i++) /* these are not merged */
        assert_same(rows(from->sql, queries[i]), rows(to->sql, queries[i]));
    db_close(from);
    db_close(to);
}

static void db_schema_150_into_an_older_one(void **state)
{
    (void)state;
    diag_t d = {{0}};
    make_v1(path);
    db_close(open_as(other, DB_WRITE));
    db_t *db = open_as(path, DB_WRITE);
    char *before = content(db->sql);
    if (db_merge(db, other, &d))
        fail_msg("%s", d.text);
    assert_same(before, content(db->sql));
    db_close(db);
}

/* What version 3 brought is unknown of older rows, and goes where a row goes. */
static void db_schema_155_folders(void **state)
{
    (void)state;
    static const char folders[] = "SELECT folder FROM provenance ORDER BY folder",
                      calls[] = "SELECT folder, db FROM sweeps ORDER BY name";
    diag_t d = {{0}};
    make_v1(path);
    db_t *db = open_as(path, DB_WRITE);
    assert_same(rows(db->sql, folders), strdup("NULL|\nNULL|\n\n"));
    assert_same(rows(db->sql, calls), strdup("NULL|NULL|\nNULL|NULL|\n\n"));
    run_sql(db->sql, "UPDATE provenance SET folder = '/a b/' || cpu_s;"
                     "UPDATE sweeps SET folder = '/c', db = name || '.db'");
    db_t *to = open_as(other, DB_WRITE);
    if (db_merge(to, path, &d))
        fail_msg("%s", d.text);
    assert_same(rows(to->sql, folders), rows(db->sql, folders));
    assert_same(rows(to->sql, calls), strdup("/c|long.db|\n/c|old.db|\n\n"));
    db_close(to);
    db_close(db);
}

/* Several that open it at once: one brings it up to date, all go on. */
static void db_schema_160_at_once(void **state)
{
    (void)state;
    make_v1(path);
    pid_t pid[4];
    for (unsigned i = 0; i < 4; i++)
        if ((pid[i] = fork()) == 0) {
            db_t *db;
            diag_t d = {{0}};
            _exit(db_open(path, DB_WRITE, &db, &d) ? 1 : 0);
        }
    for (unsigned i = 0; i < 4; i++) {
        int status;
        waitpid(pid[i], &status, 0);
        assert_int_equal(status, 0);
    }
    db_t *db = open_as(path, DB_WRITE), *fresh = open_as(other, DB_WRITE);
    assert_same(shape(db->sql), shape(fresh->sql));
    db_close(db);
    db_close(fresh);
}

static void refused(const char *text, const char *sql)
{
    size_t n, m;
    remove_files(NULL);
    make(path, sql);
    char *before = bytes_of(path, &n);
    static const db_mode_t modes[] = {DB_READ, DB_WRITE};
    for (unsigned i = 0; i < 2; i++) {
        db_t *db;
        diag_t d = {{0}};
        assert_true(db_open(path, modes[i], &db, &d) < 0);
        if (!strstr(d.text, text))
            fail_msg("%s; expected %s", d.text, text);
    }
    char *after = bytes_of(path, &m);
    /* WRITE turns a journal into a log before it has looked: bytes 18 and 19 of the head, and
     * counters of changes. */
    assert_int_equal(n, m);
    assert_memory_equal(before + 100, after + 100, n - 100);
    free(before);
    free(after);
}

static void db_schema_200_newer_and_foreign_are_refused(void **state)
{
    (void)state;
    refused("a database of schema 4; expected at most 3: a newer lockwarp",
            "CREATE TABLE x(y); PRAGMA application_id = 1819763810; PRAGMA user_version = 4");
    refused("a database of schema 99", "CREATE TABLE x(y); PRAGMA user_version = 99");
    refused("no database of lockwarp sweep", "CREATE TABLE x(y)");
    refused("no database of lockwarp sweep", "CREATE TABLE runs(y); PRAGMA user_version = 1");
    refused("no database of lockwarp sweep", "CREATE TABLE runs(y); PRAGMA user_version = 2");
    refused("no database of lockwarp sweep",
            "CREATE TABLE runs(y); PRAGMA user_version = 2; PRAGMA application_id = 7");
}

/* Without one of its version's tables it is not brought up to date by half. */
static void db_schema_210_a_damaged_one_is_refused_whole(void **state)
{
    (void)state;
    db_t *db;
    diag_t d = {{0}};
    make_v1(path);
    make(path, "DROP TABLE series");
    assert_true(db_open(path, DB_WRITE, &db, &d) < 0);
    assert_non_null(strstr(d.text, "no database of lockwarp sweep"));
    sqlite3 *sql;
    assert_int_equal(sqlite3_open(path, &sql), SQLITE_OK);
    assert_same(rows(sql, "PRAGMA user_version"), strdup("1|\n\n"));
    sqlite3_close(sql);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(db_schema_100_the_fixture_is_of_version_1, remove_files),
        cmocka_unit_test_teardown(db_schema_110_version_1_becomes_this_version_and_keeps_every_row,
                                  remove_files),
        cmocka_unit_test_teardown(db_schema_120_each_version_has_a_path, remove_files),
        cmocka_unit_test_teardown(db_schema_130_an_older_one_is_read_and_left_as_it_is,
                                  remove_files),
        cmocka_unit_test_teardown(db_schema_140_an_older_one_is_merged_and_left_as_it_is,
                                  remove_files),
        cmocka_unit_test_teardown(db_schema_150_into_an_older_one, remove_files),
        cmocka_unit_test_teardown(db_schema_155_folders, remove_files),
        cmocka_unit_test_teardown(db_schema_160_at_once, remove_files),
        cmocka_unit_test_teardown(db_schema_200_newer_and_foreign_are_refused, remove_files),
        cmocka_unit_test_teardown(db_schema_210_a_damaged_one_is_refused_whole, remove_files),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
